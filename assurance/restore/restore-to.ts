import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { databaseOwner, giveTo } from "#kit/db/embedded/owner.ts";
import { isAlive } from "#kit/db/embedded/postmaster.ts";
import { type EmbeddedServer, startEmbedded } from "#kit/db/embedded/start-embedded.ts";
import { explainDatabaseLog, StartFailure } from "#kit/db/embedded/start-failure.ts";
import { restoreCommand } from "./archive.ts";
import { unpackBackup } from "./base-backup.ts";

/** How far the archived log is replayed. */
export type RestoreTarget =
  | { readonly kind: "latest" }
  /** As PostgreSQL prints it, with microseconds and zone. */
  | { readonly kind: "time"; readonly time: string }
  /** Of `pg_create_restore_point`. */
  | { readonly kind: "name"; readonly name: string };

export interface RestoreNeeds {
  readonly backup: string;
  readonly archive: string;
  /** Where the restored database will be; it does not exist yet. */
  readonly folder: string;
  readonly password: string;
  readonly port?: number;
  readonly target: RestoreTarget;
}

const mostMs = 300_000;

/** Unpacks a backup, replays the archived log up to the target, and ends when the server takes writes. */
export async function restoreTo({ backup, archive, folder, target, ...server }: RestoreNeeds): Promise<EmbeddedServer> {
  await unpackBackup(backup, folder);
  await writeFile(join(folder, "recovery.signal"), "");
  await giveTree(folder, databaseOwner());
  const settings = {
    restore_command: restoreCommand(archive),
    // What is restored beside the original must not write into its archive.
    archive_mode: "off",
    recovery_target_action: "promote",
    ...targetSettings(target),
  };
  // PostgreSQL ends itself when the log has no such moment, at any time after its start.
  const started = await startEmbedded({ folder, settings, ...server }).catch(async (error: Error) => {
    if (error instanceof StartFailure) throw error;
    throw new StartFailure(explainDatabaseLog(await readFile(`${folder}.log`, "utf8"), folder, 0));
  });
  await untilWritable(started, folder);
  return started;
}

function targetSettings(target: RestoreTarget): Readonly<Record<string, string>> {
  if (target.kind === "time") return { recovery_target_time: target.time };
  return target.kind === "name" ? { recovery_target_name: target.name } : {};
}

async function untilWritable({ url, pid, log, port }: EmbeddedServer, folder: string): Promise<void> {
  for (const until = performance.now() + mostMs; performance.now() < until; await sleep(50)) {
    if (!isAlive(pid)) throw new StartFailure(explainDatabaseLog(await readFile(log, "utf8"), folder, port));
    if (await isWritable(url)) return;
  }
  throw new StartFailure(`The database in ${folder} still replays its log after ${mostMs / 1000} s.`);
}

async function isWritable(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ replays: boolean }>(`SELECT pg_is_in_recovery() AS "replays"`);
    return rows[0]?.replays === false;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function giveTree(folder: string, owner: ReturnType<typeof databaseOwner>): Promise<void> {
  await giveTo(folder, owner);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    await (entry.isDirectory() ? giveTree(path, owner) : giveTo(path, owner));
  }
}
