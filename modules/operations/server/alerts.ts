import { hostname } from "node:os";
import type { RouteOutput } from "#kit/contract/route.ts";
import type { Host } from "#kit/host/host.ts";
import { defaultLocale } from "#kit/i18n/locale.ts";
import type { ReturnAlert } from "#modules/bets/server/index.ts";
import { methodName } from "#modules/payments/server/index.ts";
import type { readDashboard } from "../office/contract.ts";
import type { AlertOwner } from "./alert-owners.ts";
import type { BookWatch } from "./book-watch.ts";
import type { DiskWatch } from "./disk-watch.ts";
import type { OfficeNeeds } from "./needs.ts";

type Shown = RouteOutput<typeof readDashboard>["data"]["alerts"][number];

/** An alert of the dashboard, without its owner. */
export type Alert = Omit<Shown, "owner">;

/** Alerts that say nothing about the books. */
const besideBooks: readonly Alert["kind"][] = ["shared_origin", "emergency", "return_bounds"];

/** The name of what is wrong with this machine's disk. */
export const diskAlert = ({ config }: Pick<Host, "config">) => `disk ${config.NODE_NAME ?? hostname()}`;

/** What is wrong now; one that says that nothing is wrong with the books, where that is so. */
export async function alertsOf(
  { host, payments, approvers, emergencies, bets }: OfficeNeeds,
  watch: BookWatch,
  disk: DiskWatch,
): Promise<readonly Alert[]> {
  const check = watch.last();
  const alerts: Alert[] = (check?.breaches ?? []).map(({ id, name, rows }) => ({
    alert: `broken ${id} ${name}`.slice(0, 300),
    kind: "broken" as const,
    text: [`${id} ${name}`, whichOf(rows[0])].filter(Boolean).join(": "),
    at: check?.brokenSince?.toISOString() ?? null,
  }));
  const add = (alert: string, kind: Alert["kind"], text: string, at: Date | null | undefined) =>
    void alerts.push({ alert, kind, text, at: at?.toISOString() ?? null });
  if (watch.isLate()) add("unchecked", "unchecked", "", check?.checkedAt);
  const low = disk.alarm();
  if (low) add(diskAlert(host), low.closed ? "disk_full" : "disk_low", low.free, low.since);
  for (const { lastAt, ...approval } of await approvers.alerts()) {
    const alert = `shared_origin ${approval.author ?? ""}, ${approval.approver}`;
    alerts.push({ alert, kind: "shared_origin", text: "", approval, at: lastAt.toISOString() });
  }
  for (const { operator, madeAt } of await emergencies.unreviewed())
    add(`emergency ${operator}, ${madeAt.toISOString()}`, "emergency", operator, madeAt);
  for (const found of await bets.returnAlerts()) {
    const alert = `return_bounds ${found.game}, ${found.rulesVersion}`;
    alerts.push({
      alert,
      kind: "return_bounds",
      text: "",
      returned: returnedOf(found),
      at: found.firstAt.toISOString(),
    });
  }
  for (const { hash, on, offSince } of await payments.office.methods())
    if (!on) add(`method_off ${hash}`, "method_off", methodName(hash)[defaultLocale], offSince);
  if (check && alerts.every(({ kind }) => besideBooks.includes(kind)))
    add("whole", "whole", `${check.invariants}`, check.checkedAt);
  return alerts;
}

export function ownerView(owner: AlertOwner | undefined): Shown["owner"] {
  return owner ? { id: owner.id, name: owner.name, since: owner.since.toISOString() } : null;
}

function returnedOf(alert: ReturnAlert): NonNullable<Alert["returned"]> {
  const { game, rulesVersion, bets, paid, due, sigmas, wins, expectedWins, oddsAgainst } = alert;
  const percent = (sum: number) => ((100 * sum) / bets).toFixed(2);
  return {
    game,
    rules_version: rulesVersion,
    bets,
    measured: percent(paid),
    designed: percent(due),
    odds_against: oddsAgainst,
    sigmas: sigmas === null ? null : sigmas.toFixed(1),
    large_wins: wins,
    expected_large_wins: expectedWins.toFixed(1),
  };
}

/** What names the row of a breach: no player and no amount. */
const naming = ["number", "day", "half_hour", "of_day", "currency", "account"] as const;

function whichOf(row: unknown): string {
  const facts = (row ?? {}) as Readonly<Record<string, unknown>>;
  return naming.flatMap(name => (facts[name] == null ? [] : `${name} ${String(facts[name])}`)).join(", ");
}
