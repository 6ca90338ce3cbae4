import type { Db } from "#kit/db/db.ts";
import { createBus } from "#kit/host/bus.ts";
import type { Host } from "#kit/host/host.ts";
import { noFailpoints, systemClock, systemRandom, uuidIds } from "#kit/host/system.ts";
import { quietLog, quietMetrics } from "#kit/testing/quiet.ts";
import { testConfig } from "#kit/testing/test-host.ts";

/** Real time, real randomness and a given database, without logs: for benches and for processes that tests kill. */
export function plainHost(db: Db): Host {
  return {
    config: testConfig(),
    clock: systemClock,
    random: systemRandom,
    ids: uuidIds(systemClock, systemRandom),
    db,
    bus: createBus(quietLog),
    log: quietLog,
    metrics: quietMetrics,
    failpoints: noFailpoints,
    signals: { send: async () => undefined, on: () => () => undefined },
  };
}
