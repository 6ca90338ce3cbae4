import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "#kit/testing/test-database.ts";
import { studioMigrations } from "#studio/testing/test-studio.ts";
import { createLease } from "./lease.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ sources: studioMigrations });
});
afterAll(() => database.close());

test("a leader that was suspended no longer writes, neither while there is no leader nor once another one leads", async () => {
  const { db } = database;
  const [first, second] = [createLease(db, "wheel", randomUUID()), createLease(db, "wheel", randomUUID())];
  const write = (lease: typeof first) => db.tx(tx => lease.assertHeld(tx).then(() => "written"));
  expect([await first.hold(), await second.hold()]).toEqual([true, false]);
  expect(await write(first)).toBe("written");
  await expect(write(second)).rejects.toThrow("is not held");
  await db.query("UPDATE tables.leases SET until = clock_timestamp() - interval '1 s'");
  await expect(write(first)).rejects.toThrow("is not held");
  expect([await second.hold(), await first.hold()]).toEqual([true, false]);
  await expect(write(first)).rejects.toThrow("is not held");
  expect(await write(second)).toBe("written");
});
