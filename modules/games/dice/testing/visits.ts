import type { Visit } from "#tools/demo/crowd/visit.ts";

const visit: Visit = async player => {
  const target = player.pick(["49.50", "24.75", "66.00", "10.00"]);
  await player.bet("/api/v1/games/dice/bets", { stake: player.nextStake(), direction: "under", target });
};

/** What demo players do here. */
export const visits: readonly Visit[] = [visit, visit];
