import { afterAll, beforeAll, expect, test } from "vitest";
import { quietLog } from "#kit/testing/quiet.ts";
import { type TestDatabase, testDatabase } from "#kit/testing/test-database.ts";
import { createSignals, type SignalsService } from "./signals.ts";
import { systemClock } from "./system.ts";

let database: TestDatabase;
let here: SignalsService;
let there: SignalsService;

beforeAll(async () => {
  database = await testDatabase([]);
  here = createSignals(database.db, systemClock, quietLog);
  there = createSignals(database.db, systemClock, quietLog);
});
afterAll(async () => {
  await Promise.all([here.close(), there.close()]);
  await database.close();
});

test("a signal reaches other processes when its transaction commits, and only then", async () => {
  const received: string[] = [];
  there.on("session.revoked", payload => received.push(payload));
  await there.listen();
  await database.db.tx(tx => here.send(tx, "session.revoked", "of bob")).catch(() => undefined);
  const rolledBack = database.db.tx(async tx => {
    await here.send(tx, "session.revoked", "of nobody");
    throw new Error("rolled back");
  });
  await expect(rolledBack).rejects.toThrow();
  await database.db.tx(tx => here.send(tx, "session.revoked", "of alice"));
  await expect.poll(() => received).toEqual(["of bob", "of alice"]);
});

test("after a lost connection it listens again", async () => {
  const received: string[] = [];
  there.on("configuration", payload => received.push(payload));
  await there.listen();
  await database.db.query(
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'",
  );
  const notifyAgain = async () => {
    await database.db.tx(tx => here.send(tx, "configuration", "changed"));
    return received;
  };
  await expect.poll(notifyAgain, { interval: 100 }).toContain("changed");
});
