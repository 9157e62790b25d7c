// What is known of the period of a sequence, in words.

import { el } from "../dom.js";
import { t } from "../i18n.js";
import { badge } from "./verdict.js";

/** A paragraph about the answer of `sequence`. */
export function period({ period: found, seems, computed }) {
  if (found) {
    const words = [t(found.saltus ? "period-saltus" : "period-plain", found)];
    if (found.proved) words.push(t("period-proved", found));
    return el("p", { class: "period" }, found.proved && badge("proved"), " ", words.join(" "));
  }
  const words = [t("period-none", { computed })];
  if (seems) words.push(t(seems.saltus ? "period-seems-saltus" : "period-seems", seems));
  return el("p", { class: "period" }, words.join(" "));
}
