import { hash } from "node:crypto";
import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import { toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import { canonicalJson } from "#kit/std/json.ts";
import type { Approvals, ApprovedRequest, AskedRequest, Asker } from "#modules/approvals/server/index.ts";
import type { Actor, Audit } from "#modules/audit/server/index.ts";
import { type DraftedPrizes, problemOf, readConfiguration } from "../shared/prizes.ts";
import { costPerSpin, wheelTickets } from "../shared/rules.ts";
import { dayOf } from "./draw-spin.ts";
import { insertVersion, lockVersions, newestVersion } from "./version-store.ts";

export interface PublishNeeds {
  readonly approvals: Pick<Approvals, "register" | "ask">;
  readonly audit: Pick<Audit, "record">;
}

export const prizesRequest = "wheel.prizes";

const drafted = z.object({ top: z.record(z.string(), z.number()), prizes: z.unknown() });

/** Prizes are drafted by one operator and approved by an owner. */
export function registerPrizes(host: Host, { approvals, audit }: PublishNeeds): void {
  approvals.register({
    kind: prizesRequest,
    permission: "rules.write",
    reads: "wheel.read",
    needs: 1,
    versionOf: async db => (await newestVersion(db)).version,
    run: (tx, request, by) => publish(host, audit, tx, request, by),
  });
}

/** Requests new prizes; nothing changes before another operator has approved them. Fails with `validation_failed`. */
export async function requestPrizes(
  { approvals }: PublishNeeds,
  tx: Tx,
  draft: DraftedPrizes,
  reason: string,
  by: Asker,
): Promise<AskedRequest & { readonly cost: Readonly<Record<Currency, string>> }> {
  const problem = problemOf(draft);
  if (problem) fail(validationFailed, { errors: { [problem.field]: [problem.key] } });
  const payload = { top: { ...draft.top }, prizes: draft.prizes.map(({ of, odds }) => ({ of, odds })) };
  const asked = await approvals.ask(tx, { kind: prizesRequest, subject: "wheel:prizes", payload, reason }, by);
  return { ...asked, cost: costsOf(draft) };
}

export function costsOf(draft: DraftedPrizes): Readonly<Record<Currency, string>> {
  const costs = currencyCodes.map(code => [code, costPerSpin(draft, code)] as const);
  return Object.fromEntries(costs) as Record<Currency, string>;
}

/**
 * The approval: the next version, in force from the next midnight UTC, so that all spins of a day have the same prizes. The clock is read
 * under the lock, after every spin of the day before has ended or before any of the next has begun.
 */
async function publish(
  host: Host,
  audit: PublishNeeds["audit"],
  tx: Tx,
  request: ApprovedRequest,
  by: Actor,
): Promise<void> {
  await lockVersions(tx);
  const former = await newestVersion(tx);
  const number = former.number + 1;
  const version = `wheel-${number}`;
  const { top, prizes } = z.parse(drafted, request.payload);
  const content = readConfiguration({ version, tickets: wheelTickets, top, prizes });
  const configuration = canonicalJson(required(content, "checked when it was asked for"));
  const now = new Date(host.clock.now());
  const fromDay = dayOf(now.getTime()) + 1;
  const configHash = hash("sha256", configuration, "buffer");
  await insertVersion(tx, {
    number,
    version,
    fromDay,
    configuration,
    configHash,
    requestId: request.id,
    askedBy: request.askedName,
    approvedBy: by.name,
    publishedAt: now,
  });
  await audit.record(tx, by, {
    action: "wheel.publish",
    subject: `wheel:${version}`,
    reason: request.reason,
    before: { version: former.version },
    after: {
      version,
      config_hash: toHex(configHash),
      from_day: fromDay,
      top,
      prizes: content?.prizes ?? [],
      request: request.id,
      asked_by: request.askedName,
    },
  });
}
