import { once } from "node:events";
import { rm } from "node:fs/promises";
import type { AddressInfo } from "node:net";
import { systemClock, systemRandom } from "#kit/host/system.ts";
import { quietLog } from "#kit/testing/quiet.ts";
import { createHttp } from "#odds-sandbox/server/http.ts";
import { OddsProvider } from "#odds-sandbox/server/provider.ts";
import { ownFolder } from "#tools/own-folder/own-folder.ts";

const tickMs = 50;

export interface ProviderUnderLoad {
  /** ODDS_URL */
  readonly url: string;
  /** ODDS_PUBLIC_KEYS */
  readonly publicKey: string;
  /** No frame, no heartbeat: the connections stay. */
  silence(): void;
  speak(): void;
}

/** The sandbox's provider with these leagues, behind its own HTTP and WebSocket, by the real clock. */
export async function withProvider<T>(
  leagues: readonly string[],
  work: (provider: ProviderUnderLoad) => Promise<T>,
): Promise<T> {
  const folder = await ownFolder("fairhouse-odds-");
  const provider = new OddsProvider({
    folder,
    seed: "bench",
    speed: 1,
    clock: systemClock,
    random: systemRandom,
    leagues: ({ id }) => leagues.includes(id),
  });
  const server = createHttp({ provider, log: quietLog, chaos: false });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  let ticks: NodeJS.Timeout | undefined;
  const speak = () => {
    ticks ??= setInterval(() => provider.tick(), tickMs);
  };
  const silence = () => {
    clearInterval(ticks);
    ticks = undefined;
  };
  speak();
  try {
    const { port } = server.address() as AddressInfo;
    return await work({ url: `http://127.0.0.1:${port}/odds`, publicKey: provider.publicKey, silence, speak });
  } finally {
    silence();
    server.close();
    server.closeAllConnections();
    await rm(folder, { recursive: true, force: true });
  }
}
