import pg from "pg";
import { expect, test } from "vitest";
import { manualClock } from "#kit/testing/manual-clock.ts";
import type { DbConnection } from "./db.ts";
import { CommitUnknown } from "./errors.ts";
import { createLane, type LaneTask } from "./lane.ts";

interface TestTask extends LaneTask {
  readonly player: string;
  readonly got: string[];
  answer(): void;
}

let players = 0;
function task(): TestTask {
  const got: string[] = [];
  const made: TestTask = {
    player: `player-${++players}`,
    kind: "bet",
    faults: 0,
    retries: 0,
    answered: false,
    got,
    answer() {
      if (!made.answered) got.push("placed");
      made.answered = true;
    },
    reject(error) {
      if (!made.answered) got.push(String(Reflect.get(error, "code") ?? error.message));
      made.answered = true;
    },
  };
  return made;
}

/** A lane under a limit of five seconds whose batches end as the test says. */
function laneOf(
  run: (tasks: readonly TestTask[], connection: number) => Promise<void>,
  options: {
    readonly shardOf?: (task: TestTask) => number;
    readonly ready?: (connection: number) => Promise<void>;
    readonly isRunning?: () => Promise<boolean>;
  } = {},
) {
  const clock = manualClock();
  const { ready, isRunning, ...others } = options;
  let connections = 0;
  const lane = createLane<TestTask>({
    connect: async () => {
      const number = ++connections;
      await ready?.(number);
      return { number, onLost: () => undefined, end: async () => undefined } as unknown as DbConnection;
    },
    run: async (connection, tasks) => {
      await run(tasks, Reflect.get(connection, "number") as number);
      return [];
    },
    keyOf: each => each.player,
    maxBatch: 10,
    capacity: 10,
    onDepth: () => undefined,
    onFault: () => undefined,
    inFlight: { mostMs: 5_000, after: clock.after, ...(isRunning && { isRunning }) },
    ...others,
  });
  return { clock, lane, connections: () => connections };
}

const place = (tasks: readonly TestTask[]) => {
  for (const each of tasks) each.answer();
};

test("what no standby had is repeated when the next connection has waited for one, and is unavailable after five seconds", async () => {
  let standbyIsBack = () => {};
  const batches: number[] = [];
  const { clock, lane, connections } = laneOf(
    async (tasks, connection) => {
      batches.push(connection);
      if (connection === 1) throw new CommitUnknown({ cause: new Error("cancelled") });
      place(tasks);
    },
    {
      ready: connection =>
        connection === 1
          ? Promise.resolve()
          : new Promise(resolve => {
              standbyIsBack = resolve;
            }),
    },
  );
  const [first, second, third] = [task(), task(), task()];
  lane.push(first);
  await clock.advance(0);
  lane.push(second);
  await clock.advance(4_900);
  expect([first.got, batches, connections()]).toEqual([[], [1], 2]);
  await clock.advance(200);
  expect([first.got, second.got, lane.push(third)]).toEqual([["unavailable"], ["unavailable"], false]);
  standbyIsBack();
  await clock.advance(0);
  expect(lane.push(third)).toBe(true);
  await clock.advance(0);
  expect([third.got, batches, connections()]).toEqual([["placed"], [1, 2], 2]);
  await lane.stop();
});

test("a batch that waits for a standby is unavailable after five seconds, and so is what waits behind it", async () => {
  let standbyIsBack = () => {};
  const { clock, lane, connections } = laneOf(async tasks => {
    await new Promise<void>(resolve => {
      standbyIsBack = resolve;
    });
    place(tasks);
  });
  const [first, second, third] = [task(), task(), task()];
  lane.push(first);
  await clock.advance(0);
  lane.push(second);
  await clock.advance(4_900);
  expect([first.got, second.got]).toEqual([[], []]);
  await clock.advance(200);
  expect([first.got, second.got]).toEqual([["unavailable"], ["unavailable"]]);
  expect(lane.push(third)).toBe(false);
  standbyIsBack();
  await clock.advance(0);
  expect(lane.push(third)).toBe(true);
  await clock.advance(0);
  standbyIsBack();
  await clock.advance(0);
  expect([first.got, third.got, connections()]).toEqual([["unavailable"], ["placed"], 1]);
});

test("a statement has tasks of one shard, the one that waits longest first, and a player's tasks keep their order", async () => {
  const statements: string[][] = [];
  const { clock, lane } = laneOf(
    async tasks => {
      statements.push(tasks.map(({ player }) => player));
      place(tasks);
    },
    { shardOf: ({ player }) => Number(player.slice(1)) % 2 },
  );
  const of = (player: string) => Object.assign(task(), { player });
  const tasks = ["p1", "p2", "p3", "p1", "p4"].map(of);
  for (const each of tasks) lane.push(each);
  await clock.advance(0);
  expect(statements).toEqual([["p1", "p3"], ["p2", "p4"], ["p1"]]);
});

test("a connection that stays silent counts as lost after half a minute", async () => {
  const { clock, lane, connections } = laneOf(async (tasks, connection) => {
    if (connection === 1) await new Promise(() => undefined);
    place(tasks);
  });
  lane.push(task());
  await clock.advance(0);
  await clock.advance(5_100);
  await clock.advance(30_000);
  await clock.advance(10);
  const later = task();
  expect(lane.push(later)).toBe(true);
  await clock.advance(10);
  expect([later.got, connections()]).toEqual([["placed"], 2]);
});

test.each(["a batch", "a new connection"])(
  "%s that the server still works on is waited for, and no other connection is opened",
  async what => {
    let standbyIsBack = () => {};
    const wait = () =>
      new Promise<void>(resolve => {
        standbyIsBack = resolve;
      });
    const isBatch = what === "a batch";
    const { clock, lane, connections } = laneOf(
      async tasks => {
        if (isBatch) await wait();
        place(tasks);
      },
      { ...(!isBatch && { ready: wait }), isRunning: async () => true },
    );
    lane.push(task());
    for (let minute = 0; minute < 5; minute++) {
      await clock.advance(60_000);
      lane.push(task());
    }
    expect(connections()).toBe(1);
    standbyIsBack();
    await clock.advance(10);
    const later = task();
    expect(lane.push(later)).toBe(true);
    await clock.advance(10);
    if (isBatch) standbyIsBack();
    await clock.advance(10);
    expect([later.got, connections()]).toEqual([["placed"], 1]);
  },
);

const readOnly = Object.assign(new pg.DatabaseError("read-only", 9, "error"), { code: "25006", severity: "ERROR" });

test.each([
  ["a server that became a standby", readOnly],
  ["a commit whose standby was no longer waited for", new CommitUnknown({ cause: undefined })],
])("after %s the same bet goes over another connection", async (_what, error) => {
  const { clock, lane, connections } = laneOf(async (tasks, connection) => {
    if (connection === 1) throw error;
    place(tasks);
  });
  const bet = task();
  lane.push(bet);
  await clock.advance(0);
  expect([bet.got, connections()]).toEqual([["placed"], 2]);
});
