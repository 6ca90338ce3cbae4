import { randomBytes } from "node:crypto";
import { systemHost } from "#apps/server/system-host.ts";
import type { Db } from "#kit/db/db.ts";
import { migrate } from "#kit/db/migrate.ts";
import { walkDown } from "#kit/fair/chain.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import { openStream } from "#kit/fair/stream.ts";
import { readConfig } from "#kit/host/config.ts";
import type { Clock, Random } from "#kit/host/host.ts";
import { must } from "#kit/std/invariant.ts";
import { migrationsOf } from "#kit/test/module-migrations.ts";
import { type Beacon, createFairness } from "#modules/fairness/server/index.ts";
import { drawPoint } from "#modules/games/crash/shared/rules.ts";
import type { Environment } from "./house.ts";

/** Longer than what makes the house publish the next one already. */
const shape = { length: 20_000, interval: 1_000 };
/** A round the bench waits for: long enough for all cash-outs, and over soon. */
const points = { lowest: 125, highest: 200 };
const rounds = Array.from({ length: 10 }, (_, i) => i + 1);

/** Publishes a chain whose first rounds fly for four to twelve seconds, so that the bench has a round to measure at any time. */
export async function publishBenchChain(db: Db, environment: Environment): Promise<void> {
  const { host, close } = systemHost(readConfig(environment));
  try {
    await migrate(db, await migrationsOf(["crash"]));
    const secret = randomBytes(32);
    const beacon = beaconOf(findSalt(secret));
    const random: Random = { bytes: length => (length === secret.length ? secret : host.random.bytes(length)) };
    let ago = 60_000;
    const clock: Clock = { ...host.clock, now: () => host.clock.now() - ago };
    const { sequences } = createFairness({ ...host, random, clock }, { beacon, chain: shape });
    await sequences.prepare("crash");
    // The round of the beacon that salts it is over by now.
    ago = 0;
    const wait = await sequences.prepare("crash");
    if (wait !== 0) throw new Error("the chain of the bench has no salt");
  } finally {
    await close();
  }
}

/** A beacon that always says the same. */
function beaconOf(randomness: string): Beacon {
  const info = { period: 3, genesis_time: 0, hash: "", public_key: "", scheme: "", metadata: {} };
  return {
    test: true,
    info: async () => info as unknown as Awaited<ReturnType<Beacon["info"]>>,
    round: async number => ({ round: number, randomness, signature: "" }),
  };
}

/** Tries salts until every one of the first rounds ends where the bench wants it: one in two hundred thousand does. */
function findSalt(secret: Uint8Array): string {
  const links = rounds.map(round => walkDown(nobleHashes, secret, shape.length - round));
  for (;;) {
    const salt = randomBytes(32).toString("hex");
    const isRight = (round: number) => {
      const link = must(links[round - 1], "a link of the round");
      const point = drawPoint(openStream(nobleHashes, link, ["crash", round, salt]));
      return point >= points.lowest && point <= points.highest;
    };
    if (rounds.every(isRight)) return salt;
  }
}
