import { el } from "#studio/frame/web/dom.ts";
import type { Money } from "#studio/frame/web/money.ts";
import type { TableLimits } from "../shared/table-game.ts";
import type { Stage } from "./stage.ts";
import type { TableState } from "./table-state.ts";
import type { Say } from "./texts.ts";

/** What every bet pays and takes, and how the round's result is made. */
export function rulesContent({
  say,
  money,
  limits,
  state,
  stage,
}: {
  readonly say: Say;
  readonly money: Money;
  readonly limits: TableLimits;
  readonly state: TableState;
  readonly stage: Pick<Stage, "texts" | "pays" | "more">;
}): HTMLElement[] {
  const rows = stage.pays.map(({ name, odds, spot }) =>
    el("tr", {}, el("th", { scope: "row" }, name), el("td", {}, odds), el("td", {}, money.show(limits.most(spot)))),
  );
  const { round } = state;
  const fact = (name: string, value: string | null | undefined) =>
    value ? [el("dt", {}, name), el("dd", { class: "hash" }, value)] : [];
  return [
    el("p", {}, stage.texts.rules),
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
    ...(stage.more ?? []),
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
