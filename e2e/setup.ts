import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { freePort } from "#kit/db/embedded/free-port.ts";
import { openHouse } from "#tools/start/house.ts";

/** Where the house of this run answers. */
export interface HouseAddresses {
  readonly site: string;
  readonly api: string;
  /** The API for programs: a browser alone resolves the other name. */
  readonly localApi: string;
  /** The same site at plain `localhost`, with the API on the next port. */
  readonly local: string;
  readonly sandbox: string;
  readonly databaseUrl: string;
}

declare module "vitest" {
  interface ProvidedContext {
    house: HouseAddresses;
  }
}

/** Opens a whole house for the browser stories, the production build on free ports and a data folder of its own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), "fairhouse-e2e-"));
  const ports = { PORT: await freePort(), API_PORT: await freePort(), SANDBOX_PORT: await freePort() };
  const environment = {
    PATH: process.env.PATH,
    ...Object.fromEntries(Object.entries(ports).map(([name, port]) => [name, String(port)])),
    DATA_DIR: folder,
  };
  const house = await openHouse({ environment, mode: "production", progress: () => undefined, story: false });
  const { site, api, local, sandbox } = house;
  const localApi = `http://localhost:${ports.API_PORT}`;
  const databaseUrl = house.environment.DATABASE_URL ?? "";
  project.provide("house", { site, api, localApi, local, sandbox, databaseUrl });
  return async () => {
    await house.close();
    await rm(folder, { recursive: true, force: true });
  };
}
