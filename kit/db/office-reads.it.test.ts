import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "#kit/testing/test-database.ts";
import { createDb } from "./create-db.ts";
import { isReadOnly, isStatementTimeout } from "./errors.ts";
import { outsideOfRead, readReport, separateOfficeReads } from "./office-reads.ts";

let database: TestDatabase;
let apart: ReturnType<typeof separateOfficeReads>;
beforeAll(async () => {
  database = await testDatabase({ sources: [] });
  await database.db.query("CREATE TABLE notes (text text NOT NULL)");
  apart = separateOfficeReads(database.db, limits => createDb(database.url, limits));
});
afterAll(async () => {
  await apart.close();
  await database.close();
});

const setting = async (name: string) =>
  (await apart.db.query<{ value: string }>("SELECT current_setting($1) AS value", [name])).rows[0]?.value;

test("a read sees what was committed before it, and PostgreSQL refuses what it writes, in a transaction or not", async () => {
  const { db, officeReads } = apart;
  await db.query("INSERT INTO notes VALUES ('called, all is well')");
  const read = await officeReads.page(() => db.query<{ text: string }>("SELECT text FROM notes"));
  expect(read.rows).toEqual([{ text: "called, all is well" }]);
  const write = "INSERT INTO notes VALUES ('by a read')";
  await expect(officeReads.page(() => db.query(write))).rejects.toSatisfy(isReadOnly);
  await expect(officeReads.page(() => db.tx(tx => tx.query(write)))).rejects.toSatisfy(isReadOnly);
  await expect(officeReads.report(() => db.query(write))).rejects.toSatisfy(isReadOnly);
  await expect(officeReads.page(() => db.query("SELECT FROM notes FOR UPDATE"))).rejects.toSatisfy(isReadOnly);
  await expect(officeReads.page(async () => db.connect())).rejects.toThrow("no connection of its own");
  expect((await db.query("SELECT FROM notes")).rowCount).toBe(1);
});

test("a page's statement ends after three seconds and a file's after a minute; elsewhere nothing changes", async () => {
  const { db, officeReads } = apart;
  const timeout = () => setting("statement_timeout");
  expect(await officeReads.page(timeout)).toBe("3s");
  expect(await officeReads.report(timeout)).toBe("1min");
  // A page that looks at everybody.
  expect(await officeReads.page(() => readReport({ officeReads }, timeout))).toBe("1min");
  expect(await officeReads.page(() => readReport({}, timeout))).toBe("3s");
  expect([await timeout(), await setting("transaction_read_only")]).toEqual(["2min", "off"]);
  await expect(officeReads.page(() => db.query("SELECT pg_sleep(20)"))).rejects.toSatisfy(isStatementTimeout);
  await expect(
    officeReads.page(() => db.tx(tx => tx.query("SELECT pg_sleep(20)"), { readOnly: true })),
  ).rejects.toSatisfy(isStatementTimeout);
  expect(await officeReads.page(() => setting("transaction_read_only"))).toBe("on");
});

test("four pages are read at once, a fifth waits for one of them, and everything else for none", async () => {
  const { db, officeReads } = apart;
  const ended: string[] = [];
  const note = (what: string) => () => void ended.push(what);
  const slow = Array.from({ length: 4 }, () =>
    officeReads.page(() => db.query("SELECT pg_sleep(1)")).then(note("slow")),
  );
  const fifth = officeReads.page(() => db.query("SELECT 1")).then(note("fifth"));
  await Promise.all(Array.from({ length: 8 }, () => db.query("SELECT 1").then(note("other"))));
  expect(ended).toEqual(Array.from({ length: 8 }, () => "other"));
  await Promise.all([...slow, fifth]);
  expect(ended.slice(8).toSorted()).toEqual(["fifth", "slow", "slow", "slow", "slow"]);
  expect(ended[8]).toBe("slow");
});

test("what a read has started and left behind is no part of it", async () => {
  const { db, officeReads } = apart;
  let later: Promise<unknown> | undefined;
  await officeReads.page(async () => {
    later = sleep(50).then(() => db.query("INSERT INTO notes VALUES ('after it')"));
  });
  await later;
  expect((await db.query("SELECT FROM notes WHERE text = 'after it'")).rowCount).toBe(1);
});

test("what a read writes on purpose is written by the connections of everything else", async () => {
  const { db, officeReads } = apart;
  await officeReads.page(async () => {
    await outsideOfRead(() => db.query("INSERT INTO notes VALUES ('still there')"));
    await expect(db.query("INSERT INTO notes VALUES ('by a read')")).rejects.toSatisfy(isReadOnly);
  });
  expect((await db.query("SELECT FROM notes WHERE text = 'still there'")).rowCount).toBe(1);
});
