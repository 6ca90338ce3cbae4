import type { Host } from "#kit/host/host.ts";
import type { Fanout } from "./fanout.ts";
import { openNatsFanout } from "./nats-fanout.ts";
import { openRedisFanout } from "./redis-fanout.ts";

/** Opens the bus at this address. Only the library of that bus is loaded, so a server without a bus loads neither. */
export function openFanout(url: string, { log, clock }: Pick<Host, "log" | "clock">): Promise<Fanout> {
  return url.startsWith("nats://") ? openNatsFanout(url, log, clock) : openRedisFanout(url, log);
}
