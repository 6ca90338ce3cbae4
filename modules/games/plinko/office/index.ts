import type { GameOffice } from "#modules/bets/shared/game-office.ts";

export const office: GameOffice = {
  bets: [
    { text: "rows", value: ({ choice }) => choice.rows },
    { text: "risk", value: ({ choice }) => choice.risk },
    { text: "path", value: ({ outcome }) => outcome.path },
  ],
};
