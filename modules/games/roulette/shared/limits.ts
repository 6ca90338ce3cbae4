import { stakeTable } from "#modules/bets/shared/stakes.ts";

/** Stakes on one spot of the cloth. Where smallest and largest are the same, the chip is fixed. */
export const rouletteLimits = stakeTable({
  RUB: ["1", "10000"],
  USD: ["0.01", "0.1"],
  KZT: ["5", "5"],
  INR: ["1", "1"],
  EUR: ["0.01", "0.1"],
});
