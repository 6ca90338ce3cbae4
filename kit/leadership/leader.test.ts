import { expect, test } from "vitest";
import type { Clock } from "#kit/host/host.ts";
import { manualClock } from "#kit/testing/manual-clock.ts";
import { quietLog, quietMetrics } from "#kit/testing/quiet.ts";
import { createLeader, type Leadership } from "./leader.ts";
import type { LeaderLock } from "./leader-lock.ts";

/** A free lock that counts its holder's heartbeats. */
function countingLock() {
  const beats: number[] = [];
  const clock = manualClock();
  const lock: LeaderLock = {
    tryTake: async () => ({
      onLost: () => undefined,
      heartbeat: async () => void beats.push(clock.monotonic()),
      release: async () => undefined,
    }),
    close: async () => undefined,
  };
  return { beats, clock, lock };
}

async function lead(work: (leadership: Leadership, clock: Clock) => Promise<void>) {
  const { beats, clock, lock } = countingLock();
  const host = { clock, log: quietLog, metrics: quietMetrics };
  const leader = createLeader({
    host,
    name: "crash",
    lock,
    takeEpoch: async () => 1n,
    lead: leadership => work(leadership, clock),
  });
  leader.start();
  await clock.advance(0);
  return { beats, clock, leader };
}

test("a leader sends a heartbeat every second while it waits", async () => {
  const { beats, clock, leader } = await lead(leadership => leadership.wait(3_500));
  await clock.advance(3_400);
  expect(beats).toEqual([1000, 2000, 3000]);
  await leader.stop();
});

test("a leader sends a heartbeat with each step, at most one a second", async () => {
  const { beats, clock, leader } = await lead(async (leadership, clock) => {
    const settle = () => new Promise<void>(resolve => void clock.after(300, resolve));
    for (;;) await leadership.untilDone("settle a bet", settle);
  });
  await clock.advance(3_000);
  expect(beats).toEqual([1200, 2400]);
  void leader.stop();
});

test("a work loop that hangs sends no heartbeat", async () => {
  const { beats, clock, leader } = await lead(async leadership => {
    await leadership.wait(2_500);
    await new Promise(() => undefined);
  });
  await clock.advance(60_000);
  expect(beats).toEqual([1000, 2000]);
  void leader.stop();
});

/** A lock whose session answers while `answers` is true; a leader under a watchdog whose steps are recorded. */
async function watched(work: (leadership: Leadership, steps: string[], clock: Clock) => Promise<void>) {
  const clock = manualClock();
  const state = { answers: true, isFit: true, epoch: 0n, seen: 0n };
  const steps: string[] = [];
  const ended: string[] = [];
  const lock: LeaderLock = {
    tryTake: async () => ({
      onLost: () => undefined,
      heartbeat: () => (state.answers ? Promise.resolve() : new Promise(() => undefined)),
      release: async () => undefined,
    }),
    close: async () => undefined,
  };
  const leaderships = {
    mayLead: true,
    silentAfterMs: 2_000,
    get isFit() {
      return state.isFit;
    },
    mayTake: () => true,
    shouldGiveUp: () => false,
    asks: () => undefined,
    began: (_name: string, epoch: bigint) => {
      if (epoch < state.seen) state.isFit = false;
      state.seen = epoch;
    },
    ended: (name: string) => void ended.push(`${name} at ${clock.monotonic()}`),
  };
  const leader = createLeader({
    host: { clock, log: quietLog, metrics: quietMetrics, leaderships },
    name: "crash",
    lock,
    takeEpoch: async () => ++state.epoch,
    lead: leadership => work(leadership, steps, clock),
  });
  leader.start();
  await clock.advance(0);
  return { clock, state, steps, ended, leader };
}

test("a leader whose lock does not answer for two seconds stops", async () => {
  const { clock, state, ended, leader } = await watched(leadership => leadership.wait(60_000));
  await clock.advance(5_500);
  expect(ended).toEqual([]);
  state.answers = false;
  await clock.advance(2_400);
  expect(ended).toEqual([]);
  await clock.advance(200);
  expect(ended).toEqual(["crash at 8000"]);
  void leader.stop();
});

test("after a step that took longer than that nothing is done before the lock answers", async () => {
  const { clock, state, steps, leader } = await watched(async (leadership, steps, clock) => {
    const settle = () => new Promise<void>(resolve => void clock.after(3_000, resolve));
    for (;;) {
      await leadership.untilDone("settle a bet", settle);
      steps.push(`epoch ${leadership.epoch}`);
    }
  });
  await clock.advance(3_100);
  expect(steps).toEqual(["epoch 1"]);
  state.answers = false;
  await clock.advance(4_000);
  expect(steps).toEqual(["epoch 1"]);
  void leader.stop();
});

test("a node whose clock is wrong stops leading within a second, and leads again under a new epoch once it is right", async () => {
  const { clock, state, ended, leader } = await watched(leadership => leadership.wait(60_000));
  await clock.advance(3_500);
  state.isFit = false;
  await clock.advance(1_000);
  expect(ended).toEqual(["crash at 4000"]);
  await clock.advance(30_000);
  expect(state.epoch).toBe(1n);
  state.isFit = true;
  await clock.advance(1_000);
  expect(state.epoch).toBe(2n);
  void leader.stop();
});

test("a leader whose epoch went back does nothing", async () => {
  const { clock, state, steps, leader } = await watched(async (leadership, steps) => {
    steps.push(`epoch ${leadership.epoch}`);
    await leadership.wait(5_000);
  });
  expect(steps).toEqual(["epoch 1"]);
  state.epoch = -10n;
  await clock.advance(60_000);
  expect(steps).toEqual(["epoch 1"]);
  expect(state.isFit).toBe(false);
  void leader.stop();
});
