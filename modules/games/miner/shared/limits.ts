import { stakeTable } from "#modules/bets/shared/stakes.ts";

/** Stakes of one round; EUR as USD, INR as RUB. */
export const minerLimits = stakeTable({
  RUB: ["1", "1000"],
  USD: ["0.01", "10"],
  KZT: ["5", "5000"],
  INR: ["1", "1000"],
  EUR: ["0.01", "10"],
});
