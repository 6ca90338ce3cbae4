import type { GameOffice } from "#modules/bets/shared/game-office.ts";

export const office: GameOffice = {
  bets: [
    { text: "drawn_multiplier", value: ({ outcome }) => outcome.result },
    { text: "target", value: ({ choice }) => choice.target },
  ],
};
