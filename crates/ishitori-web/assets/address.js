// The address bar holds the whole state of a view, so that a view can be shared, kept and reloaded.

/** Letters that need no escape in a query and are read better without: positions, games, boards. */
const PLAIN = {
  "%2C": ",",
  "%3A": ":",
  "%28": "(",
  "%29": ")",
  "%2F": "/",
  "%7E": "~",
  "%5B": "[",
  "%5D": "]",
  "%3B": ";",
};
const encode = (text) => encodeURIComponent(text).replace(/%(2C|3A|28|29|2F|7E|5B|5D|3B)/g, (code) => PLAIN[code]);

/** A query from names and values; what is empty is left out. */
export function query(values) {
  const parts = Object.entries(values)
    .filter(([, value]) => value !== undefined && value !== null && value !== "" && value !== false)
    .map(([name, value]) => `${name}=${encode(value === true ? "1" : String(value))}`);
  return parts.length ? `?${parts.join("&")}` : "";
}

/** What the address says. */
export function read() {
  return Object.fromEntries(new URLSearchParams(location.search));
}

/** Says it in the address without a new entry in the history. */
export function write(values) {
  const next = location.pathname + query(values);
  if (next !== location.pathname + location.search) history.replaceState(null, "", next);
}

/** A number from the address, or what is usual, within bounds. */
export function number(text, usual, least, most) {
  const value = text === undefined || text === "" ? NaN : Number(text);
  return Number.isFinite(value) ? Math.min(Math.max(value, least), most) : usual;
}
