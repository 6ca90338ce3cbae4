import { randomBytes } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { startEmbedded } from "#kit/db/embedded/start-embedded.ts";
import { isInMemory, sweepTestFolders, testFolder } from "./test-folder.ts";

declare module "vitest" {
  interface ProvidedContext {
    testDatabaseServer: string | undefined;
  }
}

const prefix = "fairhouse-test-";

/**
 * The PostgreSQL of a test run: the one of FAIRHOUSE_TEST_DATABASE (as tools/test.ts sets it), else a separate one in a
 * folder that is deleted at the end.
 */
export default async function setup(project: TestProject): Promise<(() => Promise<void>) | undefined> {
  const given = process.env.FAIRHOUSE_TEST_DATABASE;
  if (given) {
    project.provide("testDatabaseServer", given);
    return undefined;
  }
  const server = await startTestServer();
  project.provide("testDatabaseServer", server.url);
  return server.stop;
}

/** A PostgreSQL with the production's durability settings and capacity for many small databases. */
export async function startTestServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const base = testFolder();
  await sweepTestFolders(base, prefix);
  const folder = mkdtempSync(join(base, `${prefix}${process.pid}-`));
  const server = await startEmbedded({
    folder: join(folder, "postgres"),
    password: randomBytes(12).toString("hex"),
    settings: {
      min_wal_size: "256MB",
      max_wal_size: "1GB",
      max_connections: "300",
      // Each database that is created makes a checkpoint, and after it whole pages are written: in memory they need not be small.
      wal_compression: isInMemory(folder) ? "off" : "pglz",
      shared_buffers: "128MB",
      // Read where databases are copied.
      "fairhouse.in_memory": isInMemory(folder) ? "on" : "off",
    },
  });
  return {
    url: server.url,
    async stop() {
      await server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
