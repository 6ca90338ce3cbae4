import { type ChildProcess, fork } from "node:child_process";
import { randomBytes, randomUUID } from "node:crypto";
import { once } from "node:events";
import { rm } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { type KillableCluster, startKillable } from "#assurance/crash-recovery/killable-cluster.ts";
import { createDb } from "#kit/db/create-db.ts";
import type { Db } from "#kit/db/db.ts";
import { freePort } from "#kit/db/embedded/free-port.ts";
import { required } from "#kit/std/invariant.ts";
import { ownFolder } from "#tools/own-folder/own-folder.ts";
import { ensureDatabase } from "#tools/start/database.ts";
import { buildStudio } from "#tools/start/studio.ts";
import { openBeacon } from "./beacon.ts";
import { type BenchApp, type Environment, profilerArguments, withBenchApp } from "./bench-app.ts";
import type { BenchPlayer } from "./players.ts";

/** A casino and the studio under load, each with a process and a database of its own. */
export interface BenchStudio {
  readonly app: BenchApp;
  readonly port: number;
  readonly db: Db;
  /** The studio's own PostgreSQL, with {@link BenchStudioOptions.ownCluster}. */
  readonly cluster: KillableCluster | undefined;
  /** SIGKILL; resolves when the next process answers. */
  killProcess(): Promise<void>;
  /** Opens a game for a player as their browser does. */
  open(player: BenchPlayer, game: StudioGame): Promise<OpenedGame>;
  /** The studio's heap right after a collection, in bytes. */
  heap(): Promise<number>;
}

export interface StudioGame {
  readonly kind: "slots" | "live-casino";
  readonly slug: string;
}

export interface OpenedGame {
  /** Session token of the studio, for the Authorization header. */
  readonly session: string;
  readonly stakes: readonly string[];
}

interface BenchStudioOptions {
  readonly services: string;
  /** What is started in place of `apps/studio`. */
  readonly program?: string;
  readonly environment?: Environment;
  /** The studio's database is in a PostgreSQL of its own, not in the casino's. */
  readonly ownCluster?: boolean;
  /** Log level of both processes. */
  readonly logLevel?: string;
}

const provider = "bench-studio";

/** @param work runs once the casino lists the studio's games */
export async function withBenchStudio<T>(
  { services, program, environment, ownCluster = false, logLevel = "error" }: BenchStudioOptions,
  work: (studio: BenchStudio) => Promise<T>,
): Promise<T> {
  await buildStudio(() => console.log("building the studio"));
  const beacon = await openBeacon();
  const [port, apiPort, sitePort] = [await freePort(), await freePort(), await freePort()];
  const [secretKey, signingKey] = [randomBytes(32).toString("hex"), randomBytes(32).toString("hex")];
  const key = { id: `k_${randomBytes(8).toString("hex")}`, secret: randomBytes(32).toString("hex") };
  const address = `http://127.0.0.1:${port}`;
  let child: ChildProcess | undefined;
  let load: (() => ChildProcess) | undefined;
  let db: Db | undefined;
  const folder = await ownFolder("fairhouse-bench-studio-");
  const cluster = ownCluster
    ? await startKillable({ folder: join(folder, "postgres"), password: randomUUID() })
    : undefined;
  try {
    const casino = {
      ...beacon.environment,
      LOG_LEVEL: logLevel,
      PORT: String(sitePort),
      API_PORT: String(apiPort),
      GAME_PROVIDERS: `${provider}=Bench studio|${address}|http://studio.localhost:${port}|${key.id}|${key.secret}`,
    };
    const prepare = async (_: Db, { DATABASE_URL = "" }: Environment) => {
      const databaseUrl = await ensureDatabase(cluster?.url ?? DATABASE_URL, "studio");
      db = createDb(databaseUrl, { statementTimeoutMs: 0 });
      const wallet = {
        wallet_url: `http://127.0.0.1:${apiPort}`,
        origins: ["http://fairhouse.localhost", `http://fairhouse.localhost:${sitePort}`],
        key,
      };
      load = () =>
        startStudio(program ?? join(import.meta.dirname, "../../apps/studio/main.ts"), {
          STUDIO_DATABASE_URL: databaseUrl,
          STUDIO_PORT: String(port),
          STUDIO_SECRET_KEY: secretKey,
          STUDIO_SIGNING_KEY: signingKey,
          STUDIO_CASINOS: JSON.stringify([{ slug: "fairhouse", name: "Fairhouse", ...wallet }]),
          STUDIO_BEACON_URL: beacon.environment.BEACON_URL ?? "",
          STUDIO_BEACON_CHAIN: beacon.environment.BEACON_CHAIN ?? "",
          STUDIO_BEACON_PUBLIC_KEY: beacon.environment.BEACON_PUBLIC_KEY ?? "",
          STUDIO_BEACON_TEST: "true",
          LOG_LEVEL: logLevel,
          ...environment,
        });
      child = load();
      await isReady(port, child);
    };
    return await withBenchApp({ services, environment: casino, prepare }, async app => {
      try {
        await imported(app);
        return await work({
          app,
          port,
          db: required(db, "a database"),
          cluster,
          async killProcess() {
            const killed = required(child, "a studio");
            const ended = once(killed, "exit");
            killed.kill("SIGKILL");
            await ended;
            child = required(load, "a studio")();
            await isReady(port, child);
          },
          open: (player, game) => openGame(app, port, player, game),
          heap: () => heapOf(required(child, "a studio")),
        });
      } finally {
        // Before its database.
        await stop(child);
      }
    });
  } finally {
    await stop(child);
    await db?.end();
    await cluster?.stop();
    await rm(folder, { recursive: true, force: true });
    beacon.close();
  }
}

function startStudio(program: string, environment: Environment): ChildProcess {
  return fork(program, {
    env: { PATH: process.env.PATH ?? "", ...environment },
    execArgv: ["--expose-gc", ...profilerArguments],
  });
}

async function stop(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

async function isReady(port: number, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    if (child.exitCode !== null) throw new Error(`the studio ended with ${child.exitCode}`);
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
    await sleep(100);
  }
  throw new Error("the studio did not open");
}

async function imported({ db }: BenchApp): Promise<void> {
  for (let tries = 0; tries < 600; tries++) {
    const { rowCount } = await db.query(
      `SELECT FROM catalogue.games c JOIN providers.games g ON g.slug = c.slug AND g.is_enabled
       WHERE c.provider_id = $1 AND c.state = 'listed' LIMIT 1`,
      [provider],
    );
    if (rowCount > 0) return;
    await sleep(100);
  }
  throw new Error("the casino did not list the studio's games");
}

let opened = 0;
/** Opening is limited by address: loopback has many. */
const nextAddress = () => `127.0.1.${1 + (Math.floor(opened++ / 100) % 250)}`;

async function openGame(
  { apiPort }: BenchApp,
  port: number,
  { token }: BenchPlayer,
  { kind, slug }: StudioGame,
): Promise<OpenedGame> {
  const authorization = `Bearer ${token}`;
  const url = await launch(apiPort, authorization, `/api/v1/catalogue/${kind}/${slug}/play`);
  if (kind === "slots") {
    const path = `/api/v1/providers/seeds/client?provider=${provider}&slug=${slug}`;
    await call({ port: apiPort, method: "PUT", path, authorization, body: { client_seed: "bench" } });
  }
  const path = kind === "slots" ? "/rgs/v1/session" : "/tables/v1/session";
  const body = { launch: new URL(url).hash.replace("#launch=", "") };
  return (await call({ port, method: "POST", path, body, localAddress: nextAddress() })) as OpenedGame;
}

/** The server's copy of what was imported follows the rows: until then a game is not available. */
async function launch(port: number, authorization: string, path: string): Promise<string> {
  for (let tries = 1; ; tries++) {
    try {
      return ((await call({ port, method: "POST", path, authorization })) as { data: { url: string } }).data.url;
    } catch (error) {
      if (tries === 20 || !String(error).includes("game_unavailable")) throw error;
      await sleep(200);
    }
  }
}

interface Call {
  readonly port: number;
  readonly method: string;
  readonly path: string;
  readonly body?: object;
  readonly authorization?: string;
  readonly localAddress?: string;
}

function call({ port, method, path, body = {}, authorization, localAddress }: Call): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const headers = {
      host: "api.fairhouse.localhost",
      "content-type": "application/json",
      "idempotency-key": randomUUID(),
      ...(authorization && { authorization }),
    };
    const sent = request({ host: "127.0.0.1", port, method, path, headers, ...(localAddress && { localAddress }) });
    sent.on("error", reject).on("response", async response => {
      const text = Buffer.concat(await response.toArray()).toString();
      if (response.statusCode === 200) resolve(JSON.parse(text));
      else reject(new Error(`${method} ${path}: ${response.statusCode} ${text}`));
    });
    sent.end(JSON.stringify(body));
  });
}

/** Only of a program that answers it. */
async function heapOf(child: ChildProcess): Promise<number> {
  const answer = once(child, "message");
  child.send("heap");
  return Number((await answer)[0]);
}
