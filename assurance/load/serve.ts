import { siteForModules } from "#apps/server/site.ts";
import { startServer } from "#apps/server/start-server.ts";
import { createDb } from "#kit/db/create-db.ts";
import { readConfig } from "#kit/host/config.ts";
import type { LiveChannel } from "#kit/host/server-module.ts";
import { required } from "#kit/std/invariant.ts";
import type { Fairness } from "#modules/fairness/server/index.ts";
import { createWallet } from "#modules/wallet/server/index.ts";
import { createFunctionBets } from "./function-bet.ts";

/**
 * The server under load: the whole application in its own process, with the environment of a server. It takes orders from the
 * benchmark that forked it: the way to place bets, its processor usage, the times of its publications.
 */
export type Order =
  /** Bets through the wallet, or each by one call of an SQL function. */
  | { readonly kind: "place"; readonly by: "wallet" | "function" }
  /** Calls of game providers through the wallet, or each in a transaction of its own, on so many connections. */
  | { readonly kind: "provider calls"; readonly connections: number | "wallet" }
  | { readonly kind: "usage" }
  /** The heap right after a collection. */
  | { readonly kind: "heap" }
  /** Records the time of each event of the channel from now on; returns and clears those recorded so far. */
  | { readonly kind: "published"; readonly channel: string }
  | { readonly kind: "stop" };

export type Report<O extends Order> = O extends { kind: "usage" }
  ? Usage
  : O extends { kind: "heap" }
    ? { readonly used: number }
    : O extends { kind: "published" }
      ? PublishedEvent[]
      : null;

/** Since the process began. */
export interface Usage {
  /** Milliseconds of processor. */
  readonly cpu: number;
  /** Bytes. */
  readonly memory: number;
}

export interface PublishedEvent {
  readonly event: string;
  /** Nanoseconds on the clock of the machine, which all its processes share. */
  readonly at: bigint;
}

const config = readConfig(process.env);
const running = await startServer(config, {
  site: siteForModules,
  writeLog: line => process.stderr.write(line),
});
const { modules, host } = running;
// The owner role: the server's own role may not create functions.
const functionDb = createDb(config.DATABASE_URL, { pool: 32 });
const fairness = required(
  modules.all.find(module => module.manifest.name === "fairness"),
  "the fairness module exists",
) as Fairness;
const modes = {
  wallet: modules.wallet.place,
  function: await createFunctionBets(functionDb, fairness.pairs, host.clock),
};
const { placeInRound, winRound, rollBack } = modules.wallet;
/** The wallet with one call per statement: what batches are compared with. */
const singly = (connections: number) => {
  const wallet = createWallet(host, { pairs: fairness.pairs }, { lanes: connections, maxBatch: 1 });
  return { placeInRound: wallet.placeInRound, winRound: wallet.winRound, rollBack: wallet.rollBack };
};
const listening = new Map<string, PublishedEvent[]>();

function listenTo(name: string): PublishedEvent[] {
  const published: PublishedEvent[] = [];
  const sources = modules.all.flatMap(module => module.channels ?? []);
  const channel = required(
    sources.find(source => source.channel.name === name),
    `there is a channel ${name}`,
  ) as LiveChannel<never>;
  const publish: (...what: Parameters<typeof channel.publish>) => void = channel.publish;
  Object.assign(channel, {
    publish(...what: Parameters<typeof channel.publish>) {
      if (what[2] === undefined) published.push({ event: what[0], at: process.hrtime.bigint() });
      publish(...what);
    },
  });
  listening.set(name, published);
  return published;
}

async function obey(order: Order): Promise<unknown> {
  if (order.kind === "place") Object.assign(modules.wallet, { place: modes[order.by] });
  else if (order.kind === "provider calls") {
    const { connections } = order;
    const way = connections === "wallet" ? { placeInRound, winRound, rollBack } : singly(connections);
    Object.assign(modules.wallet, way);
  } else if (order.kind === "published") return (listening.get(order.channel) ?? listenTo(order.channel)).splice(0);
  else if (order.kind === "usage") {
    const { user, system } = process.cpuUsage();
    return { cpu: (user + system) / 1000, memory: process.memoryUsage.rss() } satisfies Usage;
  } else if (order.kind === "heap") {
    globalThis.gc?.();
    return { used: process.memoryUsage().heapUsed };
  } else {
    await running.stop();
    await functionDb.end();
    process.exit();
  }
  return null;
}

process.on("disconnect", () => process.exit());
process.on("message", (order: Order) => {
  // An order that fails ends the process, which the bench notices.
  void obey(order).then(report => process.connected && process.send?.(report));
});
process.send?.({ sitePort: running.port, apiPort: running.apiPort });
