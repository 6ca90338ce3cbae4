import { expect, test } from "vitest";
import type { Db, DbConnection, Tx } from "#kit/db/db.ts";
import { manualClock } from "#kit/testing/manual-clock.ts";
import { quietLog } from "#kit/testing/quiet.ts";
import { createSignals } from "./signals.ts";

/** Signals of a process whose NOTIFY and bus this test delivers by hand. */
async function process() {
  let notify: (channel: string, payload: string) => void = () => undefined;
  let fromBus: (message: unknown) => void = () => undefined;
  const connection: Partial<DbConnection> = {
    onNotification: listener => {
      notify = listener;
    },
    onLost: () => undefined,
    query: async () => ({ rows: [], rowCount: 0 }),
  };
  const db = { connect: async () => connection } as unknown as Db;
  const signals = createSignals(db, manualClock(), quietLog);
  const ended: string[] = [];
  signals.on("session", id => ended.push(id));
  await signals.listen();
  const onBus: string[] = [];
  signals.relay({
    send: message => onBus.push(message),
    onMessage: receive => {
      fromBus = receive;
    },
  });
  return {
    signals,
    ended,
    onBus,
    notify: (text: string) => notify("house", text),
    bus: (text: unknown) => fromBus(text),
  };
}

test("a signal goes by the bus after the commit, and by the database with it", async () => {
  const { signals, onBus } = await process();
  const sent: unknown[] = [];
  const committed: (() => void)[] = [];
  const tx = {
    query: async (_text: string, values: unknown[]) => void sent.push(values[1]),
    afterCommit: (task: () => void) => committed.push(task),
  } as unknown as Tx;
  await signals.send(tx, "session", "kate");
  expect([sent.length, onBus.length]).toEqual([1, 0]);
  for (const task of committed) task();
  expect(onBus).toEqual(sent);
});

test("a signal that comes both ways is received once, whichever comes first, and one that comes one way too", async () => {
  const { ended, notify, bus } = await process();
  const message = (id: string) => JSON.stringify({ topic: "session", text: id, id });
  notify(message("1"));
  bus(message("1"));
  bus(message("2"));
  notify(message("2"));
  notify(message("3"));
  bus(message("4"));
  notify(JSON.stringify({ topic: "session", text: "of an earlier version" }));
  notify(JSON.stringify({ topic: "session", text: "of an earlier version" }));
  bus({ topic: "session" });
  expect(ended).toEqual(["1", "2", "3", "4", "of an earlier version", "of an earlier version"]);
});
