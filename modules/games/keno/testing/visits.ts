import type { Visit } from "#tools/demo/crowd/visit.ts";

const visit: Visit = async player => {
  const first = player.pick([1, 7, 13, 21]);
  const picks = Array.from({ length: player.pick([3, 5, 8]) }, (_, index) => first + index * 2);
  const risk = player.pick(["low", "medium", "high"]);
  await player.bet("/api/v1/games/keno/bets", { stake: player.nextStake(), picks, risk });
};

/** What demo players do here. */
export const visits: readonly Visit[] = [visit];
