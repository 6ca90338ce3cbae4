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
  deposit_held: recipe("a payment may not be played", "all of it, or the part over a limit", [
    "deposits:*",
    "to be returned",
  ]),
  quarantine: recipe("a payment nobody knows", "what was paid", ["deposits:*", "quarantine"]),
  return: recipe(
    "money that was held goes back to its payer",
    "what was held",
    ["to be returned", "deposits:*"],
    ["quarantine", "deposits:*"],
  ),
  payout_request: recipe("a payout is asked for", "what the player asks back", ["player:real", "payouts:*"]),
  payout_cancelled: recipe("it is taken back, or declined", "the same", ["payouts:*", "player:real"]),
  payout_sent: recipe("it has been paid", "the same: the provider owes the house that much less", [
    "payouts:*",
    "deposits:*",
  ]),
  commission: recipe(
    "a provider's fee: borne by the payer, or by the house",
    "the fee",
    ["deposits:*", "fees"],
    ["fees", "deposits:*"],
  ),
  capital: recipe("the bankroll is paid in, or taken out", "what is paid", ["bank", "capital"], ["capital", "bank"]),
  vault: recipe(
    "money is put aside, or taken out",
    "the sum",
    ["player:real", "player:vault"],
    ["player:vault", "player:real"],
  ),
  bonus: recipe("a bonus is given", "the bonus", ["bonus:*", "player:bonus"]),
  bonus_released: recipe("its wagering is done", "what is left of it", ["player:bonus", "player:real"]),
  bonus_forfeited: recipe("it is lost by its rules", "what is left of it", ["player:bonus", "bonus:*"]),
  exchange: recipe("an exchange, what is given", "in the one currency", ["player:real", "exchange"]),
  exchange_in: recipe("... what is got", "in the other currency", ["exchange", "player:real"]),
  exchange_spread: recipe("... what the house keeps", "in the other currency", ["exchange", "fees"]),
  exchange_rounding: recipe("... what is below a hundredth", "in the other currency", ["exchange", "rounding"]),
  jackpot_seed: recipe("a pot begins", "the seed", ["bank", "jackpot:*"]),
  jackpot_share: recipe("a stake feeds a pot", "its share of the stake", ["result:*", "jackpot:*"]),
  jackpot_win: recipe("a pot is won", "what is in it", ["jackpot:*", "player:real"]),
  chargeback: recipe("a bank recalls a deposit", "the deposit", ["receivable", "deposits:*"]),
  chargeback_repaid: recipe("what the player has goes to what he owes", "at most the debt", [
    "player:real",
    "receivable",
  ]),
  correction: recipe(
    "money is put right by hand, by two people",
    "what is given to the player, or taken from him",
    ["corrections", "player:real"],
    ["player:real", "corrections"],
  ),
  prize: recipe("the house gives money away", "the prize", ["promotions", "player:real"]),
  given_up: recipe(
    "a rest too small to be paid out is left behind by whoever closes his account",
    "all that is in the purse",
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
