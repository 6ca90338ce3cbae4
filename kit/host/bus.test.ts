import { expect, test } from "vitest";
import { event } from "#kit/contract/event.ts";
import type { Tx } from "#kit/db/db.ts";
import { quietLog } from "#kit/testing/quiet.ts";
import { createBus } from "./bus.ts";

const landed = event<{ round: number }>({ name: "landed", module: "test", summary: "" });

/** A transaction that the test commits. */
function openTx() {
  const tasks: (() => void)[] = [];
  const tx = { afterCommit: (task: () => void) => void tasks.push(task) } as unknown as Tx;
  const commit = () => {
    for (const task of tasks) task();
  };
  return { tx, commit };
}

test("writers run in the transaction, listeners after its commit", async () => {
  const bus = createBus(quietLog);
  const seen: string[] = [];
  const { tx, commit } = openTx();
  bus.on(landed, ({ round }) => void seen.push(`told of ${round}`));
  bus.beforeCommit(landed, async (given, { round }) => {
    expect(given).toBe(tx);
    seen.push(`wrote ${round}`);
  });
  await bus.publish(tx, landed, { round: 7 });
  expect(seen).toEqual(["wrote 7"]);
  commit();
  expect(seen).toEqual(["wrote 7", "told of 7"]);
});

test("a writer that fails rolls back the transaction, and no listener runs", async () => {
  const bus = createBus(quietLog);
  const seen: number[] = [];
  const { tx, commit } = openTx();
  bus.on(landed, ({ round }) => void seen.push(round));
  const end = bus.beforeCommit(landed, async () => {
    throw new Error("no room");
  });
  await expect(bus.publish(tx, landed, { round: 7 })).rejects.toThrow("no room");
  commit();
  expect(seen).toEqual([]);
  end();
  await bus.publish(tx, landed, { round: 8 });
  commit();
  expect(seen).toEqual([8]);
});
