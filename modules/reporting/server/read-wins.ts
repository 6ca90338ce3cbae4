import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import { isPlaceOfWin, type LargeWinRow, largeWinsIn } from "#modules/projections/server/index.ts";
import { type Hosted, type Report, type ReportQuery, readReport } from "./read-reports.ts";

/** Large wins and jackpots after a place, one more than a page has. Fails with `validation_failed` for a place of no win. */
export function winsReport(
  host: Hosted,
  query: ReportQuery,
  page: { readonly after: string | undefined; readonly limit: number },
): Promise<Report<LargeWinRow>> {
  if (page.after !== undefined && !isPlaceOfWin(page.after))
    fail(validationFailed, { errors: { cursor: ["cursor_invalid"] } });
  return readReport(host, query, (on, period) => largeWinsIn(on, period, { ...page, limit: page.limit + 1 }));
}
