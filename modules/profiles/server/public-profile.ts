import { fail } from "#kit/contract/error-code.ts";
import { notFound, unavailable } from "#kit/contract/errors.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { formatAmount, type Micros, micros } from "#kit/money/amount.ts";
import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { NamedRow, Names } from "#modules/accounts/server/index.ts";
import { avatarKeyOf } from "#modules/accounts/shared/avatar-key.ts";
import { pricesOfPastDays } from "#modules/rates/server/index.ts";
import type { DayPrices } from "#modules/rates/shared/day-prices.ts";
import { type BestBet, type PlayedTotal, playerTotals } from "#modules/wallet/server/index.ts";
import type { PublicProfile } from "../shared/contract.ts";

type Statistics = NonNullable<PublicProfile["statistics"]>;

export interface PublicProfiles {
  /** Fails with `not_found` for a player who hides name and avatar, has closed the account or does not exist: all are indistinguishable. */
  of(nameOrId: string): Promise<PublicProfile>;
}

const dayMs = 86_400_000;
/** A player's figures are recomputed at most this often. */
const cacheMs = 60_000;
const cacheSize = 1_000;
/** Players whose figures are computed at the same time: it reads all their bets. */
const mostAtOnce = 2;
const favourites = 3;

export function createPublicProfiles(host: Pick<Host, "db" | "clock">, names: Names): PublicProfiles {
  const cache = new Map<PlayerId, { readonly until: number; readonly figures: Promise<Figures> }>();
  let running = 0;

  async function add(player: PlayerId): Promise<Figures> {
    if (running >= mostAtOnce) fail(unavailable, { retryAfter: 2 });
    running += 1;
    try {
      return await figuresOf(host.db, player, Math.floor(host.clock.now() / dayMs));
    } finally {
      running -= 1;
    }
  }

  function figures(player: PlayerId): Promise<Figures> {
    const now = host.clock.monotonic();
    const known = cache.get(player);
    if (known && known.until > now) return known.figures;
    if (cache.size >= cacheSize) cache.clear();
    const figures = add(player);
    cache.set(player, { until: now + cacheMs, figures });
    figures.catch(() => cache.delete(player));
    return figures;
  }

  return {
    async of(nameOrId) {
      const found = isAskable(nameOrId) ? await names.find(host.db, nameOrId) : undefined;
      if (!found || found.isAvatarHidden || found.closedAt !== null) return fail(notFound);
      const statistics = found.isStatisticsHidden ? null : shown(found, await figures(found.id));
      return { name: found.name, avatar: avatarKeyOf(found), test: found.isTest, statistics };
    },
  };
}

/** A possible name or public id; anything else is not found. */
function isAskable(text: string): boolean {
  return /^[\p{L}\p{N}_-]{1,40}$/u.test(text);
}

interface Figures {
  readonly totals: readonly PlayedTotal[];
  readonly best: BestBet | null;
}

async function figuresOf(db: Queryable, player: PlayerId, today: number): Promise<Figures> {
  const { totals, best } = await playerTotals(db, player);
  if (best.length < 2) return { totals, best: best[0] ?? null };
  return { totals, best: bestOf(best, (await pricesOfPastDays(db, [today])).get(today)) };
}

/** The largest gain at the day's rates; without rates, that of the first currency. */
function bestOf(best: readonly BestBet[], prices: DayPrices | undefined): BestBet | null {
  const gain = ({ currency, stake, payout }: BestBet) => (payout - stake) * (prices?.[currency] ?? 1n);
  const [first = null, ...others] = prices ? best : best.slice(0, 1);
  return others.reduce((most, bet) => (most && gain(most) >= gain(bet) ? most : bet), first);
}

function shown({ registeredAt }: NamedRow, { totals, best }: Figures): Statistics {
  const games = sumsBy(
    totals,
    ({ game }) => game,
    ({ bets }) => BigInt(bets),
  );
  const wagered = sumsBy(
    totals,
    ({ currency }) => currency,
    total => total.wagered,
  );
  const byBets = [...games].sort(([a, one], [b, other]) => (one === other ? (a < b ? -1 : 1) : one > other ? -1 : 1));
  return {
    since: registeredAt.toISOString().slice(0, 10),
    bets: totals.reduce((sum, { bets }) => sum + bets, 0),
    wagered: currencyCodes
      .map((currency): [Currency, bigint] => [currency, wagered.get(currency) ?? 0n])
      .filter(([, amount]) => amount > 0n)
      .map(([currency, amount]) => ({ currency, amount: formatAmount(micros(amount)) })),
    biggest_win: best && {
      game: best.game,
      currency: best.currency,
      stake: formatAmount(best.stake),
      payout: formatAmount(best.payout),
    },
    favourite_games: byBets.slice(0, favourites).map(([game, bets]) => ({ game, bets: Number(bets) })),
  };
}

function sumsBy<T, K>(rows: readonly T[], keyOf: (row: T) => K, amountOf: (row: T) => bigint | Micros): Map<K, bigint> {
  const sums = new Map<K, bigint>();
  for (const row of rows) sums.set(keyOf(row), (sums.get(keyOf(row)) ?? 0n) + amountOf(row));
  return sums;
}
