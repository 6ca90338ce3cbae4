import { afterAll, afterEach, expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { type TestOperator, testOperator } from "#modules/operators/testing/test-operators.ts";
import { openOffice } from "./testing/open-office.ts";

/** What Ctrl+K finds beside players and payments: operators, saved views and what a hash belongs to. */

const { app, askar, madina, timur, expectRightBooks } = await openOffice();
const seat = { ...app, operators: app.modules.operators };
const [dana, elena] = await Promise.all([
  testOperator(seat, "support", "Dana", { ip: "203.0.113.8" }),
  testOperator(seat, "content", "Elena", { ip: "203.0.113.9" }),
]);
afterEach(expectRightBooks);
afterAll(() => app.host.close());

const find = async (who: TestOperator, text: string) => {
  const { status, body } = await who.call(`GET /api/office/search?query=${encodeURIComponent(text)}`);
  expect(status).toBe(200);
  return body.data;
};

test("operators are found by a part of the name or by the whole email address, by those who may read them", async () => {
  const operator = { id: madina.id, name: "Madina", role: "finance" };
  expect((await find(askar, "ADIN")).operators).toEqual([operator]);
  expect((await find(askar, madina.email.toUpperCase())).operators).toEqual([operator]);
  expect((await find(askar, madina.email.slice(0, -1))).operators).toEqual([]);
  expect((await find(askar, "%a")).operators).toEqual([]);
  for (const who of [madina, timur, dana, elena]) expect((await find(who, "madina")).operators).toEqual([]);
});

test("saved views are found by those who see them and may open their page", async () => {
  const save = (who: TestOperator, list: string, name: string, shared: string) =>
    who.call("POST /api/office/views", { list, name, query: "which=all", shared });
  for (const [who, list, name, shared] of [
    [madina, "payouts", "Evening payouts", "all"],
    [madina, "payouts", "Evening of my own", "own"],
    [madina, "deposits", "Evening of finance", "role"],
    [askar, "jobs", "Evening jobs", "all"],
    [askar, "bets.dice", "Evening dice", "all"],
    [askar, "timeline", "Evening of one player", "all"],
  ] as const)
    expect((await save(who, list, name, shared)).status, name).toBe(201);
  const found = async (who: TestOperator) =>
    (await find(who, "evening")).views.map(({ to, by }: { to: string; by: string | null }) => [to, by]);
  expect(await found(madina)).toEqual([
    ["/payments?which=all", null],
    ["/payouts?which=all", null],
    ["/payouts?which=all", null],
    ["/games/dice?which=all", "Askar"],
  ]);
  expect(await found(askar)).toEqual([
    ["/games/dice?which=all", null],
    ["/jobs?which=all", null],
    ["/payouts?which=all", "Madina"],
  ]);
  expect(await found(dana)).toEqual([
    ["/games/dice?which=all", "Askar"],
    ["/payouts?which=all", "Madina"],
  ]);
  expect(await found(elena)).toEqual([]);
  expect((await find(madina, "evening%")).views).toEqual([]);
});

test("a whole hash is what it was published as, for those who may read it", async () => {
  const [entry] = (await askar.call("GET /api/office/audit")).body.data.items;
  const number = String(entry.number);
  const named = [{ kind: "audit_entry", to: `/audit?hash=${entry.hash}`, number, game: null, player: null }];
  expect((await find(timur, entry.hash)).hashes).toEqual(named);
  expect((await find(timur, entry.hash.toUpperCase())).hashes).toEqual(named);
  expect((await find(dana, entry.hash)).hashes).toEqual([]);
  for (const part of [entry.hash.slice(1), `${entry.hash}0`, entry.hash.replace(/.$/, "g")])
    expect((await find(timur, part)).hashes).toEqual([]);
  const page = (await timur.call(`GET /api/office/audit?hash=${entry.hash}`)).body.data.items;
  expect(page.map(({ hash }: { hash: string }) => hash)).toEqual([entry.hash]);
  expect((await timur.call(`GET /api/office/audit?hash=${"0".repeat(64)}`)).body.data.items).toEqual([]);
  expect((await timur.call("GET /api/office/audit?hash=0")).status).toBe(422);

  const alice = await app.register();
  const seeds = (await app.api.call("GET /api/v1/fairness/seeds", { token: alice.token })).body.data;
  const player = { id: alice.id, name: expect.any(String), test: false };
  expect((await find(dana, seeds.server_seed_hash)).hashes).toEqual([
    { kind: "server_seed", to: `/players/${alice.id}`, number: null, game: null, player },
  ]);
  expect((await find(elena, seeds.server_seed_hash)).hashes).toEqual([]);

  const link = "ab".repeat(32);
  const { rows } = await app.host.db.query<{ sequence: string }>(
    "INSERT INTO fairness.revealed_links (sequence, round, link, revealed_at) VALUES ('crash', 999999, decode($1, 'hex'), now()) RETURNING sequence",
    [link],
  );
  const { sequence } = required(rows[0], "inserted");
  try {
    expect((await find(dana, link)).hashes).toEqual([
      { kind: "link", to: `/games/${sequence}?round=999999`, number: "999999", game: sequence, player: null },
    ]);
    expect((await find(elena, link)).hashes).toEqual([]);
  } finally {
    await app.host.db.query("DELETE FROM fairness.revealed_links WHERE round = 999999");
  }
});
