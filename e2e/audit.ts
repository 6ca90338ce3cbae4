import { invariants } from "#apps/server/invariants.ts";
import { createDb } from "#kit/db/create-db.ts";
import type { Db } from "#kit/db/db.ts";
import { required } from "#kit/std/invariant.ts";
import { checkInvariants, printedChecks } from "#tools/audit/checks.ts";

/** What `npm run audit` finds in a database. */
export async function auditOf(db: Pick<Db, "tx">) {
  const checks = await db.tx(tx => checkInvariants(tx, invariants), { isolation: "repeatable read", readOnly: true });
  return Object.assign(printedChecks(checks), { invariants: checks.length });
}

/** What `npm run audit` finds in the database at a URL. */
export async function auditAt(databaseUrl: string | undefined) {
  const db = createDb(required(databaseUrl, "a database URL is configured"), { pool: 1, statementTimeoutMs: 0 });
  try {
    return await auditOf(db);
  } finally {
    await db.end();
  }
}
