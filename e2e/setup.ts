import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
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
    await house.close();
    await rm(folder, { recursive: true, force: true });
  };
}
