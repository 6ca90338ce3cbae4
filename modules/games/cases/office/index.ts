import type { GameOffice } from "#modules/bets/shared/game-office.ts";

export const office: GameOffice = {
  bets: [
    { text: "case", value: ({ choice }) => choice.slug },
    { text: "count", value: ({ choice }) => choice.count },
    { text: "prizes", value: ({ outcome }) => outcome.multipliers },
  ],
};
