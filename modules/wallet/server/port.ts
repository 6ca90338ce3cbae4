import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import type { Draw, SeedPair } from "#modules/fairness/server/index.ts";
import type { Account } from "#modules/ledger/shared/chart.ts";
import type { TransferKind } from "#modules/ledger/shared/kinds.ts";
import type { Bet, Journal } from "../shared/bet.ts";

export type { Bet, Journal, RoundStep } from "../shared/bet.ts";

/**
 * The wallet's door: the only way a stake is taken and a payout is made, in every game. Two implementations answer the
 * same tests: PostgreSQL (micro-batched) and the plain in-memory model.
 *
 * A bet is named by (player, key), key being the caller's idempotency key. Promises resolve after the commit, never before.
 */
export interface WalletPort {
  /**
   * Takes a stake and, for a game that is decided at once, pays it. Refusals move nothing and use up no nonce.
   * A repeat of the same key and hash answers with the bet as it was right after it was placed, whatever became of it since.
   * Order of refusals: replay and conflict first, then `window_closed`, `no_client_seed`, `round_open`, `limit_reached` or `rates_unavailable`, `insufficient_funds`, `play_time`, `reality_check`.
   * Rejects with a Failure `unavailable` when the lane is full or the outcome of the commit is not known.
   */
  place(bet: PlaceBet): Promise<PlaceAnswer>;
  /**
   * Ends an open bet once: with a payout (0 is a loss) or voided with its stake given back. Rounds that are played in steps
   * are ended by {@link WalletRounds.finish}.
   */
  settle(settlement: Settlement): Promise<SettleAnswer>;
  balances(player: PlayerId): Promise<readonly Balance[]>;
  bet(player: PlayerId, key: Uuid): Promise<Bet | undefined>;
}

/** A round that is played in steps, as its game read it. Every operation on it counts only if the round still stands so. */
export type OpenRound = Bet & { readonly journal: Journal };

/**
 * Rounds that are played in steps: begun by {@link PlaceBet.begin}, at most one open a player and game. Of a step, a cash-out,
 * an automatic end and an expiry that race, exactly one happens: each names the number of steps it was made for.
 */
export interface WalletRounds {
  /** Adds one step that does not end the round. No money moves. A repeat of its key is answered with the round as it stood right after it. */
  step(step: StepOfRound): Promise<StepAnswer>;
  /** Ends the round once, if it wishes with a last step, paid or voided, and frees the place for the next one. */
  finish(end: EndOfRound): Promise<FinishAnswer>;
  openRound(player: PlayerId, game: string): Promise<OpenRound | undefined>;
  /** What has to be closed for its player: rounds without a step since `before`, and all of players who have excluded themselves. */
  roundsToClose(which: RoundsToClose): Promise<readonly OpenRound[]>;
}

export interface RoundsToClose {
  readonly before: Date;
  readonly now: Date;
  /** Of this player only. */
  readonly player?: PlayerId;
  readonly limit: number;
}

export interface StepOfRound {
  /** The round as it was read: the step is the next after its last one. */
  readonly round: OpenRound;
  readonly key: Uuid;
  readonly choice: Json;
  readonly shown: Json;
}

export interface EndOfRound {
  readonly round: OpenRound;
  /** The caller's key; absent when the house ends the round. A repeat with the same key gets the first answer. */
  readonly key?: Uuid;
  /** The step that ends it; absent for a cash-out. */
  readonly last?: { readonly choice: Json; readonly shown: Json };
  readonly result: Settlement["result"];
}

export type StepAnswer =
  | { readonly kind: "stepped"; readonly round: OpenRound; readonly replayed: boolean }
  | RoundRefusal;

export type FinishAnswer =
  | { readonly kind: "settled"; readonly bet: OpenRound; readonly replayed: boolean }
  | RoundRefusal;

/** `outpaced`: another step came first; the round as it stands now has to be read again. */
export interface RoundRefusal {
  readonly kind: "refused";
  readonly reason: "already_settled" | "outpaced" | "idempotency_conflict";
}

/** What the house does with wallets beside bets. The same two implementations. */
export interface WalletBooks {
  /** Makes the player's wallet in this currency if there is none yet. Bets and credits need one. */
  open(tx: Tx, player: PlayerId, currency: Currency): Promise<void>;
  /** Real money comes in from an account of the house (`depositsClearing(provider)`). Once per (owner, reference, kind). */
  credit(tx: Tx, credit: Movement & { readonly from: Account }): Promise<Moved>;
  /** Real money goes out to an account of the house. Refused when there is too little; a refusal moves nothing. */
  debit(tx: Tx, debit: Movement & { readonly to: Account }): Promise<MoveAnswer>;
  /** Any other movement between two accounts, such as a surplus to `to be returned`. Refused when a purse has too little. */
  move(tx: Tx, movement: Movement & { readonly from: Account; readonly to: Account }): Promise<MoveAnswer>;
  /** The player's bets of one currency, newest first. `cursor` is `next` of the page before; fails with `validation_failed` on any other text. */
  history(
    player: PlayerId,
    page: HistoryPage,
  ): Promise<{ readonly bets: readonly Bet[]; readonly next: string | null }>;
}

/** The doors of shared rounds. Every answer `false` means: fenced, somebody else has a newer epoch. */
export interface BettingWindows {
  /** Becomes the leader of this gate: returns its new epoch. What earlier leaders write from now on is refused. */
  takeEpoch(name: string): Promise<bigint>;
  bettingWindow(name: string): Promise<BettingWindow | undefined>;
  /** Lets bets in for a round that is later than every round before it. On `db`, or in the transaction that makes the round. */
  openBettingWindow(on: Queryable, name: string, round: bigint, epoch: bigint): Promise<boolean>;
  /** Closes the gate. When it resolves, every accepted bet of the round is durable and no other can come. */
  closeBettingWindow(name: string, epoch: bigint): Promise<boolean>;
  /** Open bets of a round, in order of arrival: what a new leader has to finish. */
  openBets(bettingWindow: string, round: bigint): Promise<readonly Bet[]>;
}

export interface BettingWindow {
  readonly name: string;
  readonly round: bigint;
  readonly epoch: bigint;
  readonly open: boolean;
}

export interface Movement {
  /** The player, or `houseOwner` for money of nobody. */
  readonly owner: PlayerId;
  readonly currency: Currency;
  /** More than zero. */
  readonly amount: Micros;
  readonly kind: TransferKind;
  /** The business row it belongs to (an invoice, a payout request): the idempotency key together with owner and kind. */
  readonly reference: Uuid;
}

export interface Moved {
  readonly kind: "moved";
  readonly replayed: boolean;
  /** The number of its transfer in the wallet. */
  readonly seq: bigint;
  /** The touched purse right after it (see the ledger's `balance_after`). */
  readonly balanceAfter: Micros;
}

export type MoveAnswer =
  | Moved
  | { readonly kind: "refused"; readonly reason: "insufficient_funds"; readonly balance: Micros };

export interface HistoryPage {
  readonly currency: Currency;
  readonly game?: string;
  /** Bets placed from this instant on, and before that one. */
  readonly from?: Date;
  readonly to?: Date;
  readonly cursor?: string;
  /** 1 to 500. */
  readonly limit: number;
}

export interface PlaceBet {
  readonly player: PlayerId;
  /** The idempotency key: the bet's name together with the player. */
  readonly key: Uuid;
  /** SHA-256 of the call's name and its canonical input, 32 bytes: the same key with another hash is a conflict. */
  readonly requestHash: Uint8Array;
  readonly game: string;
  readonly currency: Currency;
  readonly stake: Micros;
  /** What the player chose, kept with the bet: `{direction, target}`. */
  readonly choice: Json;
  /** Version of the rules and tables it is played under. */
  readonly rulesVersion: string;
  /** The largest payout this bet can have, computed before it and written into it. */
  readonly winCap: Micros;
  /**
   * Instant games: draws the outcome from the player's seed pair at the nonce the statement will use. Pure; it may be
   * called again with another nonce before anything is committed. Without it the bet stays open until it is settled.
   */
  readonly draw?: (pair: SeedPair) => Draw;
  /**
   * Games played in steps: what the round shows when it begins. Takes the pair's nonce as a draw does, and leaves the bet open
   * until {@link WalletRounds.finish}. Pure, as `draw`.
   */
  readonly begin?: (pair: SeedPair) => Json;
  /** Shared rounds: the bet counts only while this gate is open at this round. */
  readonly bettingWindow?: { readonly name: string; readonly round: bigint };
}

export type PlaceAnswer =
  | { readonly kind: "accepted"; readonly bet: Bet; readonly replayed: boolean }
  | { readonly kind: "refused"; readonly reason: "insufficient_funds"; readonly balance: Micros }
  /** `bet` is the round of this game that is open. */
  | { readonly kind: "refused"; readonly reason: "round_open"; readonly bet: OpenRound }
  /** A limit of playing time; `until` in milliseconds since 1970. */
  | { readonly kind: "refused"; readonly reason: "play_time"; readonly of: "day" | "session"; readonly until: number }
  | {
      readonly kind: "refused";
      readonly reason:
        | "limit_reached"
        | "rates_unavailable"
        | "reality_check"
        | "no_client_seed"
        | "window_closed"
        | "idempotency_conflict";
    };

export interface Settlement {
  readonly player: PlayerId;
  /** The key of the bet. */
  readonly bet: Uuid;
  /** The caller's key of a cash-out; absent when the round itself settles. A repeat with the same key gets the first answer. */
  readonly key?: Uuid;
  readonly result:
    | { readonly kind: "paid"; readonly payout: Micros; readonly outcome: Json }
    | { readonly kind: "voided"; readonly outcome: Json };
  /** Shared rounds: refused with `fenced` when the gate's epoch is another by now. */
  readonly bettingWindow?: { readonly name: string; readonly epoch: bigint };
}

export type SettleAnswer =
  | { readonly kind: "settled"; readonly bet: Bet; readonly replayed: boolean }
  | { readonly kind: "refused"; readonly reason: "already_settled"; readonly bet: Bet }
  | { readonly kind: "refused"; readonly reason: "unknown_bet" | "leadership_lost" };

/** What the house owes one player in one currency: real, bonus and vault together. */
export interface Purse {
  readonly player: PlayerId;
  readonly total: Micros;
}

/** Money of one currency, by what may be done with it. */
export interface Balance {
  readonly currency: Currency;
  /** Real money. */
  readonly real: Micros;
  readonly bonus: Micros;
  readonly vault: Micros;
}
