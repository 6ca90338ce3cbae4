import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Account } from "#modules/ledger/shared/chart.ts";
import type { TransferKind } from "#modules/ledger/shared/kinds.ts";
import type { ActiveGrant } from "#modules/wagering/shared/grant.ts";
import type { Bet, Movement } from "../server/port.ts";
import type { RoundBet } from "../server/provider-rounds/port.ts";
import type { ModelPots } from "./model-pots.ts";

export interface RoundWallet {
  real: bigint;
  bonus: bigint;
  seq: bigint;
  grant: ActiveGrant | undefined;
}

export interface RoundModelNeeds<W extends RoundWallet> {
  readonly now: () => number;
  find(player: PlayerId, currency: Currency): W | undefined;
  /** A bet that took a stake. */
  bet(player: PlayerId, key: Uuid): Bet | undefined;
  /** A bet is taken, or has ended with this key. */
  put(bet: Bet, settleKey: Uuid | null): void;
  record(wallet: W, movement: Movement, debit: Account, credit: Account): void;
  readonly pots: ModelPots;
  recordBet(wallet: W, bet: Bet, kind: TransferKind, amount: bigint, debit: Account, credit: Account): void;
  count(wallet: W, stake: bigint, lost: bigint): void;
  isBlocked(player: PlayerId): boolean;
  /** The limit that refuses the bet, if any; `own`: the real money of the stake. */
  limited(bet: RoundBet, own: bigint): string | undefined;
  /** Why the player has no time left to play, if so. */
  outOfTime(player: PlayerId): string | undefined;
  /** Ends the wallet's bonus when it is over. */
  endDue(player: PlayerId, currency: Currency): void;
  grant(
    player: PlayerId,
    number: number,
  ): { readonly account: number; readonly end: string | undefined; readonly cap?: bigint | null };
}

/** A round as the model keeps it. */
export interface Round {
  readonly game: string;
  readonly slug: string;
  readonly currency: Currency;
  readonly exclusive: boolean;
  status: "open" | "closed" | "void";
  bets: Uuid[];
  staked: bigint;
  fromBonus: bigint;
  cap: bigint;
  won: bigint;
  held: bigint;
  /** What the round's stakes add to the pot and to its reserve. */
  shares: { readonly pot: bigint; readonly reserve: bigint };
  potWon: bigint;
  grant: number | undefined;
}

/** The name of a player's round, or of anything else of theirs that has a key. */
export const nameOf = (player: PlayerId, key: Uuid) => `${player}/${key}`;
