import type { RouteOutput } from "#kit/contract/route.ts";
import type { Host } from "#kit/host/host.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { countrySpans } from "#modules/accounts/server/index.ts";
import { type CountryDay, daysByCountry } from "#modules/projections/server/index.ts";
import type { readCountries as contract } from "../../office/figures-contract.ts";
import { type Convert, converterTo } from "./convert.ts";
import { type PeriodQuery, periodOf } from "./period.ts";

type View = RouteOutput<typeof contract>["data"];

interface Sums {
  bets: number;
  wagered: bigint;
  ggr: bigint;
  deposits: bigint;
  payouts: bigint;
}

const dayMs = 86_400_000;
const unknown = "-";

/**
 * What players of each country did: one row a country, or the days and currencies of one. Each day and currency is converted by itself, so the
 * rows of a country sum to it. Not read from a standby: it reads accounts.
 */
export async function readCountries(
  host: Pick<Host, "db" | "clock">,
  { country, ...query }: Omit<PeriodQuery, "zone"> & { readonly country?: string | undefined },
): Promise<View> {
  const period = await periodOf(host.db, query, host.clock.now());
  const all = await daysByCountry(host.db, period, countrySpans);
  const days = all
    .filter(row => period.currency === undefined || row.currency === period.currency)
    .filter(row => country === undefined || (row.country ?? unknown) === country)
    .map(row => ({ ...row, utcDay: Date.parse(row.day) / dayMs }));
  const convert = await converterTo(host.db, period.shown, days);
  let isComplete = true;
  const rows = new Map<string, { readonly of: CountryDay; readonly sums: Sums }>();
  for (const day of days) {
    const key = country === undefined ? (day.country ?? unknown) : `${day.day} ${day.currency}`;
    const known = rows.get(key) ?? { of: day, sums: { bets: 0, wagered: 0n, ggr: 0n, deposits: 0n, payouts: 0n } };
    rows.set(key, known);
    if (!addTo(known.sums, day, convert)) isComplete = false;
  }
  const { from, to, shown } = period;
  const views = [...rows.values()].sort((a, b) => (country === undefined && a.sums.wagered < b.sums.wagered ? 1 : 0));
  return {
    from,
    to,
    zone: "UTC",
    in: shown,
    complete: isComplete,
    rows: views.map(({ of, sums }) => ({
      country: of.country,
      day: country === undefined ? null : of.day,
      currency: country === undefined ? null : of.currency,
      bets: sums.bets,
      wagered: formatAmount(sums.wagered),
      ggr: formatAmount(sums.ggr),
      deposits: formatAmount(sums.deposits),
      payouts: formatAmount(sums.payouts),
    })),
  };
}

/** False if an amount has no rate, which is then left out. */
function addTo(sums: Sums, day: CountryDay & { readonly utcDay: number }, convert: Convert): boolean {
  sums.bets += day.bets;
  const amounts = {
    wagered: convert(day, day.staked),
    ggr: convert(day, day.staked - day.paid),
    deposits: convert(day, day.deposits),
    payouts: convert(day, day.payouts),
  };
  for (const name of ["wagered", "ggr", "deposits", "payouts"] as const) sums[name] += amounts[name] ?? 0n;
  return !Object.values(amounts).includes(undefined);
}
