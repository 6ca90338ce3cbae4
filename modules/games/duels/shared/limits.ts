import { stakeTable } from "#modules/bets/shared/stakes.ts";

/** The stake of each of the two: those of a flip against the house. */
export const duelLimits = stakeTable({
  RUB: ["1", "10000"],
  USD: ["0.01", "100"],
  KZT: ["5", "50000"],
  INR: ["1", "10000"],
  EUR: ["0.01", "100"],
});
