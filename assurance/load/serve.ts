import { houseSite } from "#apps/server/site.ts";
import { startServer } from "#apps/server/start-server.ts";
import { createDb } from "#kit/db/create-db.ts";
import { readConfig } from "#kit/host/config.ts";
import type { LiveChannel } from "#kit/host/server-module.ts";
import { must } from "#kit/std/invariant.ts";
import type { Fairness } from "#modules/fairness/server/index.ts";
import { createFunctionBets } from "./function-bet.ts";

/**
 * The server under load: the house as it is, in a process of its own, with the environment of a server. It obeys the bench that
 * forked it: another way to place bets, what it has used of the processor, when it told what.
 */
export type Order =
  /** Bets through the wallet, or each by one call of an SQL function. */
  | { readonly kind: "place"; readonly by: "wallet" | "function" }
  | { readonly kind: "usage" }
  /** The heap right after a collection. */
  | { readonly kind: "heap" }
  /** Notes the time of each event of the channel from now on; says and forgets those noted so far. */
  | { readonly kind: "told"; readonly channel: string }
  | { readonly kind: "stop" };

export type Report<O extends Order> = O extends { kind: "usage" }
  ? Usage
  : O extends { kind: "heap" }
    ? { readonly used: number }
    : O extends { kind: "told" }
      ? Told[]
      : null;

/** Since the process began. */
export interface Usage {
  /** Milliseconds of processor. */
  readonly cpu: number;
  /** Bytes. */
  readonly memory: number;
}

export interface Told {
  readonly event: string;
  /** Nanoseconds on the clock of the machine, which all its processes share. */
  readonly at: bigint;
}

const config = readConfig(process.env);
const running = await startServer(config, {
  site: houseSite,
  writeLog: line => process.stderr.write(line),
});
const { house, host } = running;
// The owner's: the server's own role may make no function.
const functionDb = createDb(config.DATABASE_URL, { pool: 32 });
const fairness = must(
  house.modules.find(module => module.manifest.name === "fairness"),
  "the house has seeds",
) as Fairness;
const ways = {
  wallet: house.wallet.place,
  function: await createFunctionBets(functionDb, fairness.pairs, host.clock),
};
const listening = new Map<string, Told[]>();

function listenTo(name: string): Told[] {
  const told: Told[] = [];
  const sources = house.modules.flatMap(module => module.channels ?? []);
  const channel = must(
    sources.find(source => source.channel.name === name),
    `there is a channel ${name}`,
  ) as LiveChannel<never>;
  const tell: (...what: Parameters<typeof channel.tell>) => void = channel.tell;
  Object.assign(channel, {
    tell(...what: Parameters<typeof channel.tell>) {
      if (what[2] === undefined) told.push({ event: what[0], at: process.hrtime.bigint() });
      tell(...what);
    },
  });
  listening.set(name, told);
  return told;
}

async function obey(order: Order): Promise<unknown> {
  if (order.kind === "place") Object.assign(house.wallet, { place: ways[order.by] });
  else if (order.kind === "told") return (listening.get(order.channel) ?? listenTo(order.channel)).splice(0);
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
