import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { ProviderProduct } from "#modules/wagering/shared/grant.ts";
import type { Bet, PlaceBet } from "../port.ts";
import type { Pot } from "./pot.ts";

/**
 * Rounds of external providers: the provider requests stakes and reports wins, through the same lanes and rows as all bets. A bet
 * is (player, key), key being made of the provider's name and its `tx`; what a rollback leaves of a bet that has not arrived, and a
 * refusal of one that has, are rows under that same key, so that one primary key decides every race.
 */
export interface WalletProviderRounds {
  /** Takes a stake in a round, which it opens when there is none. A refusal is final for its key. */
  placeInRound(bet: RoundBet): Promise<RoundAnswer>;
  /** Pays. With `close` the round's bets are settled; without, it is a credit. Refusals leave nothing: the same win may be sent again. */
  winRound(win: RoundWin): Promise<WinAnswer>;
  /** Gives a bet back, or leaves its tombstone. */
  rollBack(rollback: RoundRollback): Promise<RollbackAnswer>;
  /** Writes a refusal made before the lane under the bet's key. If the key is already in use, returns what it stands for. */
  refuseBet(bet: RoundBet, reason: string): Promise<RoundAnswer>;
  /** The decision under a bet's key, if there is one. */
  decidedBet(bet: RoundBet): Promise<RoundAnswer | undefined>;
  readonly providerRounds: ProviderRoundReads;
}

export interface RoundBet extends Omit<PlaceBet, "draw" | "begin" | "bettingWindow"> {
  readonly round: RoundName;
  /** As grants name it; without one the bet takes no bonus money and counts nothing. `rate` as of any bet. */
  readonly product?: ProviderProduct;
  /** Slots: the player's only open round of the game. */
  readonly exclusive: boolean;
  /** The most that one round may win: its bets' caps together stay within it. */
  readonly mostCap: Micros;
  readonly nonce?: { readonly seed: number; readonly nonce: number };
  /** A free round: `stake` is 0, this much is the grant's. */
  readonly free?: { readonly grant: Uuid; readonly stake: Micros };
  /** What of the stake goes to the pot and to its reserve when the round closes. */
  readonly shares?: { readonly pot: Micros; readonly reserve: Micros };
}

export interface RoundName {
  /** UUIDv5 of the provider and its name of the round. */
  readonly key: Uuid;
  readonly slug: string;
  /** As the provider names it. */
  readonly provided: Uuid;
}

export type ProviderRefusal =
  | "insufficient_funds"
  | "round_open"
  | "round_closed"
  | "nonce_used"
  | "win_cap"
  | "free_rounds_over"
  | "player_blocked"
  | "limit_reached"
  | "reality_check"
  | "rolled_back"
  | "stake_out_of_limits"
  | "tx_conflict";

export type RoundAnswer =
  | { readonly kind: "accepted"; readonly bet: Bet; readonly replayed: boolean }
  /** `balance` as it was when the refusal was written; null where that is not known. */
  | {
      readonly kind: "refused";
      readonly reason: string;
      readonly balance: Micros | null;
      readonly replayed: boolean;
    }
  /** The casino's seed has been rotated since the caller read it: nothing was decided. */
  | { readonly kind: "stale_seed" };

export interface RoundWin {
  readonly player: PlayerId;
  readonly key: Uuid;
  readonly requestHash: Uint8Array;
  readonly round: Uuid;
  readonly game: string;
  readonly currency: Currency;
  readonly amount: Micros;
  readonly close: boolean;
  /** The round hit the pot: what is in it is paid beside `amount`. */
  readonly hitsPot?: boolean;
}

export type WinAnswer =
  | {
      readonly kind: "paid";
      readonly balance: Micros;
      readonly pot: Micros | null;
      readonly replayed: boolean;
    }
  | {
      readonly kind: "refused";
      readonly reason: "round_unknown" | "round_closed" | "over_cap" | "wrong_currency" | "tx_conflict";
    };

export interface RoundRollback {
  readonly player: PlayerId;
  readonly key: Uuid;
  readonly requestHash: Uint8Array;
  readonly round: RoundName;
  readonly game: string;
  readonly currency: Currency;
  /** The key of the bet. */
  readonly ref: Uuid;
  readonly reason: string;
}

export type RollbackAnswer =
  | {
      readonly kind: "rolled_back";
      readonly balance: Micros;
      readonly replayed: boolean;
      /** The bet had not arrived. */
      readonly tombstone: boolean;
    }
  | { readonly kind: "refused"; readonly reason: "already_won" | "wrong_currency" | "tx_conflict" };

/** A round as its row has it. */
export interface ProviderRound {
  readonly player: PlayerId;
  readonly key: Uuid;
  readonly game: string;
  readonly slug: string;
  readonly provided: Uuid;
  readonly currency: Currency;
  readonly status: "open" | "closed" | "void";
  readonly bets: readonly Uuid[];
  readonly staked: Micros;
  /** The bonus money of `staked`. */
  readonly fromBonus: Micros;
  readonly cap: Micros;
  readonly won: Micros;
  readonly potWon: Micros;
  /** What its stakes add to the pot; only such a round may hit it. */
  readonly potShare: Micros;
  readonly openedAt: Date;
  readonly closedAt: Date | null;
  /** When operators voided it after it was settled: its status is `void` then. */
  readonly voidedAt: Date | null;
}

/** Two operators decided that a settled round is void. */
export interface RoundVoid {
  readonly player: PlayerId;
  readonly round: Uuid;
  readonly request: Uuid;
}

export interface VoidedRound {
  readonly currency: Currency;
  /** Why it is not voided: nothing has moved then. */
  readonly why: "open" | "void" | "bonus" | "jackpot" | "archived" | undefined;
  /** The stakes. */
  readonly returned: Micros;
  /** The wins, with what is owed of them. */
  readonly taken: Micros;
  readonly owed: Micros;
}

/** What two operators decided of a round, as it is booked: one for each rollback. */
export interface RoundDecision {
  readonly player: PlayerId;
  readonly round: Uuid;
  readonly currency: Currency;
  /** Those that stand, and the one that it returned. */
  readonly bets: readonly Uuid[];
  /** `paid`: the round ended with a win; `returned`: its stakes went back; `voided`: it was settled, and stakes and wins went back. */
  readonly kind: "paid" | "returned" | "voided";
  /** The approved request; null where it was not noted yet. */
  readonly request: Uuid | null;
  /** Of the win, or of one of the rollbacks; null of a void. */
  readonly key: Uuid | null;
  /** Of a rollback: the key of the bet that it returned. */
  readonly ref: Uuid | null;
  /** Of `paid`: the win. */
  readonly amount: Micros | null;
  readonly at: Date;
}

/** An accepted transaction of a provider, as the ledger's side of a reconciliation. */
export interface ProviderTx {
  readonly player: PlayerId;
  readonly key: Uuid;
  readonly kind: "bet" | "win" | "rollback";
  readonly round: Uuid;
  readonly currency: Currency;
  readonly amount: Micros;
  readonly pot: Micros | null;
  readonly state: "ok" | "rolled_back" | "refused";
  readonly at: Date;
}

export interface ProviderRoundReads {
  round(player: PlayerId, key: Uuid): Promise<ProviderRound | undefined>;
  /** The player's open rounds of this provider; of all of them without a game. */
  openOf(player: PlayerId, game?: string): Promise<readonly ProviderRound[]>;
  /** Rounds open since before this instant, and all open ones of players who have excluded themselves; oldest first. */
  roundsToFollow(which: RoundsToFollow): Promise<readonly (ProviderRound & { readonly excluded: boolean })[]>;
  /** Ended rounds of a provider behind this place and before this instant, in the order of their end. */
  ended(which: EndedRounds): Promise<readonly ProviderRound[]>;
  /** By the casino's name of a round, of any player. */
  named(key: Uuid): Promise<readonly ProviderRound[]>;
  /** The games of these bets and wins of a player, by their keys: the provider's account and its name of the game. */
  gamesOf(
    player: PlayerId,
    keys: readonly Uuid[],
  ): Promise<ReadonlyMap<Uuid, { readonly game: string; readonly slug: string }>>;
  rounds(filter: RoundFilter): Promise<readonly ProviderRound[]>;
  /** What the casino has under these keys of this provider's players. */
  txs(pairs: readonly { readonly player: PlayerId; readonly key: Uuid }[]): Promise<readonly ProviderTx[]>;
  /** Transactions that reached their current state in a span, for the other direction of a reconciliation. */
  txsInSpan(game: string, from: Date, to: Date): Promise<readonly ProviderTx[]>;
  /** What two operators decided of this provider's rounds of some players. */
  decisions(game: string, players: readonly PlayerId[]): Promise<readonly RoundDecision[]>;
  nonceOf(player: PlayerId, game: string, slug: string): Promise<{ seed: number; nonce: number } | undefined>;
  /** The next seed's nonces begin at 0. False while the player has an open round of the game. */
  startSeed(tx: Tx, player: PlayerId, game: string, slug: string, seed: number): Promise<boolean>;
  /** A text that changes with everything that happens in the round. */
  versionOf(on: Queryable, player: PlayerId, round: Uuid): Promise<string>;
  /** Two operators decided that this win is owed: the round, and the last of its bets, may win this much more. In `tx`. */
  allowWin(tx: Tx, player: PlayerId, round: Uuid, amount: Micros): Promise<boolean>;
  /** What voiding a settled round would move, or why it is not possible; undefined if there is no such round. */
  voidable(on: Queryable, player: PlayerId, round: Uuid): Promise<VoidedRound | undefined>;
  /** Returns the stakes of a settled round and takes its wins back; what the balance lacks is a debt. In `tx`. */
  voidSettled(tx: Tx, which: RoundVoid): Promise<VoidedRound | undefined>;
  freeRounds(on: Queryable, player: PlayerId, game: string, slug: string, now: Date): Promise<readonly FreeRounds[]>;
  startFreeRounds(tx: Tx, grant: NewFreeGrant): Promise<void>;
  /** The grants that this ended: neither used up nor expired nor cancelled before. */
  cancelFreeRounds(tx: Tx, grants: readonly OwnedGrant[], at: Date): Promise<readonly OwnedGrant[]>;
  freeGrants(on: Queryable, grants: readonly OwnedGrant[]): Promise<readonly FreeGrant[]>;
  figures(game: string, since: Date): Promise<readonly RoundFigures[]>;
  voids(game: string, since: Date): Promise<readonly VoidRounds[]>;
  /** Closed rounds that paid more than this many stakes, or a pot, by their keys; newest first. */
  bigWins(on: Queryable, player: PlayerId, times: bigint): Promise<readonly Uuid[]>;
  /** Big wins whose seeds are not revealed yet: more than this many stakes, or a pot. */
  unrevealedWins(on: Queryable, player: PlayerId, times: bigint): Promise<readonly UnrevealedWin[]>;
  /** The pot of the slots in every currency. */
  pots(on: Queryable): Promise<readonly (Pot & { readonly currency: Currency })[]>;
  /** Two operators decided what the pot begins with: it is filled up to that now, once for this reference. In `tx`. */
  seedPot(tx: Tx, currency: Currency, seed: Micros, reference: Uuid): Promise<void>;
  /** What the rounds of these grants have won so far, without pots; grants that won no round are absent. */
  freeWins(on: Queryable, grants: readonly OwnedGrant[]): Promise<ReadonlyMap<Uuid, bigint>>;
}

/** A grant of free rounds and whose it is: no statement finds one by its id alone. */
export interface OwnedGrant {
  readonly grant: Uuid;
  readonly player: PlayerId;
}

export interface NewFreeGrant extends OwnedGrant {
  readonly game: string;
  readonly slug: string;
  readonly currency: Currency;
  readonly stake: Micros;
  readonly count: number;
  readonly expiresAt: Date;
  /** Wins are collected for a bonus, and are not real money. */
  readonly collects?: boolean;
}

export interface FreeGrant {
  readonly grant: Uuid;
  readonly count: number;
  readonly left: number;
  /** What was collected of it; 0 where wins are real money. */
  readonly won: Micros;
  readonly cancelledAt: Date | null;
}

export interface EndedRounds {
  readonly game: string;
  readonly after: { readonly closedAt: Date; readonly key: Uuid };
  readonly before: Date;
  readonly limit: number;
}

export interface RoundsToFollow {
  readonly before: Date;
  readonly now: Date;
  /** The last round of the part before. */
  readonly after?: Pick<ProviderRound, "openedAt" | "key">;
  readonly limit: number;
}

export interface RoundFilter {
  readonly game?: string;
  readonly player?: PlayerId;
  readonly status?: ProviderRound["status"];
  readonly before?: Date;
  readonly limit: number;
}

export interface FreeRounds {
  readonly grant: Uuid;
  readonly slug: string;
  readonly currency: Currency;
  readonly stake: Micros;
  readonly left: number;
  readonly expiresAt: Date;
}

/** What rounds returned for one unit of their stakes: how many, the sum, and the sum of squares. */
export interface RoundFigures {
  readonly slug: string;
  readonly kind: string;
  readonly rounds: number;
  readonly sum: number;
  readonly squares: number;
}

/** Ended rounds of one game. */
export interface VoidRounds {
  readonly slug: string;
  readonly ended: number;
  readonly void: number;
}

export interface UnrevealedWin {
  readonly round: Uuid;
  readonly slug: string;
  readonly won: Micros;
}
