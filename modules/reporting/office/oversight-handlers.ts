import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import { formatAmount, micros } from "#kit/money/amount.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import { accessByDay } from "#modules/audit/server/index.ts";
import { rowsOf } from "#modules/operators/office/fields.ts";
import { readsByDay } from "#modules/operators/server/index.ts";
import { type ChargebacksOfDay, chargebacksByDay } from "#modules/payments/server/index.ts";
import type { LargeWinRow } from "#modules/projections/server/index.ts";
import {
  fundsReport,
  keyOfVersion,
  periodOf,
  type Report,
  type ReportQuery,
  type RulesInForce,
  type VersionRow,
  versionsReport,
  winsReport,
} from "#modules/reporting/server/index.ts";
import { type CasesOfDay, casesByDay } from "#modules/risk/server/index.ts";
import { type ComplaintsOfDay, complaintsByDay } from "#modules/support/server/index.ts";
import { type StepsOfDay, stepsByDay } from "#modules/verification/server/index.ts";
import { type EventRow, eventsReport, placeOfEvent } from "./events-handlers.ts";
import { pageOfReport } from "./handler-views.ts";
import * as oversight from "./oversight-contract.ts";

/** Reports over tables of other domains: each reads the days that are asked for by an index of their time. None of these is read from a standby. */

interface Needs {
  readonly host: Pick<Host, "db" | "config" | "clock">;
  readonly people: Pick<Accounts["people"], "testPlayers">;
}

/** Players' money, checks of players, complaints and operators. */
export function oversightHandlers(needs: OversightNeeds): readonly Handler[] {
  return [
    handle(oversight.readVersionsReport, async ({ input: { query } }) => {
      const report = await versionsReport(needs.host, query, needs.bets.registered);
      const { items, ...page } = pageOfReport(report, query, keyOfVersion);
      return { data: { ...page, items: items.map(versionView) } };
    }),
    handle(oversight.readWinsReport, async ({ input: { query } }) => {
      const limit = rowsOf(query);
      const report = await winsReport(needs.host, query, { after: query.cursor, limit });
      const { items, ...page } = pageOfReport(report, { limit: String(limit) }, ({ place }) => place);
      return { data: { ...page, items: items.map(winView) } };
    }),
    handle(oversight.readFundsReport, async ({ input: { query } }) => ({
      data: pageOfReport(await fundsReport(needs.host, query), query, ({ currency }) => currency),
    })),
    handle(oversight.readChecksReport, async ({ input: { query } }) => ({
      data: pageOfReport(await checksReport(needs, query), query, keyOfCheck),
    })),
    handle(oversight.readComplaintsReport, async ({ input: { query } }) => {
      const { items, ...page } = pageOfReport(
        await complaintsReport(needs, query),
        query,
        ({ day, topic }) => `${day} ${topic}`,
      );
      return {
        data: {
          ...page,
          items: items.map(({ longestHours, ...row }) => ({ ...row, longest_hours: longestHours })),
        },
      };
    }),
    handle(oversight.readChargebacksReport, async ({ input: { query } }) => {
      const report = await chargebacksReport(needs, query);
      const { items, ...page } = pageOfReport(
        report,
        query,
        ({ day, provider, currency }) => `${day} ${provider} ${currency}`,
      );
      return { data: { ...page, items: items.map(chargebackView) } };
    }),
    handle(oversight.readEventsReport, async ({ input: { query } }) => {
      const limit = rowsOf(query);
      const report = await eventsReport(needs.host, query, { after: query.cursor, limit });
      const { items, ...page } = pageOfReport(report, { limit: String(limit) }, placeOfEvent);
      return { data: { ...page, items: items.map(eventView) } };
    }),
    handle(oversight.readAccessReport, async ({ input: { query } }) => ({
      data: pageOfReport(await accessReport(needs, query), query, keyOfAccess),
    })),
  ];
}

export interface OversightNeeds extends Needs {
  readonly host: Host;
  readonly bets: { readonly registered: RulesInForce };
}

const versionView = ({ inForce, first, last, ...row }: VersionRow) => ({
  ...row,
  in_force: inForce,
  first: first?.toISOString() ?? null,
  last: last?.toISOString() ?? null,
});

const winView = ({ at, playerId, amount, place: _, ...row }: LargeWinRow) => ({
  ...row,
  at: at.toISOString(),
  player: playerId,
  amount: formatAmount(micros(amount)),
});

const chargebackView = ({ amount, owed, waived, ...row }: ChargebacksOfDay) => ({
  ...row,
  amount: formatAmount(amount),
  collected: formatAmount(micros(amount - owed - waived)),
  waived: formatAmount(waived),
  owed: formatAmount(owed),
});

const eventView = ({ at, key: _, ...row }: EventRow) => ({ ...row, at: at.toISOString() });

async function chargebacksReport(needs: Needs, query: ReportQuery): Promise<Report<ChargebacksOfDay>> {
  const { period, ...span } = await asked(needs, query);
  return { period, rows: await chargebacksByDay(needs.host.db, span) };
}

interface CheckRow {
  readonly day: string;
  readonly event: StepsOfDay["step"] | CasesOfDay["event"];
  readonly count: number;
  readonly players: number;
}

/** Whose rows do not count, beside the period. */
async function asked({ host, people }: Needs, query: ReportQuery) {
  const period = await periodOf(host.db, host, query);
  return { period, ...period, without: period.withTests ? [] : await people.testPlayers(host.db) };
}

/** Identity checks and cases of risk, by day. */
export async function checksReport(needs: Needs, query: ReportQuery): Promise<Report<CheckRow>> {
  const { period, ...span } = await asked(needs, query);
  const [steps, cases] = await Promise.all([stepsByDay(needs.host.db, span), casesByDay(needs.host.db, span)]);
  const rows = [...steps.map(({ step, ...row }) => ({ ...row, event: step })), ...cases];
  return { period, rows: rows.toSorted((a, b) => (keyOfCheck(a) < keyOfCheck(b) ? -1 : 1)) };
}

export const keyOfCheck = ({ day, event }: { readonly day: string; readonly event: string }) => `${day} ${event}`;

export async function complaintsReport(needs: Needs, query: ReportQuery): Promise<Report<ComplaintsOfDay>> {
  const { period, ...span } = await asked(needs, query);
  return { period, rows: await complaintsByDay(needs.host.db, span) };
}

/** What is counted of the audit log, in this order. */
const countedActions = {
  sign_ins: ["operator.login"],
  refused: ["operator.refused"],
  reveals: ["player.reveal", "player.resolve"],
  documents: ["kyc.open_document", "support.open_file"],
  exports: ["export.order", "export.fetch"],
} as const;
type Counted = keyof typeof countedActions;

interface AccessRow extends Readonly<Record<Counted, number>> {
  readonly day: string;
  readonly operator: string;
  readonly name: string;
  readonly role: string;
  readonly entries: number;
  readonly addresses: number;
  readonly reads: number;
  readonly rows_read: number;
}

/** What operators did, from the audit log, and read, from the access log. */
export async function accessReport({ host }: Pick<Needs, "host">, query: ReportQuery): Promise<Report<AccessRow>> {
  const period = await periodOf(host.db, host, query);
  const [acted, read] = await Promise.all([
    accessByDay(host.db, { ...period, groups: Object.values(countedActions) }),
    readsByDay(host.db, period),
  ]);
  const names = Object.keys(countedActions) as readonly Counted[];
  const readBy = new Map(read.map(row => [keyOfAccess(row), row]));
  const rows = acted.map(({ counts, ...row }) => {
    const { reads = 0, rows: rowsRead = 0 } = readBy.get(keyOfAccess(row)) ?? {};
    const counted = Object.fromEntries(names.map((name, index) => [name, counts[index] ?? 0]));
    return { ...row, ...(counted as Record<Counted, number>), reads, rows_read: rowsRead };
  });
  // Who only read, an auditor for example.
  const known = new Set(acted.map(keyOfAccess));
  const nothing = Object.fromEntries(names.map(name => [name, 0])) as Record<Counted, number>;
  for (const { reads, rows: rowsRead, ...row } of read)
    if (!known.has(keyOfAccess(row)))
      rows.push({ ...row, ...nothing, entries: 0, addresses: 0, reads, rows_read: rowsRead });
  return { period, rows: rows.toSorted((a, b) => (keyOfAccess(a) < keyOfAccess(b) ? -1 : 1)) };
}

export const keyOfAccess = (row: { readonly day: string; readonly operator: string; readonly role: string }) =>
  `${row.day} ${row.operator} ${row.role}`;
