import type { GameOffice } from "#modules/bets/shared/game-office.ts";

export const office: GameOffice = {
  bets: [
    { text: "side", value: ({ choice }) => choice.side },
    { text: "landed", value: ({ outcome }) => outcome.landed },
    { text: "end", value: ({ outcome }) => outcome.end },
  ],
};
