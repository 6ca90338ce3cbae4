import type { GameOffice } from "#modules/bets/shared/game-office.ts";

export const office: GameOffice = {
  bets: [
    { text: "picks", value: ({ choice }) => choice.picks },
    { text: "risk", value: ({ choice }) => choice.risk },
    { text: "drawn", value: ({ outcome }) => outcome.drawn },
    { text: "hits", value: ({ outcome }) => outcome.hits },
  ],
};
