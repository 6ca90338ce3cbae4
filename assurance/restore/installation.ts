import { randomBytes, randomUUID } from "node:crypto";
import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type DrillCrowd, startCrowd } from "#assurance/cluster/crowd.ts";
import { type Journal, openJournal } from "#assurance/cluster/journal.ts";
import { type Endpoint, type Player, registerPlayer } from "#assurance/cluster/player.ts";
import { isAlive } from "#kit/db/embedded/postmaster.ts";
import { type EmbeddedServer, startEmbedded } from "#kit/db/embedded/start-embedded.ts";
import { apiClient } from "#tools/demo/api-client.ts";
import { payIn } from "#tools/demo/moves.ts";
import { databaseName, ensureDatabase } from "#tools/start/database.ts";
import { startApp } from "#tools/start/start-app.ts";
import { archivingTo, makeArchive } from "./archive.ts";
import type { RestoreTarget } from "./restore-to.ts";
import { restoreTo } from "./restore-to.ts";

export interface InstallationNeeds {
  readonly folder: string;
  readonly players: number;
  /** After which a part of the log is archived even if it is not full. */
  readonly archiveSeconds: number;
  /** The first of the ports. */
  readonly port: number;
  say(text: string): void;
}

/** A server whose database is archived, with people who play on it and note what they saw confirmed. */
export interface Installation {
  readonly journal: Journal;
  readonly crowd: DrillCrowd;
  readonly databaseUrl: string;
  readonly dataFolder: string;
  readonly archive: string;
  /** kill -9 of server and database; the data folder is removed. */
  destroy(): Promise<void>;
  /** Puts a backup where the database was. The server is not started. */
  restore(backup: string): Promise<void>;
  /** Restores a backup up to a moment, as a second server next to the running one. */
  restoreBeside(backup: string, name: string, target: RestoreTarget): Promise<EmbeddedServer>;
  startServer(): Promise<void>;
  close(): Promise<void>;
}

const offsets = { api: 1, sandbox: 2, database: 5, copy: 6, mail: 7 } as const;
const playersPauseMs = 500;
const killedWithinMs = 10_000;

export async function openInstallation({
  folder,
  players,
  archiveSeconds,
  port,
  say,
}: InstallationNeeds): Promise<Installation> {
  const undo: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (let last = undo.pop(); last; last = undo.pop()) await last().catch((error: Error) => say(error.message));
  };
  try {
    const password = randomBytes(16).toString("hex");
    const archive = await makeArchive(folder);
    const dataFolder = join(folder, "postgres");
    const at = { folder: dataFolder, password, port: port + offsets.database };
    let database = await startEmbedded({ ...at, settings: archivingTo(archive, archiveSeconds) });
    undo.push(() => database.stop());
    const databaseUrl = await ensureDatabase(database.url, databaseName);
    const app = await startApp({
      environment: await serverSettings(folder, databaseUrl, port),
      mode: "production",
      progress: say,
      demo: false,
    });
    undo.push(app.close);
    const journal = openJournal(join(folder, "journal.jsonl"));
    undo.push(async () => journal.close());
    const endpoint = { port, host: hostAt(port) };
    say(`registering ${players} players`);
    const people = await registerAll(endpoint, port + offsets.sandbox, players);
    const crowd = startCrowd(endpoint, port + offsets.sandbox, people, journal, playersPauseMs);
    undo.push(crowd.stop);
    return {
      journal,
      crowd,
      databaseUrl,
      dataFolder,
      archive,
      async destroy() {
        await killNow(app.serverPid());
        await killNow(database.pid);
        await rm(dataFolder, { recursive: true });
      },
      async restore(backup) {
        database = await restoreTo({ backup, archive, ...at, target: { kind: "latest" } });
      },
      async restoreBeside(backup, name, target) {
        const beside = { folder: join(folder, name), password, port: port + offsets.copy };
        const copy = await restoreTo({ backup, archive, ...beside, target });
        undo.push(copy.stop);
        return copy;
      },
      startServer: app.restartServer,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

const hostAt = (port: number) => `fairhouse.localhost:${port}`;

async function serverSettings(folder: string, databaseUrl: string, port: number) {
  const data = join(folder, "data");
  await mkdir(data);
  return {
    PATH: process.env.PATH,
    DATABASE_URL: databaseUrl,
    DATA_DIR: data,
    HOST: hostAt(port),
    PORT: `${port}`,
    API_PORT: `${port + offsets.api}`,
    SANDBOX_PORT: `${port + offsets.sandbox}`,
    MAIL_PORT: `${port + offsets.mail}`,
    TRUSTED_PROXIES: "127.0.0.1",
    IDLE_MINUTES: "0",
    DRAIN_SECONDS: "2",
    STUDIO: "0",
    ODDS: "0",
  };
}

async function registerAll(endpoint: Endpoint, sandboxPort: number, count: number): Promise<readonly Player[]> {
  const people: Player[] = [];
  const client = apiClient(endpoint.port, `api.${endpoint.host}`);
  for (let id = 0; id < count; id++) {
    const player = await registerPlayer(endpoint, id);
    await payIn(client, player, "1000", sandboxPort, () => randomUUID());
    people.push(player);
  }
  return people;
}

async function killNow(pid: number | undefined): Promise<void> {
  if (pid === undefined) return;
  process.kill(pid, "SIGKILL");
  for (const until = performance.now() + killedWithinMs; isAlive(pid) && performance.now() < until; ) await sleep(20);
}
