import { join } from "node:path";
import { databaseUser } from "#kit/db/embedded/cluster.ts";
import { findPostmaster } from "#kit/db/embedded/postmaster.ts";
import { StartFailure } from "#kit/db/embedded/sentence.ts";
import { keepSecrets } from "./data-folder.ts";
import { databaseName } from "./database.ts";
import type { Environment } from "./settings.ts";
import { readSettings } from "./settings.ts";

/** The database of a house: that of DATABASE_URL, else the embedded one that runs on DATA_DIR. Starts nothing. */
export async function runningDatabase(environment: Environment): Promise<string> {
  const { databaseUrl, dataFolder } = readSettings(environment);
  if (databaseUrl) return databaseUrl;
  const folder = join(dataFolder, "postgres");
  const postmaster = findPostmaster(folder);
  if (!postmaster?.ready) {
    throw new StartFailure(
      `No house runs on ${dataFolder}: start it with npm start, or name another folder with DATA_DIR or a database with DATABASE_URL.`,
    );
  }
  const { databasePassword } = await keepSecrets(dataFolder);
  return `postgres://${databaseUser}:${databasePassword}@127.0.0.1:${postmaster.port}/${databaseName}`;
}
