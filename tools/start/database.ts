import { join } from "node:path";
import pg from "pg";
import { isAlive } from "#kit/db/embedded/postmaster.ts";
import { type EmbeddedServer, startEmbedded } from "#kit/db/embedded/start-embedded.ts";
import { StartFailure } from "#kit/db/embedded/start-failure.ts";
import type { Secrets } from "./data-folder.ts";
import { keepAlive, type Running } from "./keep-alive.ts";
import type { LaunchSettings } from "./settings.ts";

export interface AppDatabase {
  readonly url: string;
  /** One line for the console. */
  readonly description: string;
  /** The data folder had no database yet. */
  readonly fresh: boolean;
  stop(): Promise<void>;
}

export const databaseName = "fairhouse";

/**
 * The PostgreSQL of DATABASE_URL, or the embedded one in the data folder.
 * @param say if given, an embedded database that exits unexpectedly is restarted on its port, and this is reported
 */
export async function openDatabase(
  settings: LaunchSettings,
  secrets: Secrets,
  progress: (step: string) => void,
  say?: (sentence: string) => void,
): Promise<AppDatabase> {
  if (settings.databaseUrl) {
    const url = settings.databaseUrl;
    const fresh = await isFresh(url).catch((error: Error) => {
      throw new StartFailure(`PostgreSQL at DATABASE_URL does not respond: ${error.message || String(error)}.`);
    });
    return { url, description: "the PostgreSQL of DATABASE_URL", fresh, stop: async () => undefined };
  }
  const folder = join(settings.dataFolder, "postgres");
  const server = await startEmbedded({ folder, password: secrets.databasePassword, progress });
  const url = await ensureDatabase(server.url, databaseName);
  const how = server.adopted ? "adopted" : "started";
  return {
    url,
    description: `PostgreSQL ${how} on port ${server.port}`,
    fresh: await isFresh(url),
    stop: say ? (await keepServerAlive(server, secrets, folder, say)).stop : server.stop,
  };
}

const checkEveryMs = 500;

/** PostgreSQL exits when it cannot write its log: on a full disk, until there is space. */
function keepServerAlive(first: EmbeddedServer, secrets: Secrets, folder: string, say: (sentence: string) => void) {
  let next: EmbeddedServer | undefined = first;
  return keepAlive<Running>({
    name: "database",
    say,
    async start() {
      const server = next ?? (await startEmbedded({ folder, password: secrets.databasePassword, port: first.port }));
      next = undefined;
      return { ended: ended(server), stop: server.stop };
    },
  });
}

async function ended({ pid, log }: EmbeddedServer): Promise<string> {
  while (isAlive(pid)) await new Promise(resolve => setTimeout(resolve, checkEveryMs).unref());
  return `The database ended; its log is ${log}.`;
}

/** A database of this name on the server of the address, made when there is none. */
export async function ensureDatabase(serverUrl: string, name: string): Promise<string> {
  await withClient(serverUrl, async client => {
    const found = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${name}`);
  });
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

async function isFresh(url: string): Promise<boolean> {
  return withClient(url, async client => {
    const { rows } = await client.query<{ fresh: boolean }>("SELECT to_regclass('kit.migrations') IS NULL AS fresh");
    return rows[0]?.fresh === true;
  });
}

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  // What ends the session fails its next statement; without a listener it would end the process.
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
