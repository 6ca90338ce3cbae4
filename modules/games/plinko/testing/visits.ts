import type { Visit } from "#tools/demo/crowd/visit.ts";

const visit: Visit = async player => {
  const choice = { rows: player.pick([8, 12, 16]), risk: player.pick(["low", "medium", "high"]) };
  await player.bet("/api/v1/games/plinko/bets", { stake: player.nextStake(), ...choice });
};

/** What demo players do here. */
export const visits: readonly Visit[] = [visit];
