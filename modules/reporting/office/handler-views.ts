import { pageFrom } from "#kit/contract/page-of.ts";
import { rowsOf } from "#modules/operators/office/fields.ts";
import type { Report } from "#modules/reporting/server/index.ts";

interface PageQuery {
  readonly cursor?: string | undefined;
  readonly limit?: string | undefined;
}

/** Rows after the one that the cursor names: rows that were added meanwhile move no other. */
export function pageOfReport<Row>({ period, rows }: Report<Row>, query: PageQuery, keyOf: (row: Row) => string) {
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
