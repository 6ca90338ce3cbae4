import type { Visit } from "#tools/demo/crowd/visit.ts";

const visit: Visit = async player => {
  await player.bet("/api/v1/games/limbo/bets", {
    stake: player.nextStake(),
    target: player.pick(["1.50", "2.00", "5.00"]),
  });
};

/** What demo players do here. */
export const visits: readonly Visit[] = [visit];
