import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { invariants } from "#apps/server/invariants.ts";
import { createDb } from "#kit/db/create-db.ts";
import { must } from "#kit/std/invariant.ts";
import { checkInvariants, printedChecks } from "#tools/audit/checks.ts";
import { type HouseAddresses, openOwnHouse } from "./house.ts";

declare module "vitest" {
  interface ProvidedContext {
    house: HouseAddresses;
  }
}

/** Opens one house for all browser stories. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "fairhouse-e2e-"));
  const { house, addresses } = await openOwnHouse(folder);
  project.provide("house", addresses);
  return async () => {
    const broken = await brokenAfter(house.environment.DATABASE_URL);
    await house.close();
    await rm(folder, { recursive: true, force: true });
    if (broken.length > 0) throw new Error(`the books are not right after the stories:\n${broken.join("\n")}`);
  };
}

/** What the audit finds in the house in which all stories were played. */
async function brokenAfter(url: string | undefined): Promise<readonly string[]> {
  const db = createDb(must(url, "a house has a database"), { pool: 1, statementTimeoutMs: 0 });
  try {
    const checks = await db.tx(tx => checkInvariants(tx, invariants), { isolation: "repeatable read", readOnly: true });
    const { lines, differences } = printedChecks(checks);
    console.log(`npm run audit: ${checks.length} invariants, ${differences} differences`);
    return differences === 0 ? [] : lines;
  } finally {
    await db.end();
  }
}
