import { join } from "node:path";
import type { Db } from "#kit/db/db.ts";
import { migrate } from "#kit/db/migrate.ts";

/** Creates or updates the tables of nodes and leaders. Run at every start, before the modules' own migrations. */
export async function installCluster(db: Db): Promise<void> {
  await migrate(db, [{ module: "cluster", folder: join(import.meta.dirname, "migrations") }]);
}
