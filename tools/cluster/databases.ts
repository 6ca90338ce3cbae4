import { cp, readdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { takeBaseBackup } from "#assurance/restore/base-backup.ts";
import { databaseUser } from "#kit/db/embedded/cluster.ts";
import { databaseOwner, giveTo } from "#kit/db/embedded/owner.ts";
import { isAlive } from "#kit/db/embedded/postmaster.ts";
import { type EmbeddedServer, startEmbedded } from "#kit/db/embedded/start-embedded.ts";
import { ensureDatabase } from "#tools/start/database.ts";
import { mountSmallDisk, type SmallDisk } from "./small-disk.ts";

/** A primary and two standbys, of which one at least has each commit before it is confirmed. */
export interface Databases {
  readonly servers: readonly { readonly name: string; readonly port: number }[];
  /** The database on the server that leads now. */
  primaryUrl(): string;
  primary(): string;
  standbys(): readonly string[];
  /** kill -9 of a server. */
  kill(name: string): Promise<void>;
  start(name: string): Promise<void>;
  /** A killed former primary becomes a standby, with a fresh copy of the one that leads now. */
  rejoin(name: string): Promise<void>;
  /** Makes the standby that has most the primary, and the other follow it. Returns its name. */
  promote(): Promise<string>;
  /** Whether the process of the server exists. */
  isRunning(name: string): boolean;
  /** The log of the first primary on a disk of its own, until that server is lost. Undefined without one, and where this user may not mount. */
  smallLog(): SmallDisk | undefined;
  stop(): Promise<void>;
}

const names = ["a", "b", "c"] as const;
const databaseName = "fairhouse";

export async function startDatabases(
  folder: string,
  firstPort: number,
  password: string,
  hasSmallLog: boolean,
): Promise<Databases> {
  const servers = names.map((name, index) => ({
    name,
    port: firstPort + index,
    folder: join(folder, `postgres-${name}`),
  }));
  const running = new Map<string, EmbeddedServer>();
  const [first] = servers as [(typeof servers)[0]];
  let primary: string = first.name;
  let smallLog: SmallDisk | undefined;
  const serverOf = (name: string) => servers.find(server => server.name === name) ?? first;
  const infoOf = (name: string, to: string) =>
    `host=127.0.0.1 port=${serverOf(to).port} user=${databaseUser} password=${password} application_name=${name}`;

  async function start(name: string): Promise<void> {
    const { folder: own, port } = serverOf(name);
    const settings = name === first.name && smallLog ? { ...replication, ...smallLogSettings } : replication;
    running.set(name, await startEmbedded({ folder: own, password, port, settings }));
  }

  const urlOf = (name: string, database: string) =>
    `postgres://${databaseUser}:${password}@127.0.0.1:${serverOf(name).port}/${database}`;
  const run = (name: string, ...statements: readonly string[]) => runOn(urlOf(name, "postgres"), statements);
  const standbys = () => names.filter(name => name !== primary && running.has(name));

  async function requireStandbys(): Promise<void> {
    const list = names.filter(name => name !== primary).join(", ");
    await run(primary, `ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (${list})'`, "SELECT pg_reload_conf()");
  }

  await start(first.name);
  await ensureDatabase(urlOf(first.name, "postgres"), databaseName);
  await running.get(first.name)?.stop();
  for (const server of servers.slice(1)) {
    await cp(first.folder, server.folder, { recursive: true, preserveTimestamps: true });
    await follow(server.folder, infoOf(server.name, first.name));
  }
  if (hasSmallLog) smallLog = await mountSmallDisk(join(first.folder, "pg_wal"), smallLogMegabytes, databaseOwner());
  for (const { name } of servers) await start(name);
  await requireStandbys();

  function unmount(): void {
    smallLog?.unmount();
    smallLog = undefined;
  }

  return {
    servers,
    primaryUrl: () => urlOf(primary, databaseName),
    primary: () => primary,
    standbys,
    async kill(name) {
      const { pid } = running.get(name) ?? { pid: 0 };
      running.delete(name);
      if (pid > 0) process.kill(pid, "SIGKILL");
      while (pid > 0 && isAlive(pid)) await sleep(20);
    },
    start,
    async rejoin(name) {
      const { folder: own } = serverOf(name);
      if (name === first.name) unmount();
      await rm(own, { recursive: true });
      await takeBaseBackup(urlOf(primary, "postgres"), serverOf(primary).folder, own);
      await follow(own, infoOf(name, primary));
      await start(name);
    },
    async promote() {
      const received = await Promise.all(
        standbys().map(async name => ({ name, at: await receivedAt(urlOf(name, "postgres")) })),
      );
      const best = received.reduce((a, b) => (b.at > a.at ? b : a));
      primary = best.name;
      await run(primary, "SELECT pg_promote(true, 30)");
      for (const name of standbys())
        await run(name, `ALTER SYSTEM SET primary_conninfo = '${infoOf(name, primary)}'`, "SELECT pg_reload_conf()");
      await requireStandbys();
      return primary;
    },
    isRunning: name => isAlive(running.get(name)?.pid ?? 0),
    smallLog: () => smallLog,
    async stop() {
      // The primary first: one that waits for a standby does not end.
      const order = [primary, ...standbys()];
      for (const name of order) await running.get(name)?.stop();
      unmount();
    },
  };
}

/** As docs/operations.md asks of a database that loses nothing. */
const replication = {
  wal_level: "replica",
  wal_keep_size: "2GB",
  hot_standby: "on",
  wal_sender_timeout: "3s",
  wal_receiver_timeout: "3s",
  max_prepared_transactions: "0",
  shared_buffers: "128MB",
  min_wal_size: "256MB",
};

/** Room for what the settings below keep, several times. */
const smallLogMegabytes = 768;
const smallLogSettings = { wal_keep_size: "192MB", max_wal_size: "384MB" };

/** Makes a copy of the primary's data a standby of it. */
export async function follow(folder: string, connection: string): Promise<void> {
  const owner = databaseOwner();
  await writeFile(join(folder, "postgresql.auto.conf"), `primary_conninfo = '${connection}'\n`);
  await writeFile(join(folder, "standby.signal"), "");
  await giveTree(folder, owner);
}

async function giveTree(folder: string, owner: ReturnType<typeof databaseOwner>): Promise<void> {
  await giveTo(folder, owner);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await giveTree(path, owner);
    else await giveTo(path, owner);
  }
}

async function runOn(url: string, statements: readonly string[]): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) rows = (await client.query(statement)).rows;
    return rows;
  } finally {
    await client.end();
  }
}

/**
 * How much WAL the standby has, bytes. One that was restarted has received nothing yet, and first replays what it received before: it is read
 * until it no longer grows.
 */
async function receivedAt(url: string): Promise<bigint> {
  for (let before = -1n; ; await sleep(500)) {
    const [row] = await runOn(url, [
      "SELECT pg_wal_lsn_diff(greatest(pg_last_wal_receive_lsn(), pg_last_wal_replay_lsn()), '0/0')::bigint::text AS at",
    ]);
    const at = BigInt((row as { at: string | null }).at ?? "0");
    if (at === before) return at;
    before = at;
  }
}
