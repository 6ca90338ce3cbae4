import { errorCode } from "#kit/contract/error-code.ts";
import { policyAcceptanceRequired } from "#modules/limits/shared/errors.ts";
import { insufficientFunds } from "#modules/wallet/shared/errors.ts";

/** Why a stake can be refused in any game, in the order of the checks. */
export const currencyRequired = errorCode("currency_required", {
  status: 409,
  when: "a bet of a player who has not chosen a currency yet",
});
export const currencyChanged = errorCode("currency_changed", {
  status: 409,
  when: "the bet names another currency than the player's active one, for example after a change in another tab; no stake is taken",
});
export const stakeOutOfLimits = errorCode("stake_out_of_limits", {
  status: 422,
  when: "the stake is below `data.min` or above `data.max` of the game in the player's currency; of a slip, whose total is meant, `data.min_unit` is the smallest `unit`",
});
export const winCapPassed = errorCode("win_cap", {
  status: 422,
  when: "the largest payout of the bet would pass `data.win_cap`; `data.max_stake` is the largest stake that is allowed",
});
export const clientSeedRequired = errorCode("client_seed_required", {
  status: 409,
  when: "a bet of a per-player game before a client seed was set for the current server seed",
});
export const bettingClosed = errorCode("betting_closed", {
  status: 409,
  when: "a stake arrives after the shared round has closed for bets; no stake is taken",
});
export const limitReached = errorCode("limit_reached", {
  status: 409,
  when: "the stake would pass one of the player's daily limits, their own or an operator's, or the player is on a break",
});

export const playTimeOver = errorCode("play_time_over", {
  status: 409,
  when: "a stake beyond a time limit of the player, their own or an operator's; `data.of` says whether it is the daily or the session limit, `data.until` when stakes are accepted again",
});
export const limitUnchecked = errorCode("limit_unchecked", {
  status: 409,
  when: "a stake that has to be compared with a limit or with stakes in another currency, before the day's rates are fixed",
});
export const realityCheckDue = errorCode("reality_check_due", {
  status: 409,
  when: "a stake while a reality check is not confirmed; open rounds continue",
});

export const bonusMaxBet = errorCode("bonus_max_bet", {
  status: 409,
  when: "a stake above the maximum bet of the active bonus that real money alone does not cover",
});

export const strategyNotFound = errorCode("strategy_not_found", {
  status: 404,
  when: "a change or deletion of a saved strategy that does not exist or belongs to another player",
});
export const strategyNameTaken = errorCode("strategy_name_taken", {
  status: 409,
  when: "a strategy is saved under a name that another strategy of the same game and currency has",
});
export const tooManyStrategies = errorCode("too_many_strategies", {
  status: 409,
  when: "a 21st strategy of a player",
});
export const strategyErrors = [strategyNotFound, strategyNameTaken, tooManyStrategies];

/** Why a step or a cash-out of a round that is played in steps can be refused. */
export const roundOver = errorCode("round_over", {
  status: 409,
  when: "a step or a cash-out of a round that has ended, from another tab, automatically, or because it was abandoned",
});
export const stepNotOffered = errorCode("step_not_offered", {
  status: 409,
  when: "a step that has already been taken (`data.reason` is `taken`), that was chosen when the round had another number of steps (`passed`), or whose payout could pass the win cap of the bet (`over_cap`)",
});
export const cashOutEarly = errorCode("cash_out_early", {
  status: 409,
  when: "a cash-out before the first step that counts",
});
export const roundErrors = [roundOver, stepNotOffered, cashOutEarly];

export const idempotencyExpired = errorCode("idempotency_expired", {
  status: 409,
  when: "the idempotency key, a UUID of version 7, is of a bet placed more than 30 days ago, which is in the history",
});

/** A stake's possible refusals in every game. */
export const stakeErrors = [
  stakeOutOfLimits,
  winCapPassed,
  currencyRequired,
  currencyChanged,
  clientSeedRequired,
  bettingClosed,
  limitReached,
  limitUnchecked,
  playTimeOver,
  realityCheckDue,
  policyAcceptanceRequired,
  bonusMaxBet,
  insufficientFunds,
  idempotencyExpired,
];
