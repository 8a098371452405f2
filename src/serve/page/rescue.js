// If the page cannot begin, such as with things kept by a broken page of this address, it can forget them and begin anew.
import { byId, make } from "./dom.js";
import { forgetAll } from "./state/store.js";
import { say } from "./words.js";

function offer() {
  // The language is not known: one of the things that are kept.
  if ("ready" in document.body.dataset) return;
  const begin = () => { forgetAll(); history.replaceState(null, "", location.pathname); location.reload(); };
  byId("connection").replaceChildren(say("cannotBegin"), " ", make("button", { "data-key": "beginAnew", onclick: begin }, say("beginAnew")));
  byId("connection").hidden = false;
}
addEventListener("error", offer);
addEventListener("unhandledrejection", offer);
