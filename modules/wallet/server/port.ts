import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import type { Draw, SeedPair } from "#modules/fairness/server/index.ts";
import type { Account } from "#modules/ledger/shared/chart.ts";
import type { TransferKind } from "#modules/ledger/shared/kinds.ts";
import type { GrantEnd, GrantTerms } from "#modules/wagering/shared/grant.ts";
import type { Bet, Journal } from "../shared/bet.ts";
import type { EndedGrant } from "../shared/events.ts";

export type { Bet, BetWagering, Journal, RoundStep } from "../shared/bet.ts";

export interface BetLookup {
  /** Also a bet whose stake is being taken, once it has its end: before a refusal that may differ from what its first attempt met. Throws when that takes long. */
  readonly waits: true;
}

/**
 * The wallet's interface: the only way a stake is taken and a payout is made, in every game. Two implementations pass the
 * same tests: PostgreSQL (micro-batched) and the plain in-memory model.
 *
 * A bet is named by (player, key), key being the caller's idempotency key. Promises resolve after the commit, never before.
 */
export interface WalletPort {
  /**
   * Takes a stake and, for a game that is decided immediately, pays it. Refusals move nothing and use up no nonce.
   * A repeat of the same key and hash returns the bet as it was right after it was placed, whatever happened since.
   * A key of version 7 that is older than a month is refused with `idempotency_expired` if its bet is as old: that may be in the archive.
   * Order of refusals: replay, conflict and expiry first, then `window_closed`, `no_client_seed`, `round_open`, `limit_reached` or `rates_unavailable`, `insufficient_funds`, `play_time`, `reality_check`, `policy_acceptance_required`.
   * Rejects with a Failure `unavailable` when the lane is full or the outcome of the commit is unknown.
   */
  place(bet: PlaceBet): Promise<PlaceAnswer>;
  /**
   * Ends an open bet once: with a payout (0 is a loss) or voided with its stake given back. Stepwise rounds
   * are ended by {@link WalletRounds.finish}.
   */
  settle(settlement: Settlement): Promise<SettleAnswer>;
  balances(player: PlayerId): Promise<readonly Balance[]>;
  bet(player: PlayerId, key: Uuid, after?: BetLookup): Promise<Bet | undefined>;
}

/** A stepwise round, as its game read it. Every operation on it succeeds only if the round is unchanged since. */
export type OpenRound = Bet & { readonly journal: Journal };

/**
 * Stepwise rounds: begun by {@link PlaceBet.begin}, at most one open per player and game. Of a step, a cash-out,
 * an automatic end and an expiry that race, exactly one succeeds: each names the number of steps it was made for.
 */
export interface WalletRounds {
  /** Adds one step that does not end the round. No money moves. A repeat of its key returns the round as it was right after it. */
  step(step: StepOfRound): Promise<StepAnswer>;
  /** Ends the round once, optionally with a last step, paid or voided, and allows the next one. */
  finish(end: EndOfRound): Promise<FinishAnswer>;
  openRound(player: PlayerId, game: string): Promise<OpenRound | undefined>;
  /** Rounds to close for their player: those without a step since `before`, and all of self-excluded players. */
  roundsToClose(which: RoundsToClose): Promise<readonly OpenRound[]>;
}

export interface RoundsToClose {
  readonly before: Date;
  readonly now: Date;
  /** Only rounds of this player. */
  readonly player?: PlayerId;
  readonly limit: number;
}

export interface StepOfRound {
  /** The round as it was read: the step follows its last one. */
  readonly round: OpenRound;
  readonly key: Uuid;
  readonly choice: Json;
  readonly shown: Json;
}

export interface EndOfRound {
  readonly round: OpenRound;
  /** The caller's key; absent when the server ends the round. A repeat with the same key gets the first result. */
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

/** `outpaced`: another step came first; the round has to be read again. */
export interface RoundRefusal {
  readonly kind: "refused";
  readonly reason: "already_settled" | "outpaced" | "idempotency_conflict";
}

/** Wallet operations other than bets. The same two implementations. */
export interface WalletBooks {
  /** Creates the player's wallet in this currency if there is none yet. Bets and credits need one. */
  open(tx: Tx, player: PlayerId, currency: Currency): Promise<void>;
  /** Credits real money from an account of our own (`depositsClearing(provider)`). Once per (owner, reference, kind). */
  credit(tx: Tx, credit: Movement & { readonly from: Account }): Promise<Moved>;
  /** Debits real money to an account of our own. Refused when the balance is too low; a refusal moves nothing. */
  debit(tx: Tx, debit: Movement & { readonly to: Account }): Promise<MoveAnswer>;
  /** Any other movement between two accounts, such as a surplus to `to be returned`. Refused when a balance is too low. */
  move(tx: Tx, movement: Movement & { readonly from: Account; readonly to: Account }): Promise<MoveAnswer>;
  /** The player's bets of one currency, newest first. `cursor` is `next` of the previous page; fails with `validation_failed` on any other text. */
  history(
    player: PlayerId,
    page: HistoryPage,
  ): Promise<{ readonly bets: readonly Bet[]; readonly next: string | null }>;
}

/** Bonus money. The wallet has its state in its own row, so that no stake meets a finished bonus. */
export interface WalletGrants {
  /** Gives bonus money that has to be wagered; false when the player already wagers a bonus. Nothing to wager: it is real immediately. */
  give(tx: Tx, terms: GrantTerms): Promise<boolean>;
  /** Gives bonus money to several players, each once, in a few statements; returns those to whom it was given. */
  giveMany(tx: Tx, all: readonly GrantTerms[]): Promise<ReadonlySet<PlayerId>>;
  /**
   * Ends the player's active grant of this id; undefined when it has ended. Bets that are open end later: their bonus money's share is real
   * when it was completed without a cap, and returns to the bonus's account otherwise.
   */
  end(tx: Tx, player: PlayerId, id: Uuid, end: GrantEnd): Promise<EndedGrant | undefined>;
  /** Ends the grant of this wallet if it is over: wagered (with a cap: and no bet open), or past its time or used up with no open bet. */
  endDue(tx: Tx, player: PlayerId, currency: Currency): Promise<EndedGrant | undefined>;
}

/** Operations of shared rounds. Every `false` means: the epoch is stale, another process has a newer one. */
export interface BettingWindows {
  /** Becomes the leader of this betting window: returns its new epoch. Writes of earlier leaders are refused from now on. */
  takeEpoch(name: string): Promise<bigint>;
  bettingWindow(name: string): Promise<BettingWindow | undefined>;
  /** Opens the window for a round that is later than every round before it. On `db`, or in the transaction that creates the round. */
  openBettingWindow(on: Queryable, name: string, round: bigint, epoch: bigint): Promise<boolean>;
  /** Closes the window. When it resolves, every accepted bet of the round is durable and no more are accepted. */
  closeBettingWindow(name: string, epoch: bigint): Promise<boolean>;
  /** Open bets of a round, in order of arrival: what a new leader has to settle. */
  openBets(bettingWindow: string, round: bigint): Promise<readonly Bet[]>;
}

export interface BettingWindow {
  readonly name: string;
  readonly round: bigint;
  readonly epoch: bigint;
  readonly open: boolean;
}

export interface Movement {
  /** The player, or `houseOwner` for money without a player. */
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
  /** The changed balance right after it (see the ledger's `balance_after`). */
  readonly balanceAfter: Micros;
}

export type MoveAnswer =
  | Moved
  | { readonly kind: "refused"; readonly reason: "insufficient_funds"; readonly balance: Micros };

export interface HistoryPage {
  readonly currency: Currency;
  readonly game?: string;
  /** Our own games alone, or these games of providers. */
  readonly among?: "in-house" | readonly { readonly game: string; readonly slug: string }[];
  /** Bets placed from this instant on, and before that one. */
  readonly from?: Date;
  readonly to?: Date;
  readonly cursor?: string;
  /** 1 to 500. */
  readonly limit: number;
}

export interface PlaceBet {
  readonly player: PlayerId;
  /** The idempotency key: identifies the bet together with the player. */
  readonly key: Uuid;
  /** SHA-256 of the call's name and its canonical input, 32 bytes: the same key with another hash is a conflict. */
  readonly requestHash: Uint8Array;
  readonly game: string;
  readonly currency: Currency;
  readonly stake: Micros;
  /** The player's choice, stored with the bet: `{direction, target}`. */
  readonly choice: Json;
  /** Version of the rules and tables of the bet. */
  readonly rulesVersion: string;
  /** The maximum payout of this bet, computed before it and stored in it. */
  readonly winCap: Micros;
  /** What the stake counts for a bonus when it is settled, in thousandths. Without it the bet takes no bonus money and counts nothing. */
  readonly rate?: number;
  /**
   * Instant games: draws the outcome from the player's seed pair at the nonce the statement will use. Pure; it may be
   * called again with another nonce before anything is committed. Without it the bet stays open until it is settled.
   */
  readonly draw?: (pair: SeedPair) => Draw;
  /**
   * Stepwise games: the public state when the round begins. Uses the pair's nonce as a draw does, and leaves the bet open
   * until {@link WalletRounds.finish}. Pure, as `draw`.
   */
  readonly begin?: (pair: SeedPair) => Json;
  /** Shared rounds: the bet is accepted only while this betting window is open for this round. */
  readonly bettingWindow?: { readonly name: string; readonly round: bigint };
}

export type PlaceAnswer =
  | { readonly kind: "accepted"; readonly bet: Bet; readonly replayed: boolean }
  | { readonly kind: "refused"; readonly reason: "insufficient_funds"; readonly balance: Micros }
  /** `bet` is the open round of this game. */
  | { readonly kind: "refused"; readonly reason: "round_open"; readonly bet: OpenRound }
  /** A play time limit; `until` in milliseconds since 1970. */
  | { readonly kind: "refused"; readonly reason: "play_time"; readonly of: "day" | "session"; readonly until: number }
  | {
      readonly kind: "refused";
      readonly reason:
        | "limit_reached"
        | "rates_unavailable"
        | "reality_check"
        | "policy_acceptance_required"
        | "bonus_max_bet"
        | "no_client_seed"
        | "window_closed"
        | "idempotency_conflict"
        | "idempotency_expired";
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
  /** Shared rounds: refused with `fenced` when the window's epoch has changed. */
  readonly bettingWindow?: { readonly name: string; readonly epoch: bigint };
}

export type SettleAnswer =
  | { readonly kind: "settled"; readonly bet: Bet; readonly replayed: boolean }
  | { readonly kind: "refused"; readonly reason: "already_settled"; readonly bet: Bet }
  | { readonly kind: "refused"; readonly reason: "unknown_bet" | "leadership_lost" };

/** What we owe one player in one currency: real, bonus and vault. */
export interface Liability {
  readonly player: PlayerId;
  readonly total: Micros;
}

export type { EndedGrant } from "../shared/events.ts";

/** Money of one currency, by kind. */
export interface Balance {
  readonly currency: Currency;
  /** Real money. */
  readonly real: Micros;
  readonly bonus: Micros;
  readonly vault: Micros;
}
