import { setTimeout as sleep } from "node:timers/promises";
import { createModules, type Modules } from "#apps/server/modules.ts";
import { createDb } from "#kit/db/create-db.ts";
import { roundAt, soleBeacon } from "#kit/fair/beacon.ts";
import { createBus } from "#kit/host/bus.ts";
import { readConfig } from "#kit/host/config.ts";
import type { Clock, Failpoints, Host } from "#kit/host/host.ts";
import { createSignals } from "#kit/host/signals.ts";
import { systemRandom, uuidIds } from "#kit/host/system.ts";
import type { Session } from "#kit/http/handler.ts";
import { quietLog, quietMetrics } from "#kit/testing/quiet.ts";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import type { TestHost } from "#kit/testing/test-host.ts";
import type { Beacon } from "#modules/fairness/server/index.ts";

/** The factor by which time is accelerated: a round of a shared game takes a second. */
export const speed = 20;

/** Accelerated time with the same zero in every process, so that a restart continues where the killed process was. */
export function fastClock(factor = speed, base = 1_760_000_000_000, zero = 1_790_000_000_000): Clock {
  return {
    now: () => Math.floor(zero + (Date.now() - base) * factor),
    monotonic: () => performance.now() * factor,
    after(ms, task) {
      const timer = setTimeout(task, ms / factor);
      return () => clearTimeout(timer);
    },
  };
}

/** A beacon without a network, with real signatures. */
function beaconOf(clock: Clock): Beacon {
  const beacon = soleBeacon(Uint8Array.of(9), Math.floor(clock.now() / 1000) - 100_000, 1, "test");
  return {
    test: true,
    info: async () => beacon.info,
    round: async number => {
      if (number > roundAt(beacon.info, clock.now())) throw new Error("not yet");
      return beacon.sign(number);
    },
  };
}

export interface RecoveryApp {
  readonly modules: Modules;
  readonly api: TestApi;
  readonly host: Host;
  close(): Promise<void>;
}

interface RunOptions {
  /** Accelerated time by default. */
  readonly clock?: Clock;
  /** Modules that run by themselves: by default all. */
  readonly starts?: (module: string) => boolean;
}

/** Their rounds run by themselves once they have started. */
export const sharedRounds: ReadonlySet<string> = new Set(["crash", "roulette", "rooms", "duels", "battles"]);

/** The whole server over an existing database, with faults at these points. A token is `player currency session`. */
export async function runRecoveryApp(
  environment: Readonly<Record<string, string | undefined>>,
  failpoints: Failpoints,
  { clock = fastClock(), starts = () => true }: RunOptions = {},
): Promise<RecoveryApp> {
  const config = readConfig(environment);
  const db = createDb(config.DATABASE_URL, { pool: 16 });
  const signals = createSignals(db, clock, quietLog);
  await signals.listen();
  const host: Host = {
    config,
    clock,
    db,
    failpoints,
    random: systemRandom,
    ids: uuidIds(clock, systemRandom),
    bus: createBus(quietLog),
    signals,
    log: quietLog,
    metrics: quietMetrics,
  };
  const modules = createModules(host, { beacon: beaconOf(clock), chain: { length: 200, interval: 10 } });
  for (const module of modules.all) if (starts(module.manifest.name)) await module.start?.();
  const authenticate = (token: string): Session | null => {
    const [player, currency, id] = token.split(" ");
    return { player, currency, id, test: false } as unknown as Session;
  };
  return {
    modules,
    host,
    api: await testApi(host as TestHost, modules.all, authenticate, undefined, modules.operators.operatorOf),
    async close() {
      for (const module of modules.all.toReversed()) await module.stop?.();
      await signals.close();
      await db.end();
    },
  };
}

/** Runs a job of the server by its name, as the queue would. */
export async function runJob({ modules }: RecoveryApp, name: string, payload: object = {}): Promise<void> {
  const jobs = modules.all.flatMap(module => module.jobs ?? []);
  await jobs.find(job => job.name === name)?.run(payload);
}

export const pause = (ms: number): Promise<void> => sleep(ms);
