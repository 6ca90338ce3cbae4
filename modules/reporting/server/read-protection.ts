import type { Host } from "#kit/host/host.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import { type ProtectionDay, protectionByDay } from "#modules/limits/server/index.ts";
import { periodOf, type Report, type ReportQuery } from "./read-reports.ts";

interface Needs {
  readonly host: Pick<Host, "db" | "config" | "clock">;
  readonly people: Pick<Accounts["people"], "testPlayers">;
}

/** Limits that players changed, time-outs and self-exclusions. Not read from a standby: it has tables of limits. */
export async function protectionReport({ host, people }: Needs, query: ReportQuery): Promise<Report<ProtectionDay>> {
  const period = await periodOf(host.db, host, query);
  const without = period.withTests ? [] : await people.testPlayers(host.db);
  return { period, rows: await protectionByDay(host.db, { ...period, without }) };
}
