import { required } from "#kit/std/invariant.ts";

/** Why money moved. Numbers stand in the ledger's rows for ever: added at the end, never changed. */
export const kindNumbers = {
  /** A stake is taken. */
  stake: 1,
  /** An open bet ends: its stake leaves play and becomes the game's result. */
  settle: 2,
  /** A bet pays. */
  payout: 3,
  /** A bet is void: its stake goes back. */
  void: 4,
  deposit: 5,
  /** A deposit that may not be played: over a limit, or of an excluded player. */
  deposit_held: 6,
  /** A payment that nobody knows. */
  quarantine: 7,
  /** Money held goes back to the payer. */
  return: 8,
  payout_request: 9,
  payout_cancelled: 10,
  capital: 11,
  commission: 12,
  vault: 13,
  bonus: 14,
  /** What is given in an exchange; what is got for it is `exchange_in`, in another currency under the same reference. */
  exchange: 15,
  /** A payout has left the house: the provider has paid it from what it owed. */
  payout_sent: 30,
  exchange_in: 40,
  /** What the house keeps of an exchange. */
  exchange_spread: 41,
  /** What is below a hundredth in an exchange. */
  exchange_rounding: 42,
  /** The house gives money away, such as a prize of the wheel of the day. */
  prize: 90,
  /** Wagered enough: bonus money becomes real. */
  bonus_released: 43,
  /** Bonus money that is lost by its rules. */
  bonus_forfeited: 44,
  /** What the house puts into a pot to begin with. */
  jackpot_seed: 45,
  /** What a game's take adds to its pot. */
  jackpot_share: 46,
  jackpot_win: 47,
  /** A bank recalls a deposit: the player owes it to the house. */
  chargeback: 48,
  /** What the player had, or paid later, goes to what he owes. */
  chargeback_repaid: 49,
  /** Money put right by hand, by two people of the house. */
  correction: 50,
  /** What a player leaves behind, by his own word, when he closes his account. */
  given_up: 91,
} as const;

/** What counts as paid in, and as taken out (a payout given back counts against it), in a player's net deposits. */
export const netDepositKinds = {
  in: ["deposit", "payout_cancelled"],
  out: ["payout_request"],
} as const satisfies Record<string, readonly (keyof typeof kindNumbers)[]>;

export type TransferKind = keyof typeof kindNumbers;

const kindsByNumber = new Map(
  Object.entries(kindNumbers).map(([kind, number]): [number, TransferKind] => [number, kind as TransferKind]),
);

export function kindOf(number: number): TransferKind {
  return required(kindsByNumber.get(number), `no kind of transfer ${number}`);
}
