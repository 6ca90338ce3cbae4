import { join } from "node:path";
import { databaseUser } from "#kit/db/embedded/cluster.ts";
import { findPostmaster } from "#kit/db/embedded/postmaster.ts";
import { StartFailure } from "#kit/db/embedded/start-failure.ts";
import { auditSigningKey, keepSecrets } from "./data-folder.ts";
import { databaseName } from "./database.ts";
import type { Environment } from "./settings.ts";
import { auditFile, placeholders, readSettings } from "./settings.ts";

/**
 * The settings of an installation for a tool beside it: those of the environment, and for the one on DATA_DIR its own database and
 * keys. Providers that the tool does not call have placeholder addresses.
 */
export async function runningAppEnvironment(
  environment: Environment,
): Promise<Environment & { readonly DATABASE_URL: string }> {
  const DATABASE_URL = await runningDatabase(environment);
  if (environment.DATABASE_URL) return { ...environment, DATABASE_URL };
  const { dataFolder } = readSettings(environment);
  const secrets = await keepSecrets(dataFolder);
  const own = { SECRET_KEY: secrets.secretKey, AUDIT_SIGNING_KEY: auditSigningKey(secrets) };
  return { ...placeholders, ...environment, ...own, AUDIT_CHECKPOINT_FILE: auditFile(dataFolder), DATABASE_URL };
}

/** The database of an installation: that of DATABASE_URL, else the embedded one that runs on DATA_DIR. Starts nothing. */
export async function runningDatabase(environment: Environment): Promise<string> {
  const { databaseUrl, dataFolder } = readSettings(environment);
  if (databaseUrl) return databaseUrl;
  const folder = join(dataFolder, "postgres");
  const postmaster = findPostmaster(folder);
  if (!postmaster?.ready) {
    throw new StartFailure(
      `Fairhouse isn't running on ${dataFolder}. Start it with npm start, or set DATA_DIR or DATABASE_URL.`,
    );
  }
  const { databasePassword } = await keepSecrets(dataFolder);
  return `postgres://${databaseUser}:${databasePassword}@127.0.0.1:${postmaster.port}/${databaseName}`;
}
