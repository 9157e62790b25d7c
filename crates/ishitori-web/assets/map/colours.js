// What a value looks like. Values above 0 run through viridis without its darkest fifth, as in the
// pictures of the command line: even to the eye, and safe for every kind of colour blindness.
// Value 0, the P-positions, is black, far from all others in lightness, not in hue alone.

const VIRIDIS = [
  0x414487, 0x39568c, 0x31688e, 0x2a788e, 0x23888e, 0x1f988b, 0x22a884, 0x35b779, 0x54c568, 0x7ad151, 0xa5db36,
  0xd2e21b, 0xfde725,
];
/** No position. */
export const NONE = 0xffff;

const split = (colour) => [colour >> 16, (colour >> 8) & 255, colour & 255];

/** The colour `share` of the way from dark to light, as [red, green, blue]. */
export function viridis(share) {
  const at = Math.min(Math.max(share, 0), 1) * (VIRIDIS.length - 1);
  const low = Math.min(Math.floor(at), VIRIDIS.length - 2);
  const [from, to] = [split(VIRIDIS[low]), split(VIRIDIS[low + 1])];
  return from.map((part, i) => Math.round(part + (to[i] - part) * (at - low)));
}

export const dark = () => {
  const theme = document.documentElement.dataset.theme;
  return theme ? theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
};

/** P and N of an outcome map; P is always the one that stands out from the page. */
export const outcomeColours = () =>
  dark()
    ? [
        [255, 214, 112],
        [44, 49, 60],
      ]
    : [
        [17, 20, 26],
        [226, 221, 207],
      ];

const pack = ([red, green, blue]) => (255 << 24) | (blue << 16) | (green << 8) | red;

/** A table from values to pixels for values up to `top`. */
export function ink(what, top) {
  const table = new Uint32Array(NONE + 1);
  if (what === "outcome") {
    const [p, n] = outcomeColours();
    table.fill(pack(n));
    table[0] = pack(p);
  } else {
    for (let value = 1; value < NONE; value += 1) {
      table[value] = value > top ? table[top] : pack(viridis((value - 1) / Math.max(top - 1, 1)));
    }
    table[0] = pack([0, 0, 0]);
  }
  table[NONE] = 0;
  return table;
}

/** What is read best on the colour of a value. */
export function textOn(what, value, top) {
  if (what === "outcome") return (value === 0) === dark() ? "#111" : "#f4f1e8";
  if (value === 0) return "#fff";
  const [red, green, blue] = viridis((value - 1) / Math.max(top - 1, 1));
  return 299 * red + 587 * green + 114 * blue > 140000 ? "#000" : "#fff";
}
