import { join } from "node:path";
import type { Db } from "#kit/db/db.ts";
import { type MigrationSource, migrate } from "#kit/db/migrate.ts";

export const clusterMigrations: MigrationSource = {
  module: "cluster",
  folder: join(import.meta.dirname, "migrations"),
};

/** Creates or updates the tables of nodes and leaders. Run at every start, before the modules' own migrations. */
export async function installCluster(db: Db): Promise<void> {
  await migrate(db, [clusterMigrations]);
}
