import { expect, test } from "vitest";
import { createMetrics } from "#kit/log/create-metrics.ts";
import { manualClock } from "#kit/testing/manual-clock.ts";
import { quietLog } from "#kit/testing/quiet.ts";
import { watchProviders } from "./provider-health.ts";

test("a provider that fails three probes in a row is reported down, and up again after three successes", async () => {
  const clock = manualClock();
  const metrics = createMetrics({ process: false });
  let isAway = true;
  let probes = 0;
  const probe = async () => {
    probes++;
    if (isAway) throw new Error("no connection");
  };
  const watch = watchProviders({ clock, log: quietLog, metrics }, "phone", [{ name: "ringline", provider: { probe } }]);
  const up = async () => /provider_up\{kind="phone",provider="ringline"\} (\d)/.exec(await metrics.print())?.[1];
  const minutes = async (count: number) => {
    for (let i = 0; i < count; i++) {
      await new Promise(resolve => setImmediate(resolve));
      await clock.advance(60_000);
    }
  };
  expect(await up()).toBe("1");
  await watch.start();
  await minutes(1);
  expect(await up()).toBe("1");
  await minutes(1);
  expect(await up()).toBe("0");
  isAway = false;
  await minutes(3);
  expect(await up()).toBe("1");
  await watch.stop();
  const before = probes;
  await minutes(3);
  expect(probes).toBe(before);
});
