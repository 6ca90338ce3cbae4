import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import { entriesByTime } from "#modules/audit/server/index.ts";
import { alertEvents } from "#modules/bets/server/index.ts";
import { watchEvents } from "#modules/operations/server/index.ts";
import { periodOf, type Report, type ReportQuery } from "#modules/reporting/server/index.ts";
import { type EventKind, kindOfEvent, significantActions } from "#modules/reporting/shared/significant-events.ts";

export interface EventRow {
  readonly at: Date;
  readonly key: string;
  readonly kind: EventKind;
  readonly event: string;
  readonly subject: string;
  /** Null: no operator's action. */
  readonly operator: string | null;
  readonly role: string | null;
  readonly reason: string | null;
}

/** Where a page ends: its last event's moment and key. */
export const placeOfEvent = ({ at, key }: Pick<EventRow, "at" | "key">) => `${at.toISOString()} ${key}`;

function placeFrom(text: string | undefined) {
  if (text === undefined) return { at: new Date(0), key: "" };
  const [at = "", ...key] = text.split(" ");
  const isPlace =
    /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z (audit|return|watch) [0-9a-f-]{20,36}( began| ended)?$/.test(text);
  if (!isPlace || Number.isNaN(Date.parse(at))) fail(validationFailed, { errors: { cursor: ["cursor_invalid"] } });
  return { at: new Date(at), key: key.join(" ") };
}

/** Significant events after a place, in order, one more than a page has: from the audit log, the alerts of returns and the checks of the books. */
export async function eventsReport(
  host: Pick<Host, "db" | "config" | "clock">,
  query: ReportQuery,
  page: { readonly after: string | undefined; readonly limit: number },
): Promise<Report<EventRow>> {
  const after = placeFrom(page.after);
  const period = await periodOf(host.db, host, query);
  const limit = page.limit + 1;
  const span = { ...period.span, after, limit };
  const [entries, alerts, checks] = await Promise.all([
    entriesByTime(host.db, { ...span, actions: significantActions }),
    alertEvents(host.db, span),
    watchEvents(host.db, span),
  ]);
  const noOperator = { operator: null, role: null, reason: null };
  const rows = [
    ...entries.map(({ action, ...entry }) => ({ ...entry, event: action })),
    ...alerts.map(({ ended, rulesVersion, ...alert }) => ({
      ...alert,
      ...noOperator,
      event: ended ? "return.ended" : "return.began",
      subject: rulesVersion,
    })),
    ...checks.map(({ name, ...check }) => ({ ...check, ...noOperator, subject: name })),
  ]
    .map(row => ({ ...row, kind: kindOfEvent(row.event) }))
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || (a.key < b.key ? -1 : 1));
  return { period, rows: rows.slice(0, limit) };
}
