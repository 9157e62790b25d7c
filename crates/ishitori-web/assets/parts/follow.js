// Following work on the server: by a stream of events, or, where enough streams are open already, by asking
// now and then. A browser keeps six connections to a server; streams that took them all would leave none to
// cancel anything with.

import { get } from "../api.js";

const STREAMS = 2;
const PAUSE = 700;
const ENDED = ["done", "failed", "cancelled", "gave-up"];
let open = 0;

/** Tells `progress(state)` as it goes, `result(state)` once, or `failed(problem)`. Gives back what ends it. */
export function follow(id, told) {
  return open < STREAMS ? listen(id, told) : look(id, told);
}

const path = (id) => `jobs/${encodeURIComponent(id)}`;

function listen(id, told) {
  const source = new EventSource(`/api/${path(id)}/events`);
  let after = null;
  let over = false;
  open += 1;
  const close = () => {
    if (over) return;
    over = true;
    open -= 1;
    source.close();
  };
  source.addEventListener("progress", (event) => told.progress(JSON.parse(event.data)));
  source.addEventListener("result", (event) => {
    close();
    told.result(JSON.parse(event.data));
  });
  source.onerror = () => {
    // The server has gone, or forgotten it: asking tells which.
    if (over) return;
    close();
    after = look(id, told);
  };
  return () => {
    close();
    after?.();
  };
}

function look(id, told) {
  let timer;
  let ended = false;
  const ask = async () => {
    try {
      const state = await get(path(id));
      if (ended) return;
      if (ENDED.includes(state.state)) return told.result(state);
      told.progress(state);
      timer = setTimeout(ask, PAUSE);
    } catch (problem) {
      if (!ended) told.failed(problem);
    }
  };
  ask();
  return () => {
    ended = true;
    clearTimeout(timer);
  };
}
