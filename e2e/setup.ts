import { rm } from "node:fs/promises";
import type { TestProject } from "vitest/node";
import { ownFolder } from "#tools/own-folder/own-folder.ts";
import { buildStudio } from "#tools/start/studio.ts";
import { type AppAddresses, startOwnApp } from "./app.ts";
import { auditAt } from "./audit.ts";

declare module "vitest" {
  interface ProvidedContext {
    app: AppAddresses;
  }
}

/** Starts one installation for all browser tests. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await ownFolder("fairhouse-e2e-");
  // Once, before several files need it at the same time.
  const [{ app, addresses }] = await Promise.all([startOwnApp(folder), buildStudio(() => undefined)]);
  project.provide("app", addresses);
  return async () => {
    const { lines, invariants, differences } = await auditAt(app.environment.DATABASE_URL);
    console.log(`npm run audit: ${invariants} invariants, ${differences} differences`);
    await app.close();
    await rm(folder, { recursive: true, force: true });
    if (differences > 0) throw new Error(`the books do not balance after the tests:\n${lines.join("\n")}`);
  };
}
