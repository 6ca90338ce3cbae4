import { inSteps, type Visit } from "#tools/demo/crowd/visit.ts";

const ladder: Visit = player =>
  inSteps(player, "coinflip", { ladder: true }, () => ["flip", { side: player.pick(["heads", "tails"]) }], 2);

const flip: Visit = async player => {
  const side = player.pick(["heads", "tails"]);
  await player.bet("/api/v1/games/coinflip/bets", { stake: player.nextStake(), side });
};

/** What demo players do here. */
export const visits: readonly Visit[] = [ladder, flip];
