import type { Host } from "#kit/host/host.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { wallOf } from "#kit/std/wall-time.ts";
import { countrySpans } from "#modules/accounts/server/index.ts";
import { listClosedDays, spanOf, sumsByCountry } from "#modules/projections/server/index.ts";
import { daysOf, type Report, type ReportPeriod, type ReportQuery } from "./read-reports.ts";

/** Days of players are days of UTC. */
const zone = "UTC";

export interface CountryRow {
  readonly country: string | null;
  readonly currency: string;
  readonly players: number;
  readonly bets: number;
  readonly wagered: string;
  readonly paid: string;
  readonly ggr: string;
  readonly deposits: string;
  readonly payouts: string;
}

/** The days of a report from days of players. */
export async function utcPeriod(
  host: Pick<Host, "db" | "clock">,
  query: Omit<ReportQuery, "zone">,
): Promise<ReportPeriod> {
  const { from, to } = daysOf(query, wallOf(host.clock.now(), zone).slice(0, 10));
  const [last] = await listClosedDays(host.db, 1);
  return {
    from,
    to,
    zone,
    span: await spanOf(host.db, { from, to, zone }),
    closed: last?.zone === zone && last.day >= to,
    withTests: query.tests === "with",
  };
}

/** Bets that ended, deposits and withdrawals by the country of the account on each day. Not read from a standby: it has tables of accounts. */
export async function countriesReport(
  host: Pick<Host, "db" | "clock">,
  query: Omit<ReportQuery, "zone">,
): Promise<Report<CountryRow>> {
  const period = await utcPeriod(host, query);
  const sums = await sumsByCountry(host.db, period, countrySpans);
  const rows = sums.map(({ country, currency, players, bets, staked, paid, deposits, payouts }) => ({
    country,
    currency,
    players,
    bets,
    wagered: formatAmount(staked),
    paid: formatAmount(paid),
    ggr: formatAmount(staked - paid),
    deposits: formatAmount(deposits),
    payouts: formatAmount(payouts),
  }));
  return { period, rows };
}
