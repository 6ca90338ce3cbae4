import type { Visit } from "#tools/demo/crowd/visit.ts";

const visit: Visit = async player => {
  const auto_cash_out = player.pick(["1.50", "2.00", "3.00", "1.20", "10.00"]);
  await player.bet("/api/v1/games/crash/bets", { stake: player.nextStake(), auto_cash_out });
};

/** What demo players do here; games with public rounds are played more often than others. */
export const visits: readonly Visit[] = [visit, visit, visit];
