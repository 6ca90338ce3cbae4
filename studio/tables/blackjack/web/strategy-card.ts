import { el } from "#studio/frame/web/dom.ts";
import { dealerCards, hardCard, pairCard, softCard } from "../card.ts";
import type { BlackjackText } from "./texts.ts";

const letters: Readonly<Record<string, string>> = { h: "H", s: "S", d: "D", D: "Ds", p: "P", "-": "" };
const rank = (value: number) => (value === 1 ? "A" : String(value));

/** Basic strategy for the rules dialog. */
export function strategyCard(say: (key: BlackjackText) => string): readonly HTMLElement[] {
  const part = (title: string, card: ReadonlyMap<number, string>, name: (key: number) => string) =>
    el(
      "table",
      { class: "bj-card" },
      el(
        "thead",
        {},
        el("tr", {}, el("th", { scope: "col" }, title), ...dealerCards.map(up => el("th", { scope: "col" }, rank(up)))),
      ),
      el(
        "tbody",
        {},
        ...[...card].map(([key, row]) =>
          el(
            "tr",
            {},
            el("th", { scope: "row" }, name(key)),
            ...[...row].map(cell => el("td", { class: `c-${cell}` }, letters[cell] ?? "")),
          ),
        ),
      ),
    );
  return [
    el("h3", {}, say("card")),
    el("p", {}, say("cardText")),
    part(say("cardHard"), hardCard, String),
    part(say("cardSoft"), softCard, total => `A${total - 11}`),
    part(say("cardPair"), pairCard, value => `${rank(value)}${rank(value)}`),
  ];
}
