import type { Host } from "#kit/host/host.ts";
import type { Fanout } from "./fanout.ts";
import { openNatsFanout } from "./nats-fanout.ts";
import { openRedisFanout } from "./redis-fanout.ts";

/** The bus at this address. Its library is loaded here and nowhere else: a server without a bus has none in memory. */
export function openFanout(url: string, { log, clock }: Pick<Host, "log" | "clock">): Promise<Fanout> {
  return url.startsWith("nats://") ? openNatsFanout(url, log, clock) : openRedisFanout(url, log);
}
