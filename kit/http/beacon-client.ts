import type * as z from "zod/mini";
import {
  type BeaconInfo,
  type BeaconRound,
  beaconInfo,
  beaconRound,
  beaconScheme,
  chainHash,
  isSignedRound,
} from "#kit/fair/beacon.ts";
import type { Config } from "#kit/host/config.ts";

/** The public beacon. Everything it gives is checked: what does not carry the right signature never gets in. */
export interface Beacon {
  /** Marked as a test beacon: run by the application itself. */
  readonly test: boolean;
  /** Throws when it cannot be reached, or is not the chain of the configuration. */
  info(): Promise<BeaconInfo>;
  /** A round that is due. Throws when it cannot be had or is not signed by the beacon's key. */
  round(number: number): Promise<BeaconRound>;
}

type BeaconConfig = Pick<Config, "BEACON_URL" | "BEACON_CHAIN" | "BEACON_PUBLIC_KEY" | "BEACON_TEST">;
type Fetch = (url: string, init: { signal: AbortSignal }) => Promise<Response>;

const timeoutMs = 5_000;
const largestAnswer = 4_096;

/** drand's HTTP API. */
export function createBeaconClient(config: BeaconConfig, fetch: Fetch = globalThis.fetch): Beacon {
  const base = `${config.BEACON_URL.replace(/\/$/, "")}/${config.BEACON_CHAIN}`;
  let known: BeaconInfo | undefined;

  async function get<S extends z.ZodMiniType>(path: string, schema: S): Promise<z.output<S>> {
    const response = await fetch(base + path, { signal: AbortSignal.timeout(timeoutMs) });
    const text = await response.text();
    if (!response.ok || text.length > largestAnswer)
      throw new Error(`the beacon answered ${response.status} to ${path}`);
    return schema.parse(JSON.parse(text));
  }

  async function info(): Promise<BeaconInfo> {
    if (known) return known;
    const given = await get("/info", beaconInfo);
    const right =
      given.public_key === config.BEACON_PUBLIC_KEY &&
      given.schemeID === beaconScheme &&
      given.hash === config.BEACON_CHAIN &&
      chainHash(given) === config.BEACON_CHAIN;
    if (!right) throw new Error("the beacon is not the chain of BEACON_CHAIN and BEACON_PUBLIC_KEY");
    known = given;
    return given;
  }

  return {
    test: config.BEACON_TEST,
    info,
    async round(number) {
      const given = await get(`/public/${number}`, beaconRound);
      if (given.round !== number || !isSignedRound(given, config.BEACON_PUBLIC_KEY)) {
        throw new Error(`round ${number} of the beacon is not signed by its key`);
      }
      return given;
    },
  };
}
