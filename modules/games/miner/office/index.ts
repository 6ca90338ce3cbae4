import type { GameOffice } from "#modules/bets/shared/game-office.ts";

export const office: GameOffice = {
  bets: [
    { text: "mines", value: ({ choice }) => choice.mines },
    { text: "mined_tiles", value: ({ outcome }) => outcome.board },
    { text: "end", value: ({ outcome }) => outcome.end },
  ],
};
