import { parseDecimal } from "#kit/money/amount.ts";
import { showMoney } from "#kit/money/show.ts";
import type { Currency } from "#studio/engine/shared/types.ts";
import { el } from "#studio/frame/web/dom.ts";
import type { Winner } from "../shared/calls.ts";
import { type Language, textsOf } from "./texts.ts";

/** Who was paid in the last round. */
export function paidBox(winners: readonly Winner[], language: Language, ownId: string | null): HTMLElement {
  const say = textsOf(language);
  const rows = winners
    .slice(0, 4)
    .map(({ nick, payout, currency, public_id }) =>
      el(
        "li",
        {},
        el("span", {}, public_id === ownId ? say("you") : nick),
        el("b", {}, showMoney(parseDecimal(payout), currency as Currency, language)),
      ),
    );
  return el(
    "section",
    { class: "box paid" },
    el("h2", {}, say("paid")),
    rows.length > 0 ? el("ul", {}, ...rows) : el("p", { class: "muted" }, say("noWins")),
  );
}
