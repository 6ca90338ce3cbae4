import { type ChildProcess, fork } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type KillableCluster, startKillable } from "#assurance/crash-recovery/killable-cluster.ts";
import { createDb } from "#kit/db/create-db.ts";
import type { Db } from "#kit/db/db.ts";
import { auditBooks } from "#modules/wallet/server/index.ts";
import { ownFolder } from "#tools/own-folder/own-folder.ts";
import { buildSite, siteIsStale } from "#tools/start/site-build.ts";
import type { Order, Report } from "./serve.ts";

/** Settings of the server under load, as environment text. */
export type Environment = Readonly<Record<string, string>>;

/** A server for a benchmark: its own PostgreSQL with fsync on, and the server in its own process. */
export interface BenchApp {
  readonly db: Db;
  readonly cluster: KillableCluster;
  readonly environment: Environment;
  readonly sitePort: number;
  readonly apiPort: number;
  /** SIGKILL; resolves when the next process answers, on the same ports where the environment names them. */
  killProcess(): Promise<void>;
  /** A further process of the server on the same database. */
  startNode(changes: Environment): Promise<BenchNode>;
  order<O extends Order>(order: O): Promise<Report<O>>;
  /** Throws when a rule of the books is broken. */
  requireRightBooks(): Promise<void>;
}

export type BenchNode = Pick<BenchApp, "sitePort" | "apiPort" | "order">;

export interface BenchOptions {
  readonly services: string;
  /** Settings that differ. */
  readonly environment?: Environment;
  /** Before the server starts, on the migrated database. */
  readonly prepare?: (db: Db, environment: Environment) => Promise<void>;
}

/** `--profile` has each server write a CPU profile into .cache/bench when it ends. */
export const profilerArguments: readonly string[] = process.argv.includes("--profile")
  ? ["--cpu-prof", `--cpu-prof-dir=${join(import.meta.dirname, "../../.cache/bench")}`]
  : [];

/** Opens a server, lets `work` load it, and removes everything again. */
export async function withBenchApp<T>(options: BenchOptions, work: (app: BenchApp) => Promise<T>): Promise<T> {
  if (await siteIsStale()) await buildSite();
  const folder = await ownFolder("fairhouse-bench-");
  const cluster = await startKillable({ folder: join(folder, "postgres"), password: randomUUID() });
  const environment = { ...settings(cluster.url, options.services), ...options.environment };
  const db = createDb(cluster.url, { statementTimeoutMs: 0 });
  const servers: Server[] = [];
  const start = async (changes: Environment) => {
    const started = await startServer({ ...environment, ...changes });
    servers.push(started);
    return started;
  };
  try {
    await options.prepare?.(db, environment);
    const { sitePort, apiPort, order, killProcess } = await start({});
    return await work({
      db,
      cluster,
      environment,
      sitePort,
      apiPort,
      order,
      killProcess,
      startNode: start,
      requireRightBooks: () => requireRightBooks(db),
    });
  } catch (error) {
    // Before the server ends: a socket that it closes then ends this process with a reason of its own.
    console.error(error);
    throw error;
  } finally {
    for (const server of servers.toReversed()) await server.stop();
    await db.end();
    await cluster.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

export async function requireRightBooks(db: Db): Promise<void> {
  const differences = await auditBooks(db);
  if (differences.length > 0) throw new Error(`The books are wrong after the run: ${JSON.stringify(differences[0])}`);
}

function settings(databaseUrl: string, services: string): Environment {
  return {
    MODE: "production",
    NODE_ENV: "production",
    PORT: "0",
    HOST: "fairhouse.localhost",
    DATABASE_URL: databaseUrl,
    SERVICES: services,
    SECRET_KEY: randomBytes(32).toString("hex"),
    AUDIT_SIGNING_KEY: randomBytes(32).toString("hex"),
    PAYMENTS_URL: "http://127.0.0.1:9",
    PAYMENTS_SECRET: randomBytes(32).toString("hex"),
    BEACON_URL: "http://127.0.0.1:9",
    BEACON_CHAIN: "be".repeat(32),
    BEACON_PUBLIC_KEY: "00",
    BEACON_TEST: "true",
    SMTP_URL: "smtp://127.0.0.1:9",
    SMS_URL: "http://127.0.0.1:9",
    SMS_TOKEN: randomBytes(32).toString("hex"),
    GEO_PRIVATE_COUNTRY: "KZ",
    LOG_LEVEL: "error",
    // The whole crowd uses one IP address.
    RATE_LIMIT_FACTOR: "1000",
    LIVE_BETS_DELAY_MS: "0",
  };
}

interface Server {
  readonly sitePort: number;
  readonly apiPort: number;
  order: BenchApp["order"];
  killProcess: BenchApp["killProcess"];
  stop(): Promise<void>;
}

async function startServer(environment: Environment): Promise<Server> {
  const load = () =>
    fork(join(import.meta.dirname, "serve.ts"), {
      env: { PATH: process.env.PATH ?? "", ...environment },
      execArgv: ["--expose-gc", ...profilerArguments],
      serialization: "advanced",
    });
  let child = load();
  const { sitePort, apiPort } = (await answerOf(child)) as { sitePort: number; apiPort: number };
  return {
    sitePort,
    apiPort,
    async order<O extends Order>(order: O) {
      const answer = answerOf(child);
      child.send(order);
      return (await answer) as Report<O>;
    },
    async killProcess() {
      const ended = once(child, "exit");
      child.kill("SIGKILL");
      await ended;
      child = load();
      await answerOf(child);
    },
    async stop() {
      if (child.exitCode !== null) return;
      const ended = once(child, "exit");
      child.send({ kind: "stop" } satisfies Order);
      await ended;
    },
  };
}

/** The next message of the server; rejects when it exits instead. */
function answerOf(child: ChildProcess): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const onExit = (code: number | null) => reject(new Error(`the server under load ended with ${code}`));
    child.once("exit", onExit);
    child.once("message", message => {
      child.off("exit", onExit);
      resolve(message);
    });
  });
}
