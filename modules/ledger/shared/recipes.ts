import { everyAccount } from "./chart.ts";
import type { TransferKind } from "./kinds.ts";

/** An account by its name, or a family of them: `deposits:*`. */
type Pattern = string;

export interface Recipe {
  /** What happened. */
  readonly says: string;
  /** What is moved. */
  readonly amount: string;
  /** The allowed pairs of debit and credit account. */
  readonly legs: readonly (readonly [debit: Pattern, credit: Pattern])[];
}

const recipe = (says: string, amount: string, ...legs: Recipe["legs"]): Recipe => ({ says, amount, legs });

/**
 * How each kind of movement is booked. An invariant checks that every ledger row is one of these, docs/money prints them, and
 * a new kind must declare its accounts here.
 */
export const recipes: Readonly<Record<TransferKind, Recipe>> = {
  stake: recipe("a stake is taken", "the stake", ["player:real", "result:*"], ["player:real", "in play:*"]),
  settle: recipe("an open bet ends", "its stake", ["in play:*", "result:*"]),
  payout: recipe("a bet pays", "the payout, stake included", ["result:*", "player:real"]),
  void: recipe("a bet is void", "its stake", ["in play:*", "player:real"]),
  deposit: recipe("a deposit is credited", "what was paid", ["deposits:*", "player:real"]),
  deposit_held: recipe("a payment that may not be credited", "all of it, or the part over a limit", [
    "deposits:*",
    "to be returned",
  ]),
  quarantine: recipe("a payment of an unknown invoice", "what was paid", ["deposits:*", "quarantine"]),
  return: recipe(
    "money that was held goes back to its payer",
    "what was held",
    ["to be returned", "deposits:*"],
    ["quarantine", "deposits:*"],
  ),
  payout_request: recipe("a payout is requested", "the requested amount", ["player:real", "payouts:*"]),
  payout_cancelled: recipe("it is cancelled, or declined", "the same", ["payouts:*", "player:real"]),
  payout_sent: recipe("it has been paid", "the same: the provider owes us that much less", ["payouts:*", "deposits:*"]),
  refund_request: recipe("a deposit is refunded, by two operators", "the amount of the refund", [
    "player:real",
    "payouts:*",
  ]),
  refund_cancelled: recipe("the provider declines it", "the same", ["payouts:*", "player:real"]),
  refund_sent: recipe(
    "it has been paid, or its bank recalled the payment meanwhile",
    "the same: the provider owes us that much less",
    ["payouts:*", "deposits:*"],
  ),
  commission: recipe(
    "a provider's fee: paid by the payer, or by us",
    "the fee",
    ["deposits:*", "fees"],
    ["fees", "deposits:*"],
  ),
  capital: recipe("the bankroll is paid in, or taken out", "what is paid", ["bank", "capital"], ["capital", "bank"]),
  vault: recipe(
    "money is moved into the vault, or out of it",
    "the sum",
    ["player:real", "player:vault"],
    ["player:vault", "player:real"],
  ),
  bonus: recipe("a bonus is given", "the bonus", ["bonus:*", "player:bonus"]),
  bonus_released: recipe("its wagering is completed", "what is left of it", ["player:bonus", "player:real"]),
  bonus_forfeited: recipe(
    "it is forfeited by its rules, or is over its conversion cap",
    "what is left of it, or is over the cap",
    ["player:bonus", "bonus:*"],
  ),
  bonus_stake: recipe(
    "a stake takes bonus money",
    "the part that real money does not cover",
    ["player:bonus", "result:*"],
    ["player:bonus", "in play:*"],
  ),
  bonus_payout: recipe(
    "a bet of bonus money pays",
    "the bonus money's share of the payout; real when its wagering was completed meanwhile",
    ["result:*", "player:bonus"],
    ["result:*", "player:real"],
  ),
  bonus_void: recipe(
    "a bet of bonus money is void",
    "the bonus money of its stake; real when its wagering was completed meanwhile",
    ["in play:*", "player:bonus"],
    ["in play:*", "player:real"],
  ),
  bonus_share: recipe(
    "a bet of bonus money ends after its bonus was given up or forfeited",
    "the bonus money's share",
    ["result:*", "bonus:*"],
    ["in play:*", "bonus:*"],
  ),
  exchange: recipe("an exchange: the sold amount", "in the one currency", ["player:real", "exchange"]),
  exchange_in: recipe("... the bought amount", "in the other currency", ["exchange", "player:real"]),
  exchange_spread: recipe("... the spread", "in the other currency", ["exchange", "fees"]),
  exchange_rounding: recipe("... the fraction below a hundredth", "in the other currency", ["exchange", "rounding"]),
  jackpot_seed: recipe("a pot begins", "the seed", ["bank", "jackpot:*"]),
  jackpot_share: recipe("a stake feeds a pot", "its share of the stake", ["result:*", "jackpot:*"]),
  jackpot_reserve: recipe("a stake feeds the reserve of a pot", "its share of the stake", [
    "result:*",
    "jackpot reserve:*",
  ]),
  jackpot_reseed: recipe("a pot that was won begins again", "the seed, as far as its reserve has it", [
    "jackpot reserve:*",
    "jackpot:*",
  ]),
  jackpot_lent: recipe("... what is missing of the seed", "the rest: the reserve repays it later", [
    "promotions",
    "jackpot:*",
  ]),
  jackpot_repaid: recipe("a reserve pays back what promotions lent", "at most what was lent", [
    "jackpot reserve:*",
    "promotions",
  ]),
  round_credit: recipe("a provider's round pays before it ends", "that win", ["result:*", "player:real"]),
  round_stake_returned: recipe("a settled round of a provider is voided, by two operators", "the stake of each bet", [
    "result:*",
    "player:real",
  ]),
  round_win_taken: recipe("the same", "each win, as far as the balance has it", ["player:real", "result:*"]),
  round_debt: recipe("the same", "what the balance lacks of a win", ["receivable", "result:*"]),
  jackpot_win: recipe("a pot is won", "what is in it", ["jackpot:*", "player:real"]),
  chargeback: recipe("a bank recalls a deposit", "the deposit", ["receivable", "deposits:*"]),
  chargeback_repaid: recipe("the player's balance repays a debt", "at most the debt", ["player:real", "receivable"]),
  correction: recipe(
    "a manual correction, by two operators",
    "the amount credited or taken",
    ["corrections", "player:real"],
    ["player:real", "corrections"],
  ),
  slip_stake: recipe("a slip of the sportsbook is accepted", "the stake", ["player:real", "in play:betting"]),
  slip_settle: recipe("it ends, or a part of it is cashed out", "the stake of that part", [
    "in play:betting",
    "result:betting",
  ]),
  slip_payout: recipe("it pays, or a cash-out does", "the payout, stake included", ["result:betting", "player:real"]),
  slip_void: recipe("it is void", "its open stake", ["in play:betting", "player:real"]),
  slip_settle_reversed: recipe("a correction puts its stake back into play", "its open stake", [
    "result:betting",
    "in play:betting",
  ]),
  slip_payout_reversed: recipe("... takes its payout back", "the payout, as far as the balance has it", [
    "player:real",
    "result:betting",
  ]),
  slip_void_reversed: recipe("... takes its returned stake back", "the stake, as far as the balance has it", [
    "player:real",
    "in play:betting",
  ]),
  debt: recipe(
    "... and the player owes the rest",
    "what the balance lacks",
    ["receivable", "result:betting"],
    ["receivable", "in play:betting"],
  ),
  slip_boost: recipe("an accumulator's boost", "a share of its return", ["promotions", "player:real"]),
  slip_boost_reversed: recipe("a correction takes the boost back", "the boost, as far as the balance has it", [
    "player:real",
    "promotions",
  ]),
  boost_debt: recipe("... and the player owes the rest", "what the balance lacks", ["receivable", "promotions"]),
  slip_bonus_stake: recipe("a slip takes bonus money", "the part that real money does not cover", [
    "player:bonus",
    "in play:betting",
  ]),
  slip_bonus_payout: recipe(
    "a slip of bonus money pays, or a cash-out of it",
    "the bonus money's share; real when its bonus has ended, or back to the bonus that was given up or forfeited",
    ["result:betting", "player:bonus"],
    ["result:betting", "player:real"],
    ["result:betting", "bonus:*"],
  ),
  slip_bonus_payout_reversed: recipe(
    "a correction takes that share back",
    "the share, from where it went",
    ["player:bonus", "result:betting"],
    ["player:real", "result:betting"],
    ["bonus:*", "result:betting"],
  ),
  slip_bonus_void: recipe(
    "a slip of bonus money is void",
    "the bonus money of its open stake, as a payout",
    ["in play:betting", "player:bonus"],
    ["in play:betting", "player:real"],
    ["in play:betting", "bonus:*"],
  ),
  slip_bonus_void_reversed: recipe(
    "a correction takes it back",
    "the same, as of a payout",
    ["player:bonus", "in play:betting"],
    ["player:real", "in play:betting"],
    ["bonus:*", "in play:betting"],
  ),
  slip_bonus_boost: recipe(
    "the boost of a slip of bonus money",
    "the bonus money's share of it, as of a payout",
    ["promotions", "player:bonus"],
    ["promotions", "player:real"],
    ["promotions", "bonus:*"],
  ),
  slip_bonus_boost_reversed: recipe(
    "a correction takes it back",
    "the same, as of a payout",
    ["player:bonus", "promotions"],
    ["player:real", "promotions"],
    ["bonus:*", "promotions"],
  ),
  slip_bonus_lack: recipe(
    "... and what is no longer there of bonus money",
    "the rest: we bear it",
    ["bonus:*", "result:betting"],
    ["bonus:*", "in play:betting"],
  ),
  slip_boost_lack: recipe("... the same of a boost", "the rest: we bear it", ["bonus:*", "promotions"]),
  debt_repaid: recipe("a later revision of the slip repays its debt", "at most the debt", [
    "player:real",
    "receivable",
  ]),
  debt_collected: recipe("the balance repays the debt of a corrected slip", "at most the debt", [
    "player:real",
    "receivable",
  ]),
  debt_waived: recipe("a debt is waived, by two operators", "at most the debt", ["promotions", "receivable"]),
  free_bet: recipe("a free bet is accepted", "its stake", ["bonus:free_bets", "in play:betting"]),
  free_bet_void: recipe("it is void", "its stake", ["in play:betting", "bonus:free_bets"]),
  free_bet_void_reversed: recipe("a correction takes that back", "its stake", ["bonus:free_bets", "in play:betting"]),
  prize: recipe("a gift to a player", "the prize", ["promotions", "player:real"]),
  chat_budget: recipe("a budget of the chat is approved, by two operators", "the budget", [
    "promotions",
    "chat budget",
  ]),
  rain: recipe("a rain ends", "each player's equal part, cut to a micro-unit", ["chat budget", "player:real"]),
  tip: recipe("a host of the chat tips a player", "the tip", ["chat budget", "player:real"]),
  chat_budget_returned: recipe("the budget is closed", "what was not given", ["chat budget", "promotions"]),
  partner_commission: recipe("a partner's month is closed", "the commission of its statement", [
    "affiliates",
    "partner",
  ]),
  partner_payout: recipe("a partner requests a withdrawal", "the requested amount", ["partner", "partner payouts"]),
  partner_payout_sent: recipe("it was paid, by two operators", "the same", ["partner payouts", "bank"]),
  partner_payout_cancelled: recipe("it is declined", "the same", ["partner payouts", "partner"]),
  given_up: recipe(
    "a balance too small to be paid out is given up when the account is closed",
    "the balance of the wallet or the vault",
    ["player:real", "given up"],
    ["player:vault", "given up"],
  ),
};

/** The codes of the accounts that a pattern matches. */
export function accountsOf(pattern: Pattern): readonly number[] {
  const family = pattern.endsWith(":*") ? pattern.slice(0, -1) : undefined;
  return everyAccount
    .filter(({ name }) => (family === undefined ? name === pattern : name.startsWith(family)))
    .map(({ code }) => code);
}
