// Games on single heaps, in English.

export default {
  "single-heaps": "Single heaps",
  "values-period": "Values and period",
  "plot-label": "Values of single heaps of {title}",
  "plot-hint": "Point at the plot to see the value of a heap; click to see its moves.",
  "plot-click": "Click a heap in the plot, or type a position of several heaps: its value and its moves are shown here.",
  "plot-keys":
    "Drag to move, wheel to zoom. Keys: arrows move the cursor, Page Up and Page Down further, + and − zoom, 0 shows all, Enter shows the moves of the heap.",
  "heap-of": "Heap of {heap}",
  "show-position": "Show this position",
  "convention-of-position": "Convention (of the position)",
  "download-sequence": "The whole sequence:",
  "period-plain": "From heap {start} on the values repeat with period {length}.",
  "period-saltus": "From heap {start} on the values repeat with period {length}, growing by {saltus} each time.",
  "period-proved": "The first {values} values prove it, and an independent checker has accepted the proof.",
  "period-none": "No period is proved with {computed} values.",
  "period-seems": "It seems to have period {length} from heap {start} on, but that is not proved here.",
  "period-seems-saltus":
    "It seems to have period {length} from heap {start} on, growing by {saltus}, but that is not proved here.",
  "zero-heaps": "P-positions of one heap",
  "sum-keys":
    "Click a heap, then what it is to become. Keys: arrows left and right choose a heap, Enter opens it, down goes to what it can become, Enter chooses and once more makes the move; H hints, U takes back.",
  "heap-becomes": ({ size, count }) => `The heap of ${size} can become (${count} ${count === 1 ? "way" : "ways"}):`,
  "heap-stuck": "The heap of {size} cannot be changed.",
  "leaves-nothing": "nothing",
  "what-is-left": "What is left of the heap, as in 3,4",
  choose: "Choose",
  "work-single":
    "In games on single heaps there is nothing to check, prove or discover here: values and period, with its proof, are under Explore.",
};
