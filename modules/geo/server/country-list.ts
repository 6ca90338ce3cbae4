import { type BlockList, isIP } from "node:net";
import * as z from "zod/mini";
import type { Config } from "#kit/host/config.ts";
import type { Clock } from "#kit/host/host.ts";
import { networks } from "#kit/http/address.ts";
import type { Log } from "#kit/log/log.ts";

/** The list's country of an address: null is "unknown, overriding the database"; undefined when not listed. */
export interface CountryList {
  find(address: string): string | null | undefined;
  /** Reads it once and then periodically until `stop`. If reading fails, the former list stays in force. */
  start(): Promise<void>;
  stop(): void;
}

const listSchema = z.object({
  countries: z.array(
    z.object({
      network: z.string().check(z.maxLength(64)),
      country: z.nullable(z.string().check(z.regex(/^[A-Z]{2}$/))),
    }),
  ),
});

type Entry = readonly [BlockList, string | null];
type Fetch = (url: string, init: { signal: AbortSignal }) => Promise<Response>;

const largest = 1_000_000;
const timeoutMs = 5_000;

/** Corrections to the built-in database from an external source: `{"countries": [{"network": "203.0.113.0/24", "country": "KZ"}]}`. */
export function createCountryList(
  config: Pick<Config, "GEO_LIST_URL" | "GEO_LIST_SECONDS">,
  { clock, log }: { clock: Clock; log: Log },
  fetch: Fetch = globalThis.fetch,
): CountryList {
  const url = config.GEO_LIST_URL;
  let entries: readonly Entry[] = [];
  let stopped = false;
  let cancel = () => {};

  async function read(): Promise<void> {
    if (url === undefined || stopped) return;
    try {
      entries = parseList(await textOf(await fetch(url, { signal: AbortSignal.timeout(timeoutMs) })));
    } catch (error) {
      log.warn({ err: error }, "failed to read the list of countries; the previous one stays in force");
    }
    if (!stopped) cancel = clock.after(config.GEO_LIST_SECONDS * 1000, () => void read());
  }

  return {
    find(address) {
      const family = isIP(address);
      if (family === 0) return undefined;
      return entries.find(([network]) => network.check(address, family === 6 ? "ipv6" : "ipv4"))?.[1];
    },
    start: read,
    stop() {
      stopped = true;
      cancel();
    },
  };
}

async function textOf(answer: Response): Promise<string> {
  const text = await answer.text();
  if (!answer.ok || text.length > largest) throw new Error(`the list of countries returned ${answer.status}`);
  return text;
}

/** Throws when it is malformed. */
export function parseList(text: string): readonly Entry[] {
  const { countries } = listSchema.parse(JSON.parse(text));
  return countries.map(({ network, country }) => [networks([network]), country] as const);
}
