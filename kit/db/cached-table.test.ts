import { AsyncLocalStorage } from "node:async_hooks";
import { expect, test } from "vitest";
import { manualClock, settled } from "#kit/testing/manual-clock.ts";
import { quietLog } from "#kit/testing/quiet.ts";
import { cachedTable } from "./cached-table.ts";

test("rows that a transaction reads are reloaded outside of it, where the database lets it", async () => {
  const transaction = new AsyncLocalStorage<string>();
  const clock = manualClock();
  let stored = ["KZ"];
  const host = { clock, log: quietLog, db: {}, signals: { on: () => () => undefined } };
  const table = cachedTable(host as never, "countries", async () => {
    if (transaction.getStore() !== undefined) throw new Error("inside a transaction");
    return stored;
  });
  await table.start();
  stored = ["KZ", "IN"];
  await clock.advance(31_000);
  expect(transaction.run("tx", () => table.all)).toEqual(["KZ"]);
  await settled();
  expect(table.all).toEqual(["KZ", "IN"]);
  table.stop();
});
