import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Bet } from "#modules/wallet/server/port.ts";

/** What a bet reserves in its round. */
export interface Reserved<Terms> {
  readonly currency: Currency;
  /** The largest payout it can have. */
  readonly largest: Micros;
  /** The bet as the game's rules see it. */
  readonly terms: Terms;
}

/** A bet of the round, as it is in the books. */
export interface Seat<Terms> extends Reserved<Terms> {
  bet: Bet;
}

interface Entry<Terms> extends Reserved<Terms> {
  /** Null while the stake is under way. */
  bet: Bet | null;
}

type BetName = Pick<Bet, "player" | "key">;

/** Who is in the round, and what is reserved for those whose stakes are under way. */
export interface Roster<Terms> {
  /** The committed bets. */
  seats(): Seat<Terms>[];
  seat(player: PlayerId, key: Uuid): Seat<Terms> | undefined;
  /** The committed bets of a player. */
  of(player: PlayerId): Bet[];
  /** Sum of the largest payouts of the bets in a currency, those under way included. */
  reserved(currency: Currency): Micros;
  /** What the player's other bets reserve, those under way included. */
  besides(bet: BetName): Reserved<Terms>[];
  /** Whether the player has made all bets of the round; a bet with a known key never counts twice. */
  isFull(bet: BetName): boolean;
  /** Reserves a place, and headroom under the round's cap, before the stake is taken. */
  reserve(bet: BetName, reserved: Reserved<Terms>): void;
  /** Frees both: the stake was refused. */
  release(bet: BetName): void;
  /** Adds a committed bet; false if it was added before. */
  admit(bet: Bet): boolean;
  /** Records how an admitted bet ended. */
  end(bet: Bet): void;
}

/**
 * @param betsPerPlayer the most bets of one player
 * @param read what a bet from the books reserves
 */
export function createRoster<Terms>(betsPerPlayer: number, read: (bet: Bet) => Reserved<Terms>): Roster<Terms> {
  const entries = new Map<PlayerId, Map<Uuid, Entry<Terms>>>();
  const reserved = new Map<Currency, bigint>();
  const addReserved = (currency: Currency, cap: bigint) => reserved.set(currency, (reserved.get(currency) ?? 0n) + cap);
  const committed = (own: ReadonlyMap<Uuid, Entry<Terms>> | undefined) =>
    [...(own?.values() ?? [])].filter((entry): entry is Seat<Terms> => entry.bet !== null);

  function reserve({ player, key }: BetName, of: Reserved<Terms>): Entry<Terms> {
    const own = entries.get(player) ?? new Map<Uuid, Entry<Terms>>();
    entries.set(player, own);
    const known = own.get(key);
    if (known) return known;
    const entry = { ...of, bet: null };
    own.set(key, entry);
    addReserved(of.currency, of.largest);
    return entry;
  }

  return {
    seats: () => [...entries.values()].flatMap(committed),
    seat(player, key) {
      const entry = entries.get(player)?.get(key);
      return entry?.bet ? (entry as Seat<Terms>) : undefined;
    },
    of: player => committed(entries.get(player)).map(({ bet }) => bet),
    reserved: currency => micros(reserved.get(currency) ?? 0n),
    besides: ({ player, key }) =>
      [...(entries.get(player) ?? [])].filter(([name]) => name !== key).map(([, entry]) => entry),
    isFull({ player, key }) {
      const own = entries.get(player);
      return own !== undefined && !own.has(key) && own.size >= betsPerPlayer;
    },
    reserve,
    release({ player, key }) {
      const entry = entries.get(player)?.get(key);
      if (!entry || entry.bet) return;
      entries.get(player)?.delete(key);
      addReserved(entry.currency, -entry.largest);
    },
    admit(bet) {
      const entry = entries.get(bet.player)?.get(bet.key) ?? reserve(bet, read(bet));
      if (entry.bet) return false;
      entry.bet = bet;
      return true;
    },
    end(bet) {
      const entry = entries.get(bet.player)?.get(bet.key);
      if (entry) entry.bet = bet;
    },
  };
}
