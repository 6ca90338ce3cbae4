import { showPercent } from "#kit/i18n/numbers.ts";
import { el } from "#studio/frame/web/dom.ts";
import { paidBox } from "../../web/paid-box.ts";
import type { TableState } from "../../web/table-state.ts";
import { type Language, textsOf } from "../../web/texts.ts";
import { colourOf, pockets } from "../spots.ts";
import { partsOf, statisticsOf } from "./numbers.ts";
import type { RouletteSay } from "./texts.ts";

/** Results, statistics and who was paid: history only. */

export const numbersOf = (state: Pick<TableState, "history">): readonly number[] =>
  state.history.flatMap(({ outcome }) => {
    const { number } = (outcome ?? {}) as { number?: number };
    return number === undefined ? [] : [number];
  });

const pocket = (number: number) => el("li", { class: `num ${colourOf(number)}` }, String(number));

export function resultList(state: TableState, most: number): HTMLElement[] {
  return numbersOf(state).slice(0, most).map(pocket);
}

export interface PanelFacts {
  readonly say: RouletteSay;
  readonly language: Language;
  /** The viewer's public id, which marks their own win of the last round. */
  readonly ownId: string | null;
}

export function panels(state: TableState, { say, language, ownId }: PanelFacts): HTMLElement[] {
  const numbers = numbersOf(state);
  const [last] = numbers;
  return [
    lastBox(last, numbers, say, language),
    statisticsBox(numbers, say, language),
    ...(last === undefined ? [] : [paidBox(state.winners, language, ownId)]),
  ];
}

function lastBox(
  last: number | undefined,
  numbers: readonly number[],
  say: RouletteSay,
  language: Language,
): HTMLElement {
  const [first, second] = last === undefined ? ["", ""] : partsOf(last, say);
  return el(
    "section",
    { class: "box last" },
    el("h2", { class: "muted" }, textsOf(language)("lastResult")),
    el(
      "div",
      { class: "big" },
      el("b", { class: last === undefined ? "" : colourOf(last) }, last === undefined ? "–" : String(last)),
      el("span", {}, el("b", {}, first), el("small", {}, second)),
    ),
    el("ol", { class: "nums" }, ...numbers.slice(0, 12).map(pocket)),
  );
}

function statisticsBox(numbers: readonly number[], say: RouletteSay, language: Language): HTMLElement {
  const { total, shares, most, least } = statisticsOf(numbers, 4);
  if (total === 0)
    return el("section", { class: "box stats" }, el("p", { class: "muted" }, textsOf(language)("noRounds")));
  const share = (colour: "red" | "green" | "black") => {
    const part = shares[colour] / total;
    const bar = el("span", { class: colour }, part > 0.15 ? showPercent(String(Math.round(part * 100)), language) : "");
    bar.style.flexGrow = String(Math.max(part, 0.02));
    bar.hidden = part === 0;
    return bar;
  };
  const row = (label: string, list: readonly number[]) =>
    el(
      "div",
      { class: "row" },
      el("span", { class: "muted" }, label),
      el("ol", { class: "nums" }, ...list.map(pocket)),
    );
  return el(
    "section",
    { class: "box stats" },
    el(
      "header",
      {},
      el("h2", {}, textsOf(language)("statistics", { n: total })),
      el("small", {}, textsOf(language)("historyOnly")),
    ),
    el("div", { class: "shares", "aria-hidden": "true" }, share("red"), share("green"), share("black")),
    row(say("mostOften"), most),
    total >= pockets && row(say("leastOften"), least),
  );
}
