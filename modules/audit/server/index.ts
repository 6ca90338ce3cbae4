import { fileURLToPath } from "node:url";
import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import { pageFrom } from "#kit/contract/page-of.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { parseHex, toHex } from "#kit/std/bytes.ts";
import manifest from "../module.ts";
import { type AuditEntryView, type ChainEntry, readAuditChain, readAuditLog } from "../shared/contract.ts";
import { createWatch } from "./chain-watch.ts";
import { type Actor, type AuditAction, contentOf, type Entry } from "./entry.ts";
import { actorsOf, append, entriesAfter, findEntries, lastEntry } from "./store.ts";

export { type AccessOfDay, accessByDay } from "./access-by-day.ts";
export { act, type Done } from "./act.ts";
export { publicKeyOf, readCheckpoints } from "./checkpoint.ts";
export { type EntryOfTime, entriesByTime } from "./entries-by-time.ts";
export { type Actor, type AuditAction, actorOf, systemActor } from "./entry.ts";
export { chainInvariants } from "./invariants.ts";
export { requestAction } from "./request-action.ts";
export { entryOfHash } from "./store.ts";
export { staffTimeline } from "./timeline-events.ts";
export { type ChainFault, verifyChain, verifyCheckpoints } from "./verify-chain.ts";

/** The log as a table, for invariants of modules that publish through it. Read only. */
export const entriesSql = "audit.entries";

/** Entries of the chain that are sent at once. */
const chainRows = 500;

export interface Audit extends ServerModule {
  /** Writes an entry in the transaction that did it, as its last statement. */
  record(tx: Tx, actor: Actor, auditAction: AuditAction): Promise<void>;
  /** The operators who did any of these actions to a subject since then. */
  actorsOf(on: Queryable, subject: string, actions: readonly string[], since: Date): Promise<readonly Uuid[]>;
  /** Checks the entries added to the chain since the last check, and returns the faults. */
  check(): Promise<readonly { rule: string; row: object }[]>;
}

export function createAudit(host: Host): Audit {
  const watch = createWatch(host);
  return {
    manifest,
    migrations: fileURLToPath(new URL("./migrations", import.meta.url)),
    handlers: [
      handle(readAuditLog, async ({ input: { query } }) => {
        const before = query.cursor === undefined ? null : numberOf(query.cursor);
        const { subject = null, operator = null, action = null } = query;
        const hash = parseHex(query.hash ?? "0") ?? null;
        const limit = Number(query.limit ?? 50);
        const rows = await findEntries(host.db, { before, subject, operator, action, hash }, limit + 1);
        const page = pageFrom(rows.map(entryView), limit, ({ number }) => String(number));
        return { data: { ...page, chain: watch.found() } };
      }),
      handle(readAuditChain, async ({ input: { query } }) => {
        const items = (await entriesAfter(host.db, BigInt(query.after ?? 0), chainRows)).map(chainView);
        return { data: { items, last: Number((await lastEntry(host.db))?.number ?? 0n) } };
      }),
    ],
    jobs: [{ name: "audit-checkpoint", cron: "*/5 * * * *", run: watch.keepCheckpoint }],
    start: watch.start,
    stop: watch.keepCheckpoint,
    check: watch.check,
    actorsOf,
    async record(tx, actor, auditAction) {
      await append(tx, contentOf(actor, auditAction, new Date(host.clock.now())));
    },
  };
}

function numberOf(cursor: string): bigint {
  if (!/^[0-9]{1,18}$/.test(cursor)) fail(validationFailed, { errors: { cursor: ["cursor_invalid"] } });
  return BigInt(cursor);
}

function entryView(entry: Entry): AuditEntryView {
  const { at, operatorName: operator, role, action, subject, reason, before, after, address } = entry;
  return {
    number: Number(entry.number),
    at: at.toISOString(),
    operator,
    role,
    action,
    subject,
    reason,
    address,
    before: before === null ? null : JSON.parse(before),
    after: after === null ? null : JSON.parse(after),
    previous: toHex(entry.previous),
    hash: toHex(entry.hash),
  };
}

function chainView(entry: Entry): ChainEntry {
  const { at, operatorId, operatorName, role, action, subject, reason, before, after, address, requestId } = entry;
  return {
    number: Number(entry.number),
    at: at.toISOString(),
    operator_id: operatorId,
    operator: operatorName,
    role,
    action,
    subject,
    reason,
    before,
    after,
    address,
    request_id: requestId,
    previous: toHex(entry.previous),
    hash: toHex(entry.hash),
  };
}
