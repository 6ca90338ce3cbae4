import { join } from "node:path";
import { Logger, runMigrations } from "graphile-worker";
import type { Db } from "#kit/db/db.ts";
import { type MigrationSource, migrate } from "#kit/db/migrate.ts";

export const jobsMigrations: MigrationSource = { module: "jobs", folder: join(import.meta.dirname, "migrations") };

/** Creates or updates the tables of the job queue. Run at every start, before the modules' own migrations. */
export async function installJobs(db: Db, databaseUrl: string): Promise<void> {
  await migrate(db, [jobsMigrations]);
  await runMigrations({ connectionString: databaseUrl, maxPoolSize: 1, logger: new Logger(() => () => undefined) });
}
