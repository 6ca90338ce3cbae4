import { randomBytes, randomUUID } from "node:crypto";
import { join } from "node:path";
import type { Clock, Failpoints } from "#kit/host/host.ts";
import { createSecretSeal } from "#kit/host/secret-seal.ts";
import { noFailpoints, systemClock, systemRandom, uuidIds } from "#kit/host/system.ts";
import { createLog } from "#kit/log/create-log.ts";
import { type TestDatabase, testDatabase } from "#kit/testing/test-database.ts";
import { createStudio, type Studio } from "#studio/rgs/server/create-studio.ts";
import type { StudioHost } from "#studio/rgs/server/studio-host.ts";
import type { TableParts } from "#studio/tables/server/tables.ts";
import type { CasinoDouble } from "./casino-double.ts";
import { profile } from "./casino-double.ts";
import { testGames } from "./test-studio-games.ts";

export const studioMigrations = [
  { module: "rgs", folder: join(import.meta.dirname, "../rgs/server/migrations") },
  { module: "tables", folder: join(import.meta.dirname, "../tables/server/migrations") },
] as const;

export interface TestStudio {
  readonly studio: Studio;
  readonly host: StudioHost;
  readonly database: TestDatabase;
  readonly url: string;
  /** Every line of its log. */
  readonly logged: string[];
  close(): Promise<void>;
}

/** The studio on a port of its own over real PostgreSQL, with real time. */
export async function startTestStudio(
  options: {
    readonly database?: TestDatabase;
    readonly failpoints?: Failpoints;
    readonly secretKey?: string;
    readonly tables?: TableParts;
    readonly clock?: Clock;
  } = {},
): Promise<TestStudio> {
  const database = options.database ?? (await testDatabase({ sources: studioMigrations }));
  const logged: string[] = [];
  const config = { SECRET_KEY: options.secretKey ?? "5".repeat(64) } as Parameters<
    typeof createSecretSeal
  >[0]["config"];
  const host: StudioHost = {
    clock: options.clock ?? systemClock,
    random: systemRandom,
    ids: uuidIds(systemClock, systemRandom),
    db: database.db,
    log: createLog({ level: "debug", write: line => void logged.push(line) }),
    seal: createSecretSeal({ config, random: systemRandom }, "studio"),
    failpoints: options.failpoints ?? noFailpoints,
    publicUrl: "http://studio.localhost:3200",
    signingSeed: randomBytes(32),
  };
  const studio = await createStudio(host, {
    games: testGames,
    spinsPerSecond: 1_000,
    ...(options.tables && { tables: options.tables }),
  });
  const url = await studio.app.listen({ port: 0, host: "127.0.0.1" });
  return {
    studio,
    host,
    database,
    url,
    logged,
    async close() {
      await studio.close();
      if (!options.database) await database.close();
    },
  };
}

export const parentOrigin = "http://casino.localhost:3000";

export function connect({ studio }: TestStudio, casino: CasinoDouble, slug = "harbour"): Promise<void> {
  return studio.casinos.connect({
    slug,
    name: "Harbour Casino",
    wallet_url: casino.url,
    origins: [parentOrigin],
    key: casino.key,
  });
}

export interface OpenGame {
  readonly token: string;
  readonly opened: Record<string, unknown>;
  spin(change?: object): Promise<{ status: number; body: Record<string, never> & SpinBody }>;
  post(path: string, body: object): Promise<{ status: number; body: Record<string, unknown> }>;
}

interface SpinBody {
  readonly code?: string;
  readonly round?: string;
  readonly payout: string;
  readonly balance: string | null;
  readonly state?: string;
}

/** A player's game as the frame opens it. */
export async function openGame(
  { url }: TestStudio,
  casino: CasinoDouble,
  game: string,
  player: string | null,
  given: object = profile,
): Promise<OpenGame> {
  const { body } = await casino.call(url, "POST", "/launch", {
    game,
    mode: player === null ? "demo" : "play",
    currency: "USD",
    country: "KZ",
    locale: "en",
    profile: given,
    ...(player !== null && { player, nick: "alice", launch: casino.newLaunch(player, given) }),
    parent_origin: parentOrigin,
  });
  const launch = new URL(String(body.url)).hash.replace("#launch=", "");
  let token = "";
  async function post(path: string, given: object) {
    const response = await fetch(`${url}/rgs/v1${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(given),
    });
    const text = await response.text();
    casino.traffic.push(text);
    return { status: response.status, body: JSON.parse(text) as Record<string, unknown> };
  }
  const opened = await post("/session", { launch });
  token = String(opened.body.session ?? "");
  return {
    token,
    opened: opened.body,
    post,
    spin: (more = {}) =>
      post("/spin", { request: randomUUID(), mode: "base", stake: "0.50", ...more }) as ReturnType<OpenGame["spin"]>,
  };
}
