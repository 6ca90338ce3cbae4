import { createDb } from "#kit/db/create-db.ts";
import { createBus } from "#kit/host/bus.ts";
import type { Host } from "#kit/host/host.ts";
import { killPoints } from "#kit/host/kill-points.ts";
import { systemRandom, uuidIds } from "#kit/host/system.ts";
import { manualClock } from "#kit/testing/manual-clock.ts";
import { quietLog, quietMetrics } from "#kit/testing/quiet.ts";
import { testConfig } from "#kit/testing/test-host.ts";
import { campaignParts, testGiftsAtOnce } from "./test-campaigns.ts";
import "#kit/testing/keep-compiled.ts";

/** `node kill-campaigns.ts <database> <now in ms> <failpoint>:<hit>`: runs what is due, and is killed at this hit of the failpoint. */
const [url = "", now = "0", spec = ""] = process.argv.slice(2);
const clock = manualClock(Number(now));
const host: Host = {
  config: testConfig({ DATABASE_URL: url }),
  clock,
  random: systemRandom,
  db: createDb(url, { pool: 6 }),
  ids: uuidIds(clock, systemRandom),
  bus: createBus(quietLog),
  log: quietLog,
  metrics: quietMetrics,
  signals: { send: async () => undefined, on: () => () => undefined },
  failpoints: killPoints(spec, () => process.kill(process.pid, "SIGKILL")),
};
await campaignParts(host, testGiftsAtOnce).campaigns.runDue();
