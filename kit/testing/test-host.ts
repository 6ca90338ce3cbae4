import { createDb } from "#kit/db/create-db.ts";
import { separateOfficeReads } from "#kit/db/office-reads.ts";
import { createBus } from "#kit/host/bus.ts";
import { type Config, readConfig } from "#kit/host/config.ts";
import type { Host, PasswordCost, Random } from "#kit/host/host.ts";
import { createSignals } from "#kit/host/signals.ts";
import { uuidIds } from "#kit/host/system.ts";
import type { Tracer } from "#kit/host/trace.ts";
import type { Log } from "#kit/log/log.ts";
import type { Metrics } from "#kit/log/metrics.ts";
import { type ArmedFailpoints, armedFailpoints } from "./armed-failpoints.ts";
import { type ManualClock, manualClock } from "./manual-clock.ts";
import { quietLog, quietMetrics } from "./quiet.ts";
import { seededRandom } from "./seeded-random.ts";
import { type TestDatabase, testDatabase } from "./test-database.ts";
import { watchedDb } from "./watched-db.ts";

/** A host for a test: a real, fresh PostgreSQL; time, randomness and faults under the test's control. */
export interface TestHost extends Host {
  readonly clock: ManualClock;
  readonly failpoints: ArmedFailpoints;
  readonly databaseUrl: string;
  /**
   * Lets `ms` pass and waits for the database work that this started. Tests that let time pass step by step run at the
   * database's pace, on a slow machine as on a fast one.
   */
  pass(ms: number): Promise<void>;
  /** Lets time pass step by step (100 ms each) until the condition holds; throws after a thousand steps and twenty seconds. */
  passUntil(done: () => Promise<boolean>, stepMs?: number): Promise<void>;
  /** Ends the connections and drops the database; call it in `afterAll`. */
  close(): Promise<void>;
}

export interface TestHostOptions {
  /** Names of modules whose tables are created, with those of their dependencies; `all` for every module. */
  readonly modules: readonly string[] | "all";
  /** Seed of randomness and ids. */
  readonly seed?: string;
  /** Log and metrics, for tests that assert on them. */
  readonly log?: Log;
  readonly metrics?: Metrics;
  /** Receives every random byte that the application draws. */
  readonly onRandom?: (bytes: Uint8Array) => void;
  /** Settings that differ from those of {@link testConfig}, as environment text. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Traces the calls of a test. */
  readonly tracer?: (needs: Pick<Host, "clock" | "random" | "log" | "metrics">) => Tracer;
  /** A database to use instead of a fresh one. It is closed with the host. */
  readonly database?: TestDatabase;
  /** Where the clock starts, in milliseconds since 1970. */
  readonly startMs?: number;
}

/** Many calls at once may wait for a connection on a slow machine. */
const patientMs = 120_000;
/** A signal comes by PostgreSQL, in its own time however far the clock is moved: the most that a slow machine takes for one. */
const signalledWithinMs = 20_000;
/** The least that argon2 takes: a thousandth of what it must cost outside of tests. */
const cheapPasswords: PasswordCost = { memoryKib: 8, passes: 1 };

/** `const host = await testHost({ modules: ["wallet"] })`, then `createWallet(host, ...)`, and `host.close()` at the end. */
export async function testHost(options: TestHostOptions): Promise<TestHost> {
  const database = options.database ?? (await testDatabase(options.modules));
  const apart = separateOfficeReads(database.db, limits => createDb(database.url, { ...limits, connectMs: patientMs }));
  const db = watchedDb(apart.db);
  const clock = manualClock(options.startMs);
  const { log = quietLog, metrics = quietMetrics, onRandom } = options;
  const seeded = seededRandom(options.seed ?? "fairhouse");
  const random: Random = {
    bytes(length) {
      const bytes = seeded.bytes(length);
      onRandom?.(bytes);
      return bytes;
    },
  };
  const pass: TestHost["pass"] = async ms => {
    await clock.advance(ms);
    await db.quiet();
  };
  const signals = createSignals(database.db, clock, log);
  await signals.listen();
  return {
    config: testConfig({ ...options.environment, DATABASE_URL: database.url }),
    clock,
    random,
    ids: uuidIds(clock, random),
    db,
    officeReads: apart.officeReads,
    bus: createBus(log),
    signals,
    log,
    metrics,
    failpoints: armedFailpoints(),
    ...(options.tracer && { tracer: options.tracer({ clock, random, log, metrics }) }),
    passwordCost: cheapPasswords,
    databaseUrl: database.url,
    pass,
    async passUntil(done, stepMs = 100) {
      const giveUpAt = performance.now() + signalledWithinMs;
      for (let steps = 0; steps < 1000 || performance.now() < giveUpAt; steps++) {
        if (await done()) return;
        await pass(stepMs);
      }
      throw new Error("the condition did not become true");
    },
    async close() {
      await signals.close();
      await apart.close();
      await database.close();
    },
  };
}

/** A complete configuration with well-known keys. */
export function testConfig(environment: Readonly<Record<string, string>> = {}): Config {
  return readConfig({
    MODE: "test",
    PORT: "0",
    HOST: "fairhouse.localhost",
    DATABASE_URL: "postgres://127.0.0.1/none",
    SECRET_KEY: "5e".repeat(32),
    AUDIT_SIGNING_KEY: "a0".repeat(32),
    PAYMENTS_URL: "http://127.0.0.1:9",
    PAYMENTS_SECRET: "a payments secret that tests know",
    BEACON_URL: "http://127.0.0.1:9",
    BEACON_CHAIN: "be".repeat(32),
    BEACON_PUBLIC_KEY: "00",
    BEACON_TEST: "true",
    SMTP_URL: "smtp://127.0.0.1:9",
    SMS_URL: "http://127.0.0.1:9",
    SMS_TOKEN: "an SMS token that tests know",
    GEO_PRIVATE_COUNTRY: "RU",
    LIVE_BETS_DELAY_MS: "0",
    LOG_LEVEL: "silent",
    ...environment,
  });
}
