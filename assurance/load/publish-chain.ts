import { randomBytes } from "node:crypto";
import { systemHost } from "#apps/server/system-host.ts";
import type { Db } from "#kit/db/db.ts";
import { migrate } from "#kit/db/migrate.ts";
import { readConfig } from "#kit/host/config.ts";
import type { Clock, Random } from "#kit/host/host.ts";
import { migrationsOf } from "#kit/testing/module-migrations.ts";
import { type Beacon, createFairness } from "#modules/fairness/server/index.ts";
import type { Environment } from "./bench-app.ts";

/** Above the remaining length at which the server publishes the next one. */
export const benchChain = { length: 20_000, interval: 1_000 };

/**
 * Publishes the first chain of a sequence before the server opens: a benchmark has no beacon.
 * @param saltOf the salt for the chain of this secret, 64 hexadecimal digits
 */
export async function publishChain(
  db: Db,
  environment: Environment,
  { sequence, game, saltOf }: { sequence: string; game: string; saltOf: (secret: Buffer) => string },
): Promise<void> {
  const { host, close } = systemHost(readConfig(environment));
  try {
    await migrate(db, await migrationsOf([game]));
    const secret = randomBytes(32);
    const beacon = beaconOf(saltOf(secret));
    const random: Random = { bytes: length => (length === secret.length ? secret : host.random.bytes(length)) };
    let ago = 60_000;
    const clock: Clock = { ...host.clock, now: () => host.clock.now() - ago };
    const { sequences } = createFairness({ ...host, random, clock }, { beacon, chain: benchChain });
    await sequences.prepare(sequence);
    // The round of the beacon that salts it is over by now.
    ago = 0;
    const wait = await sequences.prepare(sequence);
    if (wait !== 0) throw new Error("the chain of the bench has no salt");
  } finally {
    await close();
  }
}

/** A beacon that always returns the same value. */
function beaconOf(randomness: string): Beacon {
  const info = { period: 3, genesis_time: 0, hash: "", public_key: "", scheme: "", metadata: {} };
  return {
    test: true,
    info: async () => info as unknown as Awaited<ReturnType<Beacon["info"]>>,
    round: async number => ({ round: number, randomness, signature: "" }),
  };
}
