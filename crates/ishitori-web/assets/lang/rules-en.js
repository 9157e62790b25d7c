// The rules of the catalogue in words.

export default {
  "all-but-one-delete": "Delete all heaps but one and split that one into as many non-empty heaps as there were.",
  "at-most-half-delete":
    "For some k, at most half the number of heaps: delete k heaps, then split k of the others in two.",
  circular:
    "Heaps stand on a circle. Choose k neighbours and take any number of stones from them, at least one in all.",
  "common-divisor": "Take d stones from one heap, where d divides the size of every heap.",
  "delete-and-split": "Delete one heap and split the other into two non-empty heaps.",
  "delete-nim":
    "Delete one heap, take one stone from the other, and split what is left into two heaps, either of which may be empty.",
  emperor:
    "Heaps belong to ranges. Take as many stones as you like from the heaps of at most k ranges, and from at most one heap of every other range.",
  "grid-nim": "Stones lie on a board. Take any number from one end of an unbroken run of stones in a row or a column.",
  "grid-nim-blocks":
    "Stones lie on a board. Take any number of neighbouring stones from an unbroken run in a row or a column, from its middle too.",
  "grid-nim-outer":
    "Stones lie on a board. Take neighbouring stones in a row or a column, beginning with its first or last stone.",
  "half-delete": "Delete half of the heaps and split each of the others in two.",
  "half-split-delete": "Split half of the heaps in two, then delete as many heaps, any of those on the table.",
  lim: "Take the same number of stones from two heaps and add that number to the third.",
  moore: "Take stones from at most k heaps, any number from each, at least one in all.",
  nim: "Take any number of stones from one heap.",
  "nim-1": "Take stones from one heap, but leave at least one in it.",
  nimhoff: "Take any number of stones from one heap, or exactly 2^k from each of two heaps.",
  "path-nim": "Heaps stand in a row. Choose k neighbours and take any number of stones from them, at least one in all.",
  "single-delete": "Delete one heap and split one of the others in two.",
  "single-split-delete": "Split one heap in two, then delete any one of the heaps.",
  "split-and-delete": "Split one heap into two non-empty ones, then delete any one of the three heaps.",
  "split-delete": "Split exactly k heaps in two, then delete any k of the heaps.",
  "turning-turtles-2d":
    "Coins lie on a board. Choose a coin that shows heads as the upper right corner of a rectangle, which may be a line or a single coin, and turn over the coins at its corners.",
  welter: "Take stones from one heap; no two heaps may ever be equal, and one may be empty.",
  wythoff: "Take any number of stones from one heap, or the same number from both.",
  "wythoff-1": "Take any number of stones from one heap, or the same number from both, but leave at least one in each.",
  // Single heaps.
  "all-but": "Take any number of stones from one heap, except the numbers in the list.",
  "dawsons-chess": "Take a whole heap of one stone; or two stones from a heap, leaving at most one heap of it; or three, leaving at most two.",
  "dawsons-kayles": "Take two stones from a heap; what is left may be split into two heaps.",
  "grundys-game": "Split a heap into two heaps that are not equal. Nobody knows whether the values are periodic.",
  hexadecimal: "Each digit of the code says what may be left when so many stones are taken from a heap: 1 nothing, 2 one heap, 4 two heaps, 8 three heaps, and sums of these.",
  kayles: "Take one stone or two from a heap; what is left may be split into two heaps.",
  "laskers-nim": "Take any number of stones from a heap, or split a heap into two without taking any.",
  octal: "Each digit of the code says what may be left when so many stones are taken from a heap: 1 nothing, 2 one heap, 4 two heaps, and sums of these.",
  officers: "Take one stone from a heap of two or more; what is left may be split into two heaps. Nobody knows whether the values are periodic.",
  subtraction: "Take stones from one heap; how many must be a number in the list.",
  treblecross: "Noughts and crosses in a row of cells, where both players write crosses and three in a row win: take three neighbouring stones out of a heap, where n cells are a heap of n + 2 stones.",
};
