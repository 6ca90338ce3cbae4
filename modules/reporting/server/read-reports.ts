import type { Queryable } from "#kit/db/db.ts";
import { type OlderRead, readOlder } from "#kit/db/read-older.ts";
import type { Host } from "#kit/host/host.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { wallOf } from "#kit/std/wall-time.ts";
import { accountName } from "#modules/ledger/shared/chart.ts";
import {
  accountsAt,
  gamesIn,
  listClosedDays,
  type Movement,
  movementsIn,
  type Span,
  spanOf,
} from "#modules/projections/server/index.ts";
import { type MoneyFigure, moneyFigures, ngrLines, partsOf } from "#modules/projections/shared/figures.ts";
import type { periodNames } from "../office/contract.ts";

/** Reports of days of a zone, from half hours: none reads bets or the ledger. */

export const reportsRead: OlderRead = {
  name: "reports",
  tables: [
    "projections.runs",
    "projections.half_hours",
    "projections.game_half_hours",
    "projections.version_half_hours",
    "projections.large_wins",
    "projections.closed_days",
    "projections.closed_rows",
  ],
  isSnapshot: true,
};

export interface ReportQuery {
  readonly period?: (typeof periodNames)[number] | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly zone?: string | undefined;
  readonly tests?: "with" | "without" | undefined;
}

/** The days of a report, and whether they are closed. */
export interface ReportPeriod {
  readonly from: string;
  readonly to: string;
  readonly zone: string;
  readonly span: Span;
  readonly closed: boolean;
  readonly withTests: boolean;
}

export interface Report<Row> {
  readonly period: ReportPeriod;
  readonly rows: readonly Row[];
}

export type Hosted = Pick<Host, "db" | "replica" | "config" | "clock">;

const dayMs = 86_400_000;
const dayText = (at: number) => new Date(at).toISOString().slice(0, 10);

/** The days that are asked for. */
export function daysOf(
  { period = "month", from, to }: Pick<ReportQuery, "period" | "from" | "to">,
  today: string,
): { readonly from: string; readonly to: string } {
  const [first, last] = [from ?? to, to ?? from];
  if (first !== undefined && last !== undefined) return { from: first, to: last };
  const firstOfMonth = `${today.slice(0, 7)}-01`;
  const lastOfBefore = dayText(Date.parse(firstOfMonth) - dayMs);
  const yesterday = dayText(Date.parse(today) - dayMs);
  switch (period) {
    case "yesterday":
      return { from: yesterday, to: yesterday };
    case "month":
      return { from: firstOfMonth, to: today };
    case "last_month":
      return { from: `${lastOfBefore.slice(0, 7)}-01`, to: lastOfBefore };
    case "year":
      return { from: `${today.slice(0, 4)}-01-01`, to: today };
  }
}

/** The zone of the chain of closed days, which keeps the one it began with, and its last day. */
export async function reportingZone(
  on: Queryable,
  configured: string,
): Promise<{ readonly zone: string; readonly closedThrough: string | null }> {
  const [last] = await listClosedDays(on, 1);
  return { zone: last?.zone ?? configured, closedThrough: last?.day ?? null };
}

export function readReport<Row>(
  host: Hosted,
  query: ReportQuery,
  rowsIn: (on: Queryable, period: ReportPeriod) => Promise<readonly Row[]>,
): Promise<Report<Row>> {
  return readOlder(host, reportsRead, async on => {
    const period = await periodOf(on, host, query);
    return { period, rows: await rowsIn(on, period) };
  });
}

/** The days that are asked for, of the reporting zone unless another one is given. */
export async function periodOf(
  on: Queryable,
  host: Pick<Host, "config" | "clock">,
  query: ReportQuery,
): Promise<ReportPeriod> {
  const own = await reportingZone(on, host.config.REPORTING_ZONE);
  const zone = query.zone ?? own.zone;
  const { from, to } = daysOf(query, wallOf(host.clock.now(), zone).slice(0, 10));
  return {
    from,
    to,
    zone,
    span: await spanOf(on, { from, to, zone }),
    closed: zone === own.zone && own.closedThrough !== null && own.closedThrough >= to,
    withTests: query.tests === "with",
  };
}

interface DayRow {
  readonly day: string;
  readonly currency: Currency;
}

interface RevenueSums {
  bets: number;
  wagered: bigint;
  readonly figures: Record<MoneyFigure, bigint>;
}

export const revenueReport = (host: Hosted, query: ReportQuery) =>
  readReport(host, query, async (on, period) => {
    const days = new Map<string, DayRow & RevenueSums>();
    const sumsOf = (row: Dated) => {
      const { day, currency, key } = dayRowOf(row, period);
      const known = days.get(key);
      if (known) return known;
      const made = { day, currency, bets: 0, wagered: 0n, figures: noFigures() };
      days.set(key, made);
      return made;
    };
    for (const movement of await movementsIn(on, sumsFor(period)))
      for (const { figure, sign } of partsOf(movement)) sumsOf(movement).figures[figure] += sign * movement.total;
    for (const game of await gamesIn(on, sumsFor(period))) {
      const sums = sumsOf(game);
      sums.bets += game.bets;
      sums.wagered += game.staked;
    }
    return byKey(days).map(({ day, currency, bets, wagered, figures }) => ({
      day,
      currency,
      bets,
      wagered: formatAmount(wagered),
      ggr: formatAmount(figures.ggr),
      bonuses: formatAmount(figures.bonuses),
      prizes: formatAmount(figures.prizes),
      jackpots: formatAmount(figures.jackpots),
      fees: formatAmount(figures.fees),
      ngr: formatAmount(ngrLines.reduce((sum, line) => sum + figures[line], 0n)),
      deposits: formatAmount(figures.deposits),
      payouts: formatAmount(figures.payouts),
    }));
  });

export const gamesReport = (host: Hosted, query: ReportQuery) =>
  readReport(host, query, async (on, period) => {
    const games = new Map<
      string,
      DayRow & { readonly game: string; bets: number; wagered: bigint; paid: bigint; ggr: bigint }
    >();
    const sumsOf = (row: Dated, game: string) => {
      const { day, currency } = dayRowOf(row, period);
      const key = [day, game, currency].join(" ");
      const known = games.get(key);
      if (known) return known;
      const made = { day, game, currency, bets: 0, wagered: 0n, paid: 0n, ggr: 0n };
      games.set(key, made);
      return made;
    };
    for (const movement of await movementsIn(on, sumsFor(period)))
      for (const { figure, game, sign } of partsOf(movement))
        if (figure === "ggr" && game !== null) sumsOf(movement, game).ggr += sign * movement.total;
    for (const played of await gamesIn(on, sumsFor(period))) {
      const sums = sumsOf(played, played.game);
      sums.bets += played.bets;
      sums.wagered += played.staked;
      sums.paid += played.paid;
    }
    return byKey(games).map(({ wagered, paid, ggr, ...row }) => ({
      ...row,
      wagered: formatAmount(wagered),
      paid: formatAmount(paid),
      ggr: formatAmount(ggr),
    }));
  });

interface OfferSums extends DayRow {
  readonly account: string;
  transfers: number;
  given: bigint;
  returned: bigint;
}

/** What bonuses and prizes cost, by the account that pays for them. */
export const offersReport = (host: Hosted, query: ReportQuery) =>
  readReport(host, query, async (on, period) => {
    const offers = new Map<string, OfferSums>();
    for (const movement of await movementsIn(on, sumsFor(period)))
      for (const { figure, sign } of partsOf(movement)) {
        if (figure !== "bonuses" && figure !== "prizes") continue;
        const { day, currency } = dayRowOf(movement, period);
        const account = accountName(sign > 0n ? movement.credit : movement.debit);
        const key = keyOfOffer({ day, account, currency });
        const sums = offers.get(key) ?? { day, account, currency, transfers: 0, given: 0n, returned: 0n };
        offers.set(key, sums);
        sums.transfers += movement.transfers;
        if (sign > 0n) sums.returned += movement.total;
        else sums.given += movement.total;
      }
    return byKey(offers).map(({ given, returned, ...row }) => ({
      ...row,
      given: formatAmount(given),
      returned: formatAmount(returned),
      cost: formatAmount(given - returned),
    }));
  });

export const keyOfOffer = ({ day, account, currency }: { day: string; account: string; currency: string }) =>
  `${day} ${account} ${currency}`;

export const balancesReport = (host: Hosted, query: ReportQuery) =>
  readReport(host, query, async (on, period) =>
    (await accountsAt(on, period)).map(({ debited, credited, balance, ...row }) => ({
      ...row,
      debited: formatAmount(debited),
      credited: formatAmount(credited),
      balance: formatAmount(balance),
    })),
  );

type Dated = Pick<Movement, "at" | "currency">;

function dayRowOf({ at, currency }: Dated, { zone }: ReportPeriod): DayRow & { readonly key: string } {
  const day = wallOf(at.getTime(), zone).slice(0, 10);
  return { day, currency, key: `${day} ${currency}` };
}

const sumsFor = ({ span, zone, withTests }: ReportPeriod) => ({ span, zone, withTests, by: "day" }) as const;

const noFigures = () => Object.fromEntries(moneyFigures.map(name => [name, 0n])) as Record<MoneyFigure, bigint>;

const byKey = <Row>(rows: ReadonlyMap<string, Row>): readonly Row[] =>
  [...rows].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
