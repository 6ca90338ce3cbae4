import type { Visit } from "#tools/demo/crowd/visit.ts";

const visit: Visit = async player => {
  const spot = player.pick(["red", "black", "even", "odd"]);
  await player.bet("/api/v1/games/roulette/bets", { chips: [{ spot, stake: player.nextStake() }] });
};

/** What demo players do here; games with public rounds are played more often than others. */
export const visits: readonly Visit[] = [visit, visit];
