import { pageFrom } from "#kit/contract/page-of.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { rowsOf } from "#modules/operators/office/fields.ts";
import {
  balancesReport,
  countriesReport,
  gamesReport,
  type Report,
  revenueReport,
} from "#modules/reporting/server/index.ts";
import * as contract from "./contract.ts";

/** Reports of days of a zone, row by row. */
export function reportHandlers({ host }: { readonly host: Host }): readonly Handler[] {
  return [
    handle(contract.readRevenueReport, async ({ input: { query } }) => {
      const key = (row: { day: string; currency: string }) => `${row.day} ${row.currency}`;
      return { data: pageOfReport(await revenueReport(host, query), query, key) };
    }),
    handle(contract.readGamesReport, async ({ input: { query } }) => {
      const key = (row: { day: string; game: string; currency: string }) => `${row.day} ${row.game} ${row.currency}`;
      return { data: pageOfReport(await gamesReport(host, query), query, key) };
    }),
    handle(contract.readCountriesReport, async ({ input: { query } }) => {
      // Unknown countries are the last ones.
      const key = (row: { country: string | null; currency: string }) => `${row.country ?? "~"} ${row.currency}`;
      return { data: pageOfReport(await countriesReport(host, query), query, key) };
    }),
    handle(contract.readBalancesReport, async ({ input: { query } }) => {
      const key = (row: { account: string; currency: string }) => `${row.account}\t${row.currency}`;
      return { data: pageOfReport(await balancesReport(host, query), query, key) };
    }),
  ];
}

interface PageQuery {
  readonly cursor?: string | undefined;
  readonly limit?: string | undefined;
}

/** Rows after the one that the cursor names: rows that were added meanwhile move no other. */
function pageOfReport<Row>({ period, rows }: Report<Row>, query: PageQuery, keyOf: (row: Row) => string) {
  const { cursor } = query;
  const rest = cursor === undefined ? rows : rows.filter(row => keyOf(row) > cursor);
  const { from, to, zone, span, closed } = period;
  return {
    from,
    to,
    zone,
    begins: span.begins.toISOString(),
    ends: span.ends.toISOString(),
    closed,
    ...pageFrom(rest, rowsOf(query), keyOf),
  };
}
