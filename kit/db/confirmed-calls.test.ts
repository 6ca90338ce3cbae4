import { expect, test } from "vitest";
import { manualClock } from "#kit/testing/manual-clock.ts";
import { confirmedCalls, sourcesOfCall } from "./confirmed-calls.ts";
import type { DbConnection } from "./db.ts";
import { isUnavailable } from "./unavailable.ts";

/** A database whose standby has nothing until the test says so. */
function slowStandby() {
  const waits: { end(): void; fail(error: Error): void }[] = [];
  const state = { connections: 0, ended: 0, isThere: true };
  const connection = {
    pid: 7,
    async query(text: string) {
      if (text.includes("pg_is_in_recovery")) return { rows: [], rowCount: 0 };
      await new Promise<void>((resolve, reject) => waits.push({ end: resolve, fail: reject }));
      return { rows: [], rowCount: 1 };
    },
    end: async () => {
      state.ended += 1;
    },
  };
  const db = {
    connect: async () => {
      state.connections += 1;
      return connection as unknown as DbConnection;
    },
    query: async <Row>() => ({ rows: (state.isThere ? [{}] : []) as Row[], rowCount: 1 }),
  };
  const clock = manualClock();
  return { clock, waits, state, calls: confirmedCalls(db, clock) };
}

const found = async () => {
  sourcesOfCall()?.(false);
  return "found";
};
const outcome = (call: Promise<string>, into: string[]) =>
  call.then(
    answer => into.push(answer),
    (error: Error) => into.push(isUnavailable(error) ? "unknown" : error.message),
  );

test("what a call found waits for a standby; what it committed has waited, unless it found something too", async () => {
  const { clock, waits, calls } = slowStandby();
  const got: string[] = [];
  const own = async () => {
    sourcesOfCall()?.(true);
    return "own";
  };
  void outcome(calls.run(own), got);
  void outcome(calls.run(found), got);
  void outcome(
    calls.run(async () => "read"),
    got,
  );
  void outcome(
    calls.run(async () => `${await own()} and ${await found()}`),
    got,
  );
  await clock.advance(0);
  expect([got, waits.length]).toEqual([["own"], 1]);
  waits[0]?.end();
  await clock.advance(0);
  waits[1]?.end();
  await clock.advance(0);
  expect([got.toSorted(), waits.length]).toEqual([["found", "own", "own and found", "read"], 2]);
  expect(sourcesOfCall()).toBeUndefined();
});

test("calls that wait share one commit that begins after all of them", async () => {
  const { clock, waits, calls } = slowStandby();
  const got: string[] = [];
  void outcome(calls.run(found), got);
  await clock.advance(0);
  for (let i = 0; i < 5; i++) void outcome(calls.run(found), got);
  await clock.advance(0);
  waits[0]?.end();
  await clock.advance(0);
  expect([got.length, waits.length]).toEqual([1, 2]);
  waits[1]?.end();
  await clock.advance(0);
  expect([got.length, waits.length]).toEqual([6, 2]);
});

test("without a standby a repeat is unavailable after five seconds, on the one connection that still waits", async () => {
  const { clock, waits, state, calls } = slowStandby();
  const got: string[] = [];
  void outcome(calls.run(found), got);
  await clock.advance(0);
  await clock.advance(4_900);
  expect(got).toEqual([]);
  await clock.advance(200);
  expect(got).toEqual(["unavailable"]);
  await clock.advance(120_000);
  void outcome(calls.run(found), got);
  await clock.advance(0);
  expect([state, waits.length]).toEqual([{ connections: 1, ended: 0, isThere: true }, 1]);
  waits[0]?.end();
  await clock.advance(0);
  waits[1]?.end();
  await clock.advance(0);
  expect(got).toEqual(["unavailable", "found"]);
});

test("a connection whose server is gone, or whose wait was cancelled, is replaced", async () => {
  const { clock, waits, state, calls } = slowStandby();
  const got: string[] = [];
  void outcome(calls.run(found), got);
  await clock.advance(0);
  waits[0]?.fail(new Error("cancelled"));
  await clock.advance(0);
  void outcome(calls.run(found), got);
  await clock.advance(0);
  expect([got, state.connections, state.ended]).toEqual([["unknown"], 2, 1]);
  state.isThere = false;
  await clock.advance(30_000);
  void outcome(calls.run(found), got);
  await clock.advance(0);
  waits[2]?.end();
  await clock.advance(0);
  expect([got, state.connections]).toEqual([["unknown", "unavailable", "found"], 3]);
});
