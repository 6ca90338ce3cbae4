import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { createDb } from "#kit/db/create-db.ts";
import { startEmbedded } from "#kit/db/embedded/start-embedded.ts";
import { migrate } from "#kit/db/migrate.ts";
import { installJobs } from "#kit/jobs/install.ts";
import { migrationsOf } from "#kit/testing/module-migrations.ts";
import { ownFolder } from "#tools/own-folder/own-folder.ts";
import { openWebhookTestApp } from "../webhooks/webhook-test-app.ts";
import { runWebhookTest } from "../webhooks/webhooks.ts";
import type { BenchSuite } from "./bench-suite.ts";

/** `npm run bench -- webhooks --payments=20000` */
export const benchWebhooks: BenchSuite = async () => {
  const requestedCount = process.argv.find(argument => argument.startsWith("--payments="))?.split("=")[1];
  const folder = await ownFolder("fairhouse-webhooks-");
  const postgres = await startEmbedded({ folder: join(folder, "postgres"), password: randomUUID() });
  try {
    const db = createDb(postgres.url, { pool: 1, statementTimeoutMs: 0 });
    await installJobs(db, postgres.url);
    await migrate(db, await migrationsOf("all"));
    await db.end();
    const app = await openWebhookTestApp(postgres.url, 6);
    const report = await runWebhookTest(app, Number(requestedCount ?? 20_000), 16);
    await app.close();
    return [{ ...report, seconds: Math.round(report.seconds) }];
  } finally {
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
};
