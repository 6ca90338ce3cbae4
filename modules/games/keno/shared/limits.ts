import { stakeTable } from "#modules/bets/shared/stakes.ts";

/** Stakes of one draw: those of coinflip in every currency. */
export const kenoLimits = stakeTable({
  RUB: ["1", "10000"],
  USD: ["0.01", "100"],
  KZT: ["5", "50000"],
  INR: ["1", "10000"],
  EUR: ["0.01", "100"],
});
