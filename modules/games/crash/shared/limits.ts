import { stakeTable } from "#modules/bets/shared/stakes.ts";

/** Stakes of one bet on a flight. */
export const crashLimits = stakeTable({
  RUB: ["1", "50000"],
  USD: ["0.01", "500"],
  KZT: ["5", "250000"],
  INR: ["1", "50000"],
  EUR: ["0.01", "500"],
});
