// The questions to the server. Whatever is refused comes back as a Refusal with the server's words.

import { query } from "./address.js";
import { t } from "./i18n.js";
import { said } from "./said.js";

/** The server said no, and why. */
export class Refusal extends Error {
  constructor(status, body) {
    super(body.error ?? `HTTP ${status}`);
    this.status = status;
    this.limit = body.limit;
    this.problems = body.problems ?? [];
  }
}

async function answer(response) {
  if (response.ok) return response;
  let body = {};
  try {
    body = await response.json();
  } catch {
    // Not JSON: the status is all there is to tell.
  }
  throw new Refusal(response.status, body);
}

/** A limit by its name, with what was asked for if that is known. */
function limitWords({ name, most, asked }) {
  const number = (value) => (typeof value === "number" ? value.toLocaleString() : String(value));
  const values = { name: t(`limit-${name}`), most: number(most), asked: number(asked) };
  return t(asked === null || asked === undefined ? "limit" : "limit-asked", values);
}

/** The words for whatever went wrong. */
export function words(problem) {
  if (problem instanceof Refusal) {
    const { message, limit, problems } = problem;
    // Most sentences tell the limit themselves; one that only names it is said in the words for that limit.
    if (limit && /^the limit \w+ is /.test(message)) return limitWords(limit);
    const whole = ({ message, hint }) => (hint ? `${said(message)} – ${said(hint)}` : said(message));
    return problems.length ? whole(problems[0]) : said(message);
  }
  return problem instanceof TypeError ? t("offline") : String(problem.message ?? problem);
}

export async function get(path, values = {}, signal) {
  return (await answer(await fetch(`/api/${path}${query(values)}`, { signal }))).json();
}

export async function bytes(path, values, signal) {
  return (await answer(await fetch(`/api/${path}${query(values)}`, { signal }))).arrayBuffer();
}

export async function post(path, body, signal) {
  const response = await fetch(`/api/${path}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(body),
    signal,
  });
  return (await answer(response)).json();
}

export const stop = (id) => fetch(`/api/jobs/${encodeURIComponent(id)}`, { method: "DELETE" });

/** The address of something to look at or to keep. */
export const address = (path, values = {}) => `/api/${path}${query(values)}`;

let all;
/** The catalogue. It is asked once, or again where verdicts that came in meanwhile matter. */
export function games(again = false) {
  if (again || !all) {
    all = get("games");
    all.catch(() => {
      all = undefined;
    });
  }
  return all;
}

const known = new Map();
/** One game with its arguments; asked once. */
export function game(name) {
  if (!known.has(name)) {
    const asked = get("game", { game: name });
    known.set(name, asked);
    asked.catch(() => known.delete(name));
  }
  return known.get(name);
}
