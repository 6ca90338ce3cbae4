import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { invariants } from "#apps/server/invariants.ts";
import { createDb } from "#kit/db/create-db.ts";
import { required } from "#kit/std/invariant.ts";
import { checkInvariants, printedChecks } from "#tools/audit/checks.ts";
import { buildStudio } from "#tools/start/studio.ts";
import { type AppAddresses, startOwnApp } from "./app.ts";

declare module "vitest" {
  interface ProvidedContext {
    app: AppAddresses;
  }
}

/** Starts one installation for all browser tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "fairhouse-e2e-"));
  // Once, before several files need it at the same time.
  const [{ app, addresses }] = await Promise.all([startOwnApp(folder), buildStudio(() => undefined)]);
  project.provide("app", addresses);
  return async () => {
    const broken = await brokenAfter(app.environment.DATABASE_URL);
    await app.close();
    await rm(folder, { recursive: true, force: true });
    if (broken.length > 0) throw new Error(`the books do not balance after the tests:\n${broken.join("\n")}`);
  };
}

/** The audit's findings in the installation that all tests used. */
async function brokenAfter(url: string | undefined): Promise<readonly string[]> {
  const db = createDb(required(url, "a database URL is configured"), { pool: 1, statementTimeoutMs: 0 });
  try {
    const checks = await db.tx(tx => checkInvariants(tx, invariants), { isolation: "repeatable read", readOnly: true });
    const { lines, differences } = printedChecks(checks);
    console.log(`npm run audit: ${checks.length} invariants, ${differences} differences`);
    return differences === 0 ? [] : lines;
  } finally {
    await db.end();
  }
}
