import type { GameOffice } from "#modules/bets/shared/game-office.ts";

export const office: GameOffice = {
  bets: [
    { text: "roll", value: ({ outcome }) => outcome.roll },
    { text: "direction", value: ({ choice }) => choice.direction },
    { text: "target", value: ({ choice }) => choice.target },
  ],
};
