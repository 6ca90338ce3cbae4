import { required } from "#kit/std/invariant.ts";

/** Why money moved. Numbers are permanent in the ledger's rows: added at the end, never changed. */
export const kindNumbers = {
  /** A stake is taken. */
  stake: 1,
  /** An open bet ends: its stake leaves `in play` and becomes the game's result. */
  settle: 2,
  /** A bet pays. */
  payout: 3,
  /** A bet is void: its stake goes back. */
  void: 4,
  deposit: 5,
  /** A deposit that may not be played: over a limit, or of an excluded player. */
  deposit_held: 6,
  /** A payment of an unknown invoice. */
  quarantine: 7,
  /** Uncredited money goes back to the payer. */
  return: 8,
  payout_request: 9,
  payout_cancelled: 10,
  capital: 11,
  commission: 12,
  vault: 13,
  bonus: 14,
  /** The sold amount of an exchange; the bought one is `exchange_in`, in another currency under the same reference. */
  exchange: 15,
  /** A payout was paid: the provider paid it from what it owed. */
  payout_sent: 30,
  exchange_in: 40,
  /** The spread of an exchange. */
  exchange_spread: 41,
  /** The fraction of an exchange below a hundredth. */
  exchange_rounding: 42,
  /** A gift to a player, such as a prize of the daily wheel. */
  prize: 90,
  /** Wagering completed: bonus money becomes real. */
  bonus_released: 43,
  /** Bonus money that is forfeited by its rules. */
  bonus_forfeited: 44,
  /** The initial balance of a pot. */
  jackpot_seed: 45,
  /** The share of a game's stakes added to its pot. */
  jackpot_share: 46,
  jackpot_win: 47,
  /** A bank recalls a deposit: the player owes it. */
  chargeback: 48,
  /** The player's balance, or later deposits, repay what they owe. */
  chargeback_repaid: 49,
  /** A manual correction, by two operators. */
  correction: 50,
  /** A provider's round pays before it ends. */
  round_credit: 51,
  /** The share of a stake added to the reserve of a pot. */
  jackpot_reserve: 52,
  /** The new balance of a pot that was won, from its reserve. */
  jackpot_reseed: 53,
  /** The reserve repays what promotions lent to a seed. */
  jackpot_repaid: 54,
  /** The part of a pot's seed that promotions lend. */
  jackpot_lent: 55,
  /** A slip of the sportsbook is accepted. A later movement of a slip names the revision that it belongs to. */
  slip_stake: 60,
  /** A slip ends, or a part of its stake is cashed out: that stake becomes the result. */
  slip_settle: 61,
  /** A slip, or a cash-out, pays. */
  slip_payout: 62,
  /** A slip is void. */
  slip_void: 63,
  /** A correction puts the stake back into play. */
  slip_settle_reversed: 64,
  /** A correction takes a payout back. */
  slip_payout_reversed: 65,
  /** A correction takes the returned stake of a void slip back. */
  slip_void_reversed: 66,
  /** An accumulator's boost. */
  slip_boost: 67,
  slip_boost_reversed: 68,
  /** A free bet is accepted: we pay its stake. */
  free_bet: 69,
  free_bet_void: 70,
  free_bet_void_reversed: 71,
  /** What a player's balance lacks for a correction: they owe it. */
  debt: 72,
  /** What a player's balance lacks for a correction of the slip's boost: they owe it. */
  boost_debt: 73,
  /** A slip's next revision repays what it owes. */
  debt_repaid: 74,
  /** A debt is waived, by two operators. */
  debt_waived: 75,
  /** The balance repays the debt of a corrected slip. */
  debt_collected: 76,
  /** The bonus money of a stake. */
  bonus_stake: 80,
  /** The share of a payout that belongs to the bonus money of its stake. */
  bonus_payout: 81,
  /** The bonus money of a void bet goes back. */
  bonus_void: 82,
  /** The bonus money of a bet that ended after its bonus was given up or forfeited: it returns to the bonus's account. */
  bonus_share: 83,
  /** The bonus money of a slip's stake. */
  slip_bonus_stake: 84,
  /** The share of a slip's payout, or of a cash-out, that belongs to the bonus money of its stake. */
  slip_bonus_payout: 85,
  /** A correction takes that share back. */
  slip_bonus_payout_reversed: 86,
  /** The bonus money of a void slip goes back. */
  slip_bonus_void: 87,
  slip_bonus_void_reversed: 88,
  /** The share of a boost. */
  slip_bonus_boost: 89,
  /** A balance that a player gives up when closing the account. */
  given_up: 91,
  slip_bonus_boost_reversed: 92,
  /** What a correction takes back of bonus money that is no longer there: we bear it. */
  slip_bonus_lack: 93,
  /** What a correction takes back of a boost in bonus money that is no longer there: we bear it. */
  slip_boost_lack: 94,
  /** The commission of a partner's month. */
  partner_commission: 95,
  partner_payout: 96,
  /** Paid, by two operators. */
  partner_payout_sent: 97,
  partner_payout_cancelled: 98,
  /** Promotions set money aside for rains and tips in the chat, by two operators. */
  chat_budget: 99,
  /** A player's part of a rain. */
  rain: 100,
  /** A tip to a player by a host of the chat. */
  tip: 101,
  /** What is left of a closed budget of the chat. */
  chat_budget_returned: 102,
  /** A deposit is given back to its payer, by two operators. */
  refund_request: 103,
  /** The provider declined the refund. */
  refund_cancelled: 104,
  /** A refund was paid: the provider paid it from what it owed. */
  refund_sent: 105,
  /** A settled round of a provider is voided, by two operators: a stake goes back. */
  round_stake_returned: 106,
  /** A settled round of a provider is voided, by two operators: a win is taken back. */
  round_win_taken: 107,
  /** What the player's balance lacks for a win that is taken back: they owe it. */
  round_debt: 108,
} as const;

/** The kinds that count as deposits and as payouts or refunds (one given back counts against it) in a player's net deposits. */
export const netDepositKinds = {
  in: ["deposit", "payout_cancelled", "refund_cancelled"],
  out: ["payout_request", "refund_request"],
} as const satisfies Record<string, readonly (keyof typeof kindNumbers)[]>;

export type TransferKind = keyof typeof kindNumbers;

const kindsByNumber = new Map(
  Object.entries(kindNumbers).map(([kind, number]): [number, TransferKind] => [number, kind as TransferKind]),
);

export function kindOf(number: number): TransferKind {
  return required(kindsByNumber.get(number), `no kind of transfer ${number}`);
}
