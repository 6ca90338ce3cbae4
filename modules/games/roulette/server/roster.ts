import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import { betsPerPlayer } from "../shared/round.ts";
import { type Chip, largestPayout, rouletteRules } from "../shared/rules.ts";
import { chipsOf } from "./bet-choice.ts";

/** A bet in the round: on its way to the books, or in them. */
interface RosterEntry {
  readonly currency: Currency;
  readonly chips: readonly Chip[];
  readonly largest: Micros;
  bet: Bet | null;
}

export type Reservation = Pick<Bet, "player" | "key" | "currency"> & { readonly chips: readonly Chip[] };

/** Who has chips on the cloth, and what is reserved for those whose stakes are under way. */
export interface Roster {
  /** The committed bets, in order of arrival; an ended one as it is in the books. */
  bets(): Bet[];
  /** Sum of the largest payouts of the bets in a currency, those under way included. */
  reserved(currency: Currency): Micros;
  /** Whether the player has made all bets of the round; a bet with a known key never counts twice. */
  isFull(player: PlayerId, key: Uuid): boolean;
  /** What the player's other bets of the round have on a spot. */
  onSpot(bet: Pick<Reservation, "player" | "key" | "currency">, spot: string): Micros;
  /** Holds a place, its spots and the room under the round's cap before the stake is taken. */
  reserve(bet: Reservation): void;
  /** Gives them back: the stake was refused. */
  release(player: PlayerId, key: Uuid): void;
  /** Takes a committed bet in; true when it is new. */
  admit(bet: Bet): boolean;
  /** Notes how an admitted bet ended. */
  end(bet: Bet): void;
  of(player: PlayerId): Bet[];
}

export function createRoster(): Roster {
  const entries = new Map<PlayerId, Map<Uuid, RosterEntry>>();
  const reserved = new Map<Currency, bigint>();
  const addReserved = (currency: Currency, cap: bigint) => reserved.set(currency, (reserved.get(currency) ?? 0n) + cap);

  function reserve({ player, key, currency, chips }: Reservation): RosterEntry {
    const own = entries.get(player) ?? new Map<Uuid, RosterEntry>();
    entries.set(player, own);
    const known = own.get(key);
    if (known) return known;
    const entry = { currency, chips, largest: largestPayout(rouletteRules.current, chips), bet: null };
    own.set(key, entry);
    addReserved(currency, entry.largest);
    return entry;
  }
  const committed = (own: ReadonlyMap<Uuid, RosterEntry> | undefined): Bet[] =>
    [...(own?.values() ?? [])].flatMap(({ bet }) => bet ?? []);

  return {
    bets: () => [...entries.values()].flatMap(committed),
    reserved: currency => micros(reserved.get(currency) ?? 0n),
    isFull(player, key) {
      const own = entries.get(player);
      return own !== undefined && !own.has(key) && own.size >= betsPerPlayer;
    },
    onSpot({ player, key, currency }, spot) {
      let sum = 0n;
      for (const [name, entry] of entries.get(player) ?? [])
        if (name !== key && entry.currency === currency)
          for (const chip of entry.chips) if (chip.spot === spot) sum += chip.stake;
      return micros(sum);
    },
    reserve,
    release(player, key) {
      const entry = entries.get(player)?.get(key);
      if (!entry || entry.bet) return;
      entries.get(player)?.delete(key);
      addReserved(entry.currency, -entry.largest);
    },
    admit(bet) {
      const entry = reserve({ ...bet, chips: chipsOf(bet) });
      if (entry.bet) return false;
      entry.bet = bet;
      return true;
    },
    end(bet) {
      const entry = entries.get(bet.player)?.get(bet.key);
      if (entry) entry.bet = bet;
    },
    of: player => committed(entries.get(player)),
  };
}
