import { randomBytes, randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { createModules } from "#apps/server/modules.ts";
import { systemHost } from "#apps/server/system-host.ts";
import { readConfig } from "#kit/host/config.ts";
import type { Host } from "#kit/host/host.ts";
import { systemClock } from "#kit/host/system.ts";
import type { SigningKey } from "#kit/http/signed-messages.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { changeProvider, type Providers } from "#modules/providers/server/index.ts";
import { simulatedGame, simulatedProvider } from "#modules/providers/testing/simulated-provider.ts";
import type { BenchApp, Environment } from "./bench-app.ts";

export const benchGame = "bench-slot";
const slug = "bench";

/** A player who has the game open. */
export interface PlayingNow {
  readonly player: PlayerId;
  /** Session id of the wallet protocol. */
  readonly session: string;
}

/** A game provider with one slot, for calls of its side of the wallet protocol. */
export interface BenchProvider {
  readonly key: SigningKey;
  /** Settings that connect it to the server. */
  readonly environment: Environment;
  /** Waits until the server knows the game, then opens it for each player. */
  openSessions(app: BenchApp, players: readonly PlayerId[]): Promise<readonly PlayingNow[]>;
  close(): void;
}

export async function openBenchProvider(): Promise<BenchProvider> {
  const provider = simulatedProvider(systemClock, () => {
    throw new Error("the bench sends its calls itself");
  });
  provider.key = { id: `k_${randomBytes(8).toString("hex")}`, secret: randomBytes(32).toString("hex") };
  provider.manifests.push(simulatedGame(benchGame));
  const server = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    const headers = request.headers as Record<string, string>;
    const { method = "GET", url = "/" } = request;
    const called = { method: method as "GET", url: `http://127.0.0.1${url}`, headers, body: body || undefined };
    const answer = await provider.transport(called);
    response.writeHead(answer.status, answer.headers).end(answer.body);
  });
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const { id, secret } = provider.key;
  return {
    key: provider.key,
    environment: {
      GAME_PROVIDERS: `${slug}=Bench|http://127.0.0.1:${port}/fwp|http://bench-games.localhost|${id}|${secret}`,
    },
    openSessions,
    close: () => void server.close(),
  };
}

async function openSessions(app: BenchApp, players: readonly PlayerId[]): Promise<readonly PlayingNow[]> {
  const provider = await importedProvider(app);
  const { host, close } = systemHost(readConfig(app.environment));
  try {
    const { needs, registry } = providersOf(host);
    const { sessions, seeds } = needs;
    // No limit of the provider's own: the bench looks for the server's.
    await host.db.tx(tx => changeProvider(registry, tx, provider, { callsPerSecond: 100_000 }));
    const open = (player: PlayerId) =>
      host.db.tx(async tx => {
        await seeds.show(tx, { player, provider, slug: benchGame });
        const casinoSession = randomUUID() as Uuid;
        const opened = { provider, slug: benchGame, player, casinoSession, currency: "USD", country: "KZ" } as const;
        return { player, session: await sessions.open(tx, opened) };
      });
    return await Promise.all(players.map(open));
  } finally {
    await close();
  }
}

function providersOf(host: Host): Providers {
  const found = createModules(host).all.find(({ manifest }) => manifest.name === "providers");
  return required(found, "the providers module exists") as Providers;
}

/** The job of the catalogue reads the game when the server starts. */
async function importedProvider({ db }: BenchApp): Promise<Uuid> {
  for (let tries = 0; tries < 600; tries++) {
    const { rows } = await db.query<{ id: Uuid }>(
      `SELECT p.id FROM providers.providers p JOIN providers.games g ON g.provider_id = p.id
       WHERE p.slug = $1 AND g.is_enabled`,
      [slug],
    );
    if (rows[0]) return rows[0].id;
    await sleep(100);
  }
  throw new Error("the server did not read the games of the bench's provider");
}
