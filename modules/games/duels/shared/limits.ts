import { stakeTable } from "#modules/bets/shared/stakes.ts";

/** Stake limits of each side: those of a coinflip bet. */
export const duelLimits = stakeTable({
  RUB: ["1", "10000"],
  USD: ["0.01", "100"],
  KZT: ["5", "50000"],
  INR: ["1", "10000"],
  EUR: ["0.01", "100"],
});
