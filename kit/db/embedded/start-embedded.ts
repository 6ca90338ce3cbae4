import { spawn } from "node:child_process";
import { closeSync, fstatSync, ftruncateSync, openSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import { type Binaries, findBinaries } from "./binaries.ts";
import { databaseUser, ensureCluster } from "./cluster.ts";
import { freePort } from "./free-port.ts";
import { makeFolder } from "./make-folder.ts";
import { databaseOwner, type Owner } from "./owner.ts";
import { findPostmaster, isAlive } from "./postmaster.ts";
import { postgresArguments } from "./settings.ts";
import { explainDatabaseLog, StartFailure } from "./start-failure.ts";

export interface EmbeddedOptions {
  /** PostgreSQL's data folder; created if missing. Its log is next to it, `<folder>.log`. */
  readonly folder: string;
  /** Password of the user `fairhouse`; set when the data folder is created and required from then on. */
  readonly password: string;
  /** Port on the loopback address; a free one if not given. */
  readonly port?: number;
  /** Additional settings, `name: value`, as for `postgres -c`. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Receives the steps that take a while. */
  readonly progress?: (step: string) => void;
}

export interface EmbeddedServer {
  /** URL of the database `postgres`. */
  readonly url: string;
  readonly port: number;
  readonly pid: number;
  /** True if it was already running, left behind by a parent that was killed. */
  readonly adopted: boolean;
  /** Path of the server's log file. */
  readonly log: string;
  /** Stops it: open statements are cancelled, everything committed is on disk. Does nothing if it has already stopped. */
  stop(): Promise<void>;
}

/** Starts a real PostgreSQL, or adopts the one that runs on the folder. Throws a {@link StartFailure}. */
export function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedServer> {
  return startOrAdopt(options, 50);
}

async function startOrAdopt(options: EmbeddedOptions, tries: number): Promise<EmbeddedServer> {
  await makeParent(dirname(options.folder));
  const owner = databaseOwner();
  if (findPostmaster(options.folder)) return adopt(options, tries);
  const binaries = await findBinaries(owner);
  options.progress?.("preparing the data of PostgreSQL");
  await ensureCluster(options.folder, options.password, binaries, owner);
  const port = options.port ?? (await freePort());
  for (let attempt = 1; ; attempt++) {
    const run = launch(binaries, options, owner, port);
    const complaint = await outcome(run, options.folder);
    if (complaint === undefined) {
      const started = server(options, run.pid, port, false);
      await checkPassword(started);
      return started;
    }
    // Backends of a killed PostgreSQL take a moment to notice and to release its shared memory.
    if (attempt === 50 || !stillInUse.test(complaint))
      throw new StartFailure(explainDatabaseLog(complaint, options.folder, port));
    await sleep(200);
  }
}

const stillInUse = /pre-existing shared memory block|lock file "postmaster.pid" already exists/;

interface Run {
  readonly pid: number;
  /** The server's log output, if it ended before it was ready. */
  complaint(): string | undefined;
}

function launch(binaries: Binaries, options: EmbeddedOptions, owner: Owner, port: number): Run {
  const log = `${options.folder}.log`;
  const said = openLog(log);
  const child = spawn(binaries.postgres, postgresArguments(port, options.settings), {
    ...owner,
    cwd: options.folder,
    // Ctrl-C in a terminal reaches every process of the group; the database must outlive its clients.
    detached: true,
    stdio: ["ignore", said.descriptor, said.descriptor],
    env: { LC_ALL: "C", PATH: process.env.PATH ?? "" },
  });
  closeSync(said.descriptor);
  let failure: Error | undefined;
  child.once("error", error => {
    failure = error;
  });
  child.unref();
  return {
    pid: child.pid ?? 0,
    complaint() {
      if (failure) return failure.message;
      const ended = child.exitCode !== null || child.signalCode !== null;
      return ended ? readFileSync(log, "utf8").slice(said.before) : undefined;
    },
  };
}

/** Waits until it is ready (undefined) or has ended (its log output). */
async function outcome(run: Run, folder: string): Promise<string | undefined> {
  let complaint: string | undefined;
  await until(() => {
    complaint = run.complaint();
    return complaint !== undefined || findPostmaster(folder)?.ready === true;
  }, `PostgreSQL did not become ready on ${folder}; its log is ${folder}.log.`);
  return complaint;
}

const logLimit = 10_000_000;

/** The log grows across starts up to a limit; `before` is its length so far. */
function openLog(file: string): { descriptor: number; before: number } {
  const descriptor = openSync(file, "a", 0o600);
  if (fstatSync(descriptor).size > logLimit) ftruncateSync(descriptor);
  return { descriptor, before: fstatSync(descriptor).size };
}

async function adopt(options: EmbeddedOptions, tries: number): Promise<EmbeddedServer> {
  options.progress?.("taking over the PostgreSQL that is already running");
  await until(
    () => findPostmaster(options.folder)?.ready !== false,
    `PostgreSQL on ${options.folder} does not get ready.`,
  );
  const found = findPostmaster(options.folder);
  if (!found) return startOrAdopt(options, tries);
  const adopted = server(options, found.pid, found.port, true);
  try {
    await checkPassword(adopted);
    return adopted;
  } catch (error) {
    if (error instanceof StartFailure || tries === 0) throw error;
    // It does not listen although its process exists: it is shutting down.
    await sleep(200);
    return startOrAdopt(options, tries - 1);
  }
}

async function checkPassword(started: EmbeddedServer): Promise<void> {
  const client = new pg.Client({ connectionString: started.url, connectionTimeoutMillis: 5000 });
  // A server that shuts down meanwhile ends the session with an error event that has no listener.
  client.on("error", () => undefined);
  try {
    await client.connect();
    await client.end();
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code?.startsWith("28"))) throw error;
    if (!started.adopted) await started.stop();
    throw new StartFailure(
      `PostgreSQL does not let us in (${(error as Error).message}); the secrets kept beside its data are not the ones it was made with.`,
    );
  }
}

function server(options: EmbeddedOptions, pid: number, port: number, adopted: boolean): EmbeddedServer {
  return {
    url: `postgres://${databaseUser}:${encodeURIComponent(options.password)}@127.0.0.1:${port}/postgres`,
    port,
    pid,
    adopted,
    log: `${options.folder}.log`,
    stop: () => stopPostmaster(pid, options.folder),
  };
}

async function stopPostmaster(pid: number, folder: string): Promise<void> {
  if (findPostmaster(folder)?.pid !== pid) return;
  // SIGINT is the "fast" shutdown: sessions are terminated, a checkpoint is written.
  process.kill(pid, "SIGINT");
  await until(() => !isAlive(pid) || findPostmaster(folder)?.pid !== pid, `PostgreSQL (process ${pid}) does not end.`);
}

async function makeParent(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
  } catch (error) {
    const full = (error as NodeJS.ErrnoException).code === "ENOSPC";
    throw new StartFailure(
      full
        ? explainDatabaseLog("No space left on device", folder, 0)
        : `${folder} cannot be made: ${(error as Error).message}.`,
    );
  }
}

async function until(condition: () => boolean, complaint: string, limitMs = 60_000): Promise<void> {
  for (let waited = 0; !condition(); waited += 20) {
    if (waited > limitMs) throw new StartFailure(complaint);
    await sleep(20);
  }
}
