import type { FastifyInstance } from "fastify";
import { type BeaconInfo, type BeaconRound, roundAt, soleBeacon } from "#kit/fair/beacon.ts";
import type { Clock } from "#kit/host/host.ts";

/** A public randomness beacon with its own key: the protocol of drand, one round a second. */
export interface Beacon {
  info(): BeaconInfo;
  /** Undefined for a round that is not due yet: future rounds must stay secret. */
  round(number: number): BeaconRound | undefined;
  latest(): BeaconRound;
}

const genesisTime = 1_760_000_000;
const periodSeconds = 1;

/** @param options.seed any secret bytes; equal seeds are the same beacon, so that its rounds stay the same across restarts */
export function createBeacon(options: { seed: Uint8Array; clock: Pick<Clock, "now"> }): Beacon {
  const beacon = soleBeacon(options.seed, genesisTime, periodSeconds, "sandbox");
  const newest = () => roundAt(beacon.info, options.clock.now());
  return {
    info: () => beacon.info,
    round: number => (number >= 1 && number <= newest() ? beacon.sign(number) : undefined),
    latest: () => beacon.sign(newest()),
  };
}

/**
 * Serves the beacon like drand, `/{chain}/info`, `/{chain}/public/{round}`, `/{chain}/public/latest`, under `prefix`, and
 * `{prefix}/info` for clients without the chain hash.
 */
export function mountBeacon(app: FastifyInstance, beacon: Beacon, prefix = "/beacon"): void {
  const info = beacon.info();
  app.get(`${prefix}/info`, () => info);
  app.get(`${prefix}/${info.hash}/info`, () => info);
  app.get<{ Params: { round: string } }>(`${prefix}/${info.hash}/public/:round`, (request, reply) => {
    const { round } = request.params;
    if (round === "latest") return reply.send(beacon.latest());
    const signed = /^[1-9][0-9]{0,14}$/.test(round) ? beacon.round(Number(round)) : undefined;
    return signed ? reply.send(signed) : reply.code(404).send({ error: "no such round yet" });
  });
}
