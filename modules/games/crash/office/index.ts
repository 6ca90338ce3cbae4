import { formatHundredths } from "#kit/std/hundredths.ts";
import type { GameOffice } from "#modules/bets/shared/game-office.ts";

/** The point belongs to the round: a bet's outcome does not contain it. */
export const office: GameOffice = {
  bets: [
    { text: "cashed_out_at", value: ({ outcome }) => outcome.cashed_out_at },
    { text: "auto_cash_out", value: ({ choice }) => choice.auto_cash_out },
  ],
  rounds: [{ text: "point", value: ({ point }) => (point ? formatHundredths(Number(point)) : null) }],
};
