// Elements from data. Every text goes in as a text node, so nothing that comes from the server,
// from a rule or from the address bar can become markup; there is no innerHTML in this program.

const SVG = "http://www.w3.org/2000/svg";

function fill(node, properties, children) {
  for (const [name, value] of Object.entries(properties ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name === "on") {
      for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    } else if (name === "value" || name === "checked" || name === "selected") {
      node[name] = value;
    } else {
      node.setAttribute(name, value === true ? "" : String(value));
    }
  }
  node.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return node;
}

/** An HTML element: `el("p", {class: "x", on: {click}}, "text", child)`. */
export function el(tag, properties, ...children) {
  return fill(document.createElement(tag), properties, children);
}

/** The same for SVG. */
export function svg(tag, properties, ...children) {
  return fill(document.createElementNS(SVG, tag), properties, children);
}

/** Replaces what is in `node`. */
export function put(node, ...children) {
  node.replaceChildren(
    ...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false),
  );
  return node;
}

let count = 0;
/** A fresh id, to tie a label to its field. */
export const fresh = (stem) => `${stem}-${(count += 1)}`;

/** A field with its label. */
export function labelled(text, field, extra) {
  field.id ||= fresh("field");
  return el("div", { class: "field" }, el("label", { for: field.id }, text), field, extra);
}

/** A choice; `choices` are `[value, text]`. */
export function select(choices, value, change) {
  const field = el(
    "select",
    { on: { change: () => change(field.value) } },
    choices.map(([key, text]) => el("option", { value: key, selected: key === value }, text)),
  );
  return field;
}

/** One of a few, all in view: a group of radio buttons drawn as one bar. */
export function segments(legend, choices, value, change) {
  const name = fresh("choice");
  return el(
    "fieldset",
    { class: "segments" },
    el("legend", {}, legend),
    choices.map(([key, text]) =>
      el(
        "label",
        {},
        el("input", { type: "radio", name, value: key, checked: key === value, on: { change: () => change(key) } }),
        el("span", {}, text),
      ),
    ),
  );
}

/** A box to tick. */
export function tick(text, checked, change) {
  const box = el("input", { type: "checkbox", checked, on: { change: () => change(box.checked) } });
  return el("label", { class: "tick" }, box, el("span", {}, text));
}

/** Calls `action` once no call has come for so long. */
export function later(milliseconds, action) {
  let timer;
  const call = (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => action(...given), milliseconds);
  };
  call.cancel = () => clearTimeout(timer);
  return call;
}
