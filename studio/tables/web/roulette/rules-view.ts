import { el } from "#studio/frame/web/dom.ts";
import type { Money } from "#studio/frame/web/money.ts";
import { returnsOf, type Spot } from "../../roulette/spots.ts";
import type { TableLimits } from "../../shared/table-game.ts";
import type { TableState } from "../table-state.ts";
import { type Language, type Say, spotKindText } from "../texts.ts";

const kinds = [
  ["straight-0", "straight"],
  ["split-1-2", "split"],
  ["street-1", "street"],
  ["corner-1", "corner"],
  ["line-1", "line"],
  ["dozen-1", "dozen"],
  ["red", "even"],
] as const;

/** What every bet pays and takes, and how the round's result is made. */
export function rulesContent({
  say,
  language,
  money,
  limits,
  state,
  spots,
}: {
  readonly say: Say;
  readonly language: Language;
  readonly money: Money;
  readonly limits: TableLimits;
  readonly state: TableState;
  readonly spots: readonly Spot[];
}): HTMLElement[] {
  const rows = kinds.flatMap(([id, text]) => {
    const spot = spots.find(each => each.id === id);
    if (!spot) return [];
    const odds = `${returnsOf(spot.numbers) - 1n}:1`;
    return [
      el(
        "tr",
        {},
        el("th", { scope: "row" }, spotKindText(language, text)),
        el("td", {}, odds),
        el("td", {}, money.show(limits.most(id))),
      ),
    ];
  });
  const { round } = state;
  const fact = (name: string, value: string | null | undefined) =>
    value ? [el("dt", {}, name), el("dd", { class: "hash" }, value)] : [];
  return [
    el("p", {}, say("rulesText")),
    el(
      "table",
      { class: "pays" },
      el(
        "thead",
        {},
        el("tr", {}, ...(["bet", "pays", "most"] as const).map(key => el("th", { scope: "col" }, say(key)))),
      ),
      el("tbody", {}, ...rows),
    ),
    el("p", {}, `${say("roundLimit")}: ${money.show(limits.mostInRound)}`),
    el("h3", {}, say("fairTitle")),
    el("p", {}, say("fairText")),
    el(
      "dl",
      { class: "proof" },
      ...fact(say("fairHead"), state.chainHead),
      ...fact(say("committed"), round?.link_hash),
      ...fact(say("fairEntries"), round?.entries_hash),
      ...(round ? fact(say("fairBeacon", { n: round.beacon_round }), round.beacon_value ?? "…") : []),
      ...(round ? fact(say("fairLink", { n: round.number }), round.link ?? "…") : []),
    ),
  ];
}
