import type { GameOffice } from "#modules/bets/shared/game-office.ts";

export const office: GameOffice = {
  bets: [
    { text: "pocket", value: ({ outcome }) => outcome.pocket },
    {
      text: "chips",
      value: ({ choice: { chips } }) =>
        Array.isArray(chips) ? chips.map(({ spot, stake }) => `${spot} ${stake}`) : null,
    },
  ],
  rounds: [{ text: "pocket", value: ({ pocket }) => pocket }],
};
