import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Moves, Route } from "#kit/contract/route.ts";
import { manualClock } from "#kit/testing/manual-clock.ts";
import { quietLog, quietMetrics } from "#kit/testing/quiet.ts";
import { createDiskWatch, freeBytes } from "./disk-watch.ts";

const call = (moves: Moves, more: Partial<Route> = {}) => ({ caller: "player", moves, ...more }) as Route;

/** A disk with so many megabytes free. */
async function disk(free: number) {
  const clock = manualClock();
  const state = { free };
  const config = { DATA_DIR: "/data", DISK_ALARM_MB: 1_000, DISK_CLOSE_MB: 200 };
  const watch = createDiskWatch({ clock, log: quietLog, metrics: quietMetrics, config }, async () => state.free * 1e6);
  await watch.start();
  const becomes = async (megabytes: number) => {
    state.free = megabytes;
    await clock.advance(5_000);
  };
  return { watch, becomes };
}

test("a disk that fills up raises an alarm, then closes money calls, and reopens them when there is space", async () => {
  const { watch, becomes } = await disk(5_000);
  expect([watch.alarm(), watch.isOpen()]).toEqual([undefined, true]);
  await becomes(900);
  expect(watch.alarm()).toMatchObject({ free: "900 MB", closed: false });
  expect(() => watch.guard(call("wager"))).not.toThrow();

  await becomes(199);
  expect(watch.alarm()).toMatchObject({ free: "199 MB", closed: true });
  for (const moves of ["wager", "deposit", "payout", "own"] as const)
    expect(() => watch.guard(call(moves))).toThrow(
      expect.objectContaining({ error: expect.objectContaining({ code: "unavailable" }) }),
    );
  expect(() => watch.guard(call("nothing"))).not.toThrow();
  expect(() => watch.guard(call("wager", { continues: true } as Partial<Route>))).not.toThrow();
  expect(() => watch.guard(call("deposit", { caller: "provider" }))).not.toThrow();

  await becomes(240);
  expect(watch.isOpen()).toBe(false);
  await becomes(251);
  expect([watch.isOpen(), watch.alarm()?.closed]).toEqual([true, false]);
  await becomes(5_000);
  expect(watch.alarm()).toBeUndefined();
});

test("a disk whose space cannot be read closes nothing, and is read again", async () => {
  const clock = manualClock();
  const config = { DATA_DIR: "/data", DISK_ALARM_MB: 1_000, DISK_CLOSE_MB: 200 };
  let looks = 0;
  const free = async () => {
    looks += 1;
    if (looks < 3) throw new Error("no such folder");
    return 1e6;
  };
  const watch = createDiskWatch({ clock, log: quietLog, metrics: quietMetrics, config }, free);
  await watch.start();
  await clock.advance(5_000);
  expect(watch.isOpen()).toBe(true);
  await clock.advance(5_000);
  expect(watch.isOpen()).toBe(false);
  watch.stop();
});

test("a data folder that does not exist yet is created, and its disk is watched", async () => {
  const parent = await mkdtemp(join(tmpdir(), "fairhouse-disk-"));
  expect(await freeBytes(join(parent, "lib/node-1"))).toBeGreaterThan(0);
  await rm(parent, { recursive: true });
});
