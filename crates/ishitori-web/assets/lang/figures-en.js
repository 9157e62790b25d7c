// Games on graphs, posets, diagrams and boards of cells, in English.

const many = (count, one, more) => `${count} ${count === 1 ? one : more}`;

export default {
  figures: "Graphs, diagrams, cells",
  "figure-label": "The position {position}",
  "figure-keys":
    "Click what your move changes: the moves that change it are listed, and the last one left is made. Keys: arrows go from one thing to the next, space chooses, Enter makes the move that is shown, Escape takes the choice back; H hints, U takes back.",
  "figure-hint": "Click what a move changes, or an option in the list, to go there. Any position can be typed.",
  "figure-choose": "Choose what your move changes.",
  "figure-would": ({ move, count }) =>
    count === 1 ? `Your move: ${move}.` : `Enter makes this move: ${move}. Or choose more: ${count} moves are left.`,
  "figure-left": ({ count }) => `${many(count, "move", "moves")} to choose from:`,
  "figure-more": "{count} more are not listed: choose on the drawing.",
  "figure-moves": "Moves: {moves}",
  "figure-examples": "Positions are written like {position}; checks look at lists such as {list}.",
  "thing-vertex": "Vertex {label}",
  "thing-element": "Element {label}",
  "thing-edge": "Edge {from}–{to}",
  "thing-square": "Square in row {row}, column {column}",
  "thing-token": "the token lies here",
  "thing-heads": "heads",
  "thing-tails": "tails",
  "thing-full": "full",
  "thing-empty": "empty",
  "on-list": "On these positions",
};

/** The rules of the games of the gallery in words. */
export const rules = {
  "arc-kayles": "Take an edge with both of its ends.",
  "chomp-on-posets": "Take an element with all above it. chomp(m,n) is the bar of m by n squares without the poisoned one, divisors(N) without bottom is Schuh's game of divisors.",
  cram: "Put a domino on two neighbouring empty cells.",
  downright: "A token in the top left square of a Young diagram goes one square down or right and stays on the diagram; what it cannot reach any more goes. Its lost positions are those of LCTR in misère play.",
  "even-vertices": "Take a vertex at which an even number of edges is.",
  "graph-chomp": "Take an edge, or a vertex with the edges at it.",
  "kayles-on-boards": "Knock down one pin, or two that are next to each other in a row or column.",
  "lctr-diagrams": "Remove the left column or the top row of a Young diagram.",
  "mock-turtles-coins": "Coins in a row: turn one, two or three of them, of which the last one showed heads.",
  "multiple-hooks": "The squares of an m by n rectangle are numbered along their diagonals, upwards from two opposite corners. Remove a hook of a diagram in it, and then, as long as there is one, a hook with the same numbers.",
  "node-kayles": "Take a vertex with its neighbours: pieces are put on a graph so that no two are next to each other.",
  notakto: "Put a cross on an empty cell; three in a row end play. In misère play, which is meant, whoever makes them loses; in normal play they win.",
  "odd-vertices": "Take a vertex at which an odd number of edges is.",
  "placing-queens": "Put a queen on a square where no other attacks it: Node Kayles on the graph of the queen's moves, queens(n,n).",
  "queen-on-diagrams": "A queen in the top left square goes down, right or diagonally down and right and stays on the diagram; what it cannot reach any more goes.",
  "rook-on-diagrams": "A rook in the top left square goes any number of squares down or right and stays on the diagram; what it cannot reach any more goes.",
  rugs: "Turn all coins of a rectangle, of which the last one showed heads.",
  "ruler-coins": "Coins in a row: turn any run of neighbours, of which the last one showed heads.",
  "sato-hooks": "Remove a hook of a Young diagram; what is right of it and below it moves up and left.",
  "schuhs-game": "Name a divisor of N other than 1 that is no multiple of one named before; a position is what may still be named: divisors(N) without bottom.",
  "subset-take-away": "Name a set of the numbers 1 to n, not empty and not all of them, that contains none named before.",
  "treblecross-on-boards": "Put a cross on an empty cell; whoever makes three in a row, in a column or diagonally wins, which ends play.",
  "turning-corners": "Turn the corners of a rectangle, of which the last one showed heads. A head in row x and column y, both counted from 0, is worth the nim product of x and y.",
  "vertex-geography": "Walk with the token along an edge; the vertex that it leaves goes. Whoever moves first wins exactly if every largest matching covers the token's vertex.",
};
