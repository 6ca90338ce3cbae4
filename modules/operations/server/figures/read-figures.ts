import type { RouteOutput } from "#kit/contract/route.ts";
import type { Queryable } from "#kit/db/db.ts";
import { type OlderRead, readOlder } from "#kit/db/read-older.ts";
import type { Host } from "#kit/host/host.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import { countActive, countFirstDeposits, gamesIn, isFolded, movementsIn } from "#modules/projections/server/index.ts";
import { type MoneyFigure, moneyFigures, ngrLines, partsOf } from "#modules/projections/shared/figures.ts";
import type { readFigures as contract } from "../../office/figures-contract.ts";
import { converterTo } from "./convert.ts";
import { type Period, type PeriodQuery, periodBefore, periodOf } from "./period.ts";

type View = RouteOutput<typeof contract>["data"];
type Money = Record<MoneyFigure, bigint>;

interface GameSums {
  bets: number;
  wagered: bigint;
  paid: bigint;
  ggr: bigint;
}

/** The figures of a period, each in the currency of sums. */
interface Figures {
  readonly money: Money;
  /** In each currency itself. */
  readonly own: ReadonlyMap<Currency, Money & { wagered: bigint }>;
  readonly counts: { deposits: number; payouts: number };
  readonly games: ReadonlyMap<string, GameSums>;
  /** Money by the instant at which a half hour or day begins. */
  readonly buckets: ReadonlyMap<number, Money>;
  readonly active: number;
  readonly firstDeposits: number;
  /** Bets by the half hour or day in which they ended. */
  readonly played: ReadonlyMap<number, { bets: number; wagered: bigint }>;
  readonly isComplete: boolean;
}

/** Figures and the lists that they are the sum of. */
export const figuresRead: OlderRead = {
  name: "figures",
  tables: [
    "projections.runs",
    "projections.half_hours",
    "projections.game_half_hours",
    "projections.player_days",
    "projections.first_deposits",
    "projections.closed_days",
    "rates.rate_days",
  ],
  isSnapshot: true,
};

/** Everything of one moment: two periods, in one snapshot. */
export async function readFigures(
  host: Pick<Host, "db" | "replica" | "clock">,
  query: PeriodQuery & { readonly against?: "before" | "week" | undefined },
): Promise<View> {
  const now = host.clock.now();
  return readOlder(host, figuresRead, async tx => {
    const period = await periodOf(tx, query, now);
    const before = await periodBefore(tx, period, query.against ?? "before", now);
    const [figures, earlier] = [await figuresOf(tx, period), await figuresOf(tx, before)];
    return viewOf({ period, before, figures, earlier, now, isFolding: !(await isFolded(tx)) });
  });
}

const emptyMoney = (): Money => Object.fromEntries(moneyFigures.map(name => [name, 0n])) as Money;

async function figuresOf(on: Queryable, period: Period): Promise<Figures> {
  const movements = await movementsIn(on, period);
  const games = await gamesIn(on, period);
  const convert = await converterTo(on, period.shown, [...movements, ...games]);
  const money = emptyMoney();
  const own = new Map<Currency, Money & { wagered: bigint }>();
  const ofCurrency = (currency: Currency) => entryOf(own, currency, () => ({ ...emptyMoney(), wagered: 0n }));
  const byGame = new Map<string, GameSums>();
  const ofGame = (game: string) => entryOf(byGame, game, () => ({ bets: 0, wagered: 0n, paid: 0n, ggr: 0n }));
  const buckets = new Map<number, Money>();
  const played = new Map<number, { bets: number; wagered: bigint }>();
  const counts = { deposits: 0, payouts: 0 };
  let isComplete = true;

  for (const movement of movements)
    for (const { figure, sign, game } of partsOf(movement)) {
      const amount = sign * movement.total;
      ofCurrency(movement.currency)[figure] += amount;
      if (figure === "deposits" || figure === "payouts") counts[figure] += movement.transfers;
      // Each movement is converted separately, so that the list of them sums to the figure.
      const value = convert(movement, amount);
      if (value === undefined) isComplete = false;
      else {
        money[figure] += value;
        entryOf(buckets, movement.at.getTime(), emptyMoney)[figure] += value;
        if (figure === "ggr" && game !== null) ofGame(game).ggr += value;
      }
    }
  for (const row of games) {
    ofCurrency(row.currency).wagered += row.staked;
    const sums = ofGame(row.game);
    sums.bets += row.bets;
    const ended = entryOf(played, row.at.getTime(), () => ({ bets: 0, wagered: 0n }));
    ended.bets += row.bets;
    const [staked, paid] = [convert(row, row.staked), convert(row, row.paid)];
    if (staked === undefined || paid === undefined) isComplete = false;
    else {
      sums.wagered += staked;
      ended.wagered += staked;
      sums.paid += paid;
    }
  }
  const active = await countActive(on, period);
  const firstDeposits = await countFirstDeposits(on, period);
  return { money, own, counts, games: byGame, buckets, played, isComplete, active, firstDeposits };
}

function entryOf<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  const known = map.get(key);
  if (known !== undefined) return known;
  const made = make();
  map.set(key, made);
  return made;
}

const ngrOf = (money: Money): bigint => ngrLines.reduce((sum, line) => sum + money[line], 0n);

function totalsOf({ money, counts, games, active, firstDeposits }: Figures): View["now"] {
  const all = [...games.values()];
  return {
    ggr: formatAmount(money.ggr),
    ngr: formatAmount(ngrOf(money)),
    wagered: formatAmount(all.reduce((sum, { wagered }) => sum + wagered, 0n)),
    bets: all.reduce((sum, { bets }) => sum + bets, 0),
    deposits: formatAmount(money.deposits),
    deposit_count: counts.deposits,
    payouts: formatAmount(money.payouts),
    payout_count: counts.payouts,
    active,
    first_deposits: firstDeposits,
  };
}

interface Read {
  readonly period: Period;
  readonly before: Period;
  readonly figures: Figures;
  readonly earlier: Figures;
  readonly now: number;
  readonly isFolding: boolean;
}

function viewOf({ period, before, figures, earlier, now, isFolding }: Read): View {
  const { begins, ends } = period.span;
  return {
    at: new Date(now).toISOString(),
    from: period.from,
    to: period.to,
    zone: period.zone,
    in: period.shown,
    complete: figures.isComplete && earlier.isComplete,
    folding: isFolding,
    begins: begins.toISOString(),
    ends: ends.toISOString(),
    hours: (ends.getTime() - begins.getTime()) / 3_600_000,
    now: totalsOf(figures),
    before: totalsOf(earlier),
    before_from: before.from,
    before_to: before.to,
    by: period.by,
    buckets: bucketsOf({ period, before, figures, earlier, now }),
    lines: ngrLines.map(line => ({ line, amount: formatAmount(figures.money[line]) })),
    by_game: [...figures.games]
      .filter(([, { bets, ggr }]) => bets !== 0 || ggr !== 0n)
      .sort(([, a], [, b]) => (a.wagered > b.wagered ? -1 : 1))
      .map(([game, { bets, wagered, paid, ggr }]) => ({
        game,
        bets,
        wagered: formatAmount(wagered),
        paid: formatAmount(paid),
        ggr: formatAmount(ggr),
      })),
    by_hour: hoursOf({ period, figures, now }),
    by_currency: currencyCodes.flatMap(currency => {
      const sums = figures.own.get(currency);
      if (!sums) return [];
      const { wagered, ggr, deposits, payouts } = sums;
      const view = { wagered, ggr, deposits, payouts };
      return { currency, ...(mapped(view, formatAmount) as Record<keyof typeof view, string>) };
    }),
  };
}

const mapped = (values: Readonly<Record<string, bigint>>, show: (value: bigint) => string) =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, show(value)]));

const hourMs = 3_600_000;

/** Every started hour of up to two days, from the start of the first: in a zone at +5:30, too. */
function hoursOf({ period, figures, now }: Pick<Read, "period" | "figures" | "now">): View["by_hour"] {
  if (period.by !== "half_hour") return [];
  const begins = period.span.begins.getTime();
  const hours = Array.from({ length: Math.round((period.span.ends.getTime() - begins) / hourMs) }, (_, n) => n);
  return hours
    .map(n => begins + n * hourMs)
    .filter(at => at <= now)
    .map(at => {
      const money = emptyMoney();
      const ended = { bets: 0, wagered: 0n };
      for (const half of [at, at + halfHourMs]) {
        const [moved, games] = [figures.buckets.get(half), figures.played.get(half)];
        for (const name of moneyFigures) money[name] += moved?.[name] ?? 0n;
        ended.bets += games?.bets ?? 0;
        ended.wagered += games?.wagered ?? 0n;
      }
      return {
        at: new Date(at).toISOString(),
        bets: ended.bets,
        wagered: formatAmount(ended.wagered),
        ggr: formatAmount(money.ggr),
        deposits: formatAmount(money.deposits),
        payouts: formatAmount(money.payouts),
      };
    });
}

/** Every started half hour or day, including those without movements. */
function bucketsOf({ period, before, figures, earlier, now }: Omit<Read, "isFolding">): View["buckets"] {
  const beforeAt = startsOf(before, before.span.ends);
  const begun = startsOf(period, period.span.ends).filter(at => at <= now);
  return begun.map((at, index) => {
    const money = figures.buckets.get(at) ?? emptyMoney();
    const other = earlier.buckets.get(beforeAt[index] ?? 0) ?? emptyMoney();
    return {
      at: new Date(at).toISOString(),
      ggr: formatAmount(money.ggr),
      ngr: formatAmount(ngrOf(money)),
      before: formatAmount(other.ggr),
    };
  });
}

const halfHourMs = 1_800_000;

/** Where the half hours or days of a period begin. A day is found by its noon: it may have 23 or 25 hours. */
function startsOf({ span, by, days, zone }: Period, ends: Date): readonly number[] {
  const begins = span.begins.getTime();
  if (by === "half_hour")
    return Array.from(
      { length: Math.round((ends.getTime() - begins) / halfHourMs) },
      (_, n) => begins + n * halfHourMs,
    );
  return Array.from({ length: days }, (_, n) => startOfDay(begins + n * 86_400_000 + 43_200_000, zone));
}

function startOfDay(noon: number, zone: string): number {
  const parts = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
  });
  const [hour = 0, minute = 0] = parts.format(noon).split(":").map(Number);
  const guess = noon - (hour * 60 + minute) * 60_000;
  // The clocks may have been changed since midnight.
  const [h = 0, m = 0] = parts.format(guess).split(":").map(Number);
  const off = h * 60 + m;
  return guess - (off > 720 ? off - 1440 : off) * 60_000;
}
