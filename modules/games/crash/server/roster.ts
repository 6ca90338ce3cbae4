import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { parseHundredths } from "#kit/std/hundredths.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import { betsPerPlayer } from "../shared/round.ts";
import { automaticCashOut, type CrashBet } from "../shared/rules.ts";

/** How a bet left the flight: decided once, in memory, by the one owner; `paid` resolves after the commit. */
export interface Claim {
  /** Hundredths. */
  readonly multiplier: number;
  /** The key of the player's cash-out; null for an automatic one. */
  readonly key: Uuid | null;
  readonly paid: Promise<Bet>;
}

/** A bet in the round. */
export interface Seat {
  readonly bet: Bet;
  readonly terms: CrashBet;
  /** Hundredths: where it leaves without the player. */
  readonly target: number;
  claim: Claim | null;
  /** The bet as it is in the books once it has ended. */
  ended: Bet | null;
}

/** Who is in the round, and what is reserved for those whose stakes are under way. */
export interface Roster {
  readonly seats: ReadonlyMap<string, Seat>;
  /** Sum of the win caps of the bets in a currency, those under way included. */
  reserved(currency: Currency): Micros;
  /** Whether the player has both bets already; a bet with a known key never counts twice. */
  isFull(player: PlayerId, key: Uuid): boolean;
  /** Holds a place and the room under the round's cap before the stake is taken. */
  reserve(bet: Pick<Bet, "player" | "key" | "currency" | "winCap">): void;
  /** Gives both back: the stake was refused. */
  release(player: PlayerId, key: Uuid): void;
  /** Takes a committed bet in; the same bet twice is one seat. */
  admit(bet: Bet): { seat: Seat; isNew: boolean };
  seat(player: PlayerId, key: Uuid): Seat | undefined;
  of(player: PlayerId): Seat[];
}

export function createRoster(): Roster {
  const seats = new Map<string, Seat>();
  const entries = new Map<PlayerId, Map<Uuid, { currency: Currency; cap: Micros }>>();
  const reserved = new Map<Currency, bigint>();
  const name = (player: PlayerId, key: Uuid) => `${player}/${key}`;
  const addReserved = (currency: Currency, cap: bigint) => reserved.set(currency, (reserved.get(currency) ?? 0n) + cap);

  function reserve({ player, key, currency, winCap }: Pick<Bet, "player" | "key" | "currency" | "winCap">): void {
    const own = entries.get(player) ?? new Map<Uuid, { currency: Currency; cap: Micros }>();
    entries.set(player, own);
    if (own.has(key)) return;
    own.set(key, { currency, cap: winCap });
    addReserved(currency, winCap);
  }

  return {
    seats,
    reserved: currency => micros(reserved.get(currency) ?? 0n),
    isFull(player, key) {
      const own = entries.get(player);
      return own !== undefined && !own.has(key) && own.size >= betsPerPlayer;
    },
    reserve,
    release(player, key) {
      const entry = entries.get(player)?.get(key);
      if (!entry || seats.has(name(player, key))) return;
      entries.get(player)?.delete(key);
      addReserved(entry.currency, -entry.cap);
    },
    admit(bet) {
      const known = seats.get(name(bet.player, bet.key));
      if (known) return { seat: known, isNew: false };
      reserve(bet);
      const terms = termsOf(bet);
      const seat: Seat = { bet, terms, target: automaticCashOut(terms), claim: null, ended: null };
      seats.set(name(bet.player, bet.key), seat);
      return { seat, isNew: true };
    },
    seat: (player, key) => seats.get(name(player, key)),
    of: player =>
      [...(entries.get(player)?.keys() ?? [])]
        .map(key => seats.get(name(player, key)))
        .filter(seat => seat !== undefined),
  };
}

/** The player's choice, as stored with the bet: `{auto_cash_out: "2.00"}`, null without one. */
export interface CrashChoice {
  /** The bet panel it was made in; bets of programs name none. */
  readonly panel?: "a" | "b";
  readonly auto_cash_out: string | null;
}

/** The bet as the rules see it. */
export function termsOf({ stake, winCap, choice }: Bet): CrashBet {
  const { auto_cash_out: text } = choice as unknown as CrashChoice;
  return { stake, winCap, autoCashOut: text === null ? null : (parseHundredths(text) ?? null) };
}
