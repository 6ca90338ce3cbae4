import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { type TestOperator, testOperator } from "#modules/operators/testing/test-operators.ts";
import { type FullApp, openFullApp } from "./testing/full-app.ts";

/** Askar owns the casino, Madina keeps its money, Sanzhar answers players. */

let app: FullApp;
let askar: TestOperator;
let madina: TestOperator;
let sanzhar: TestOperator;
beforeAll(async () => {
  app = await openFullApp();
  const someone = (role: Parameters<typeof testOperator>[1], name: string, ip: string) =>
    testOperator({ ...app, operators: app.modules.operators }, role, name, { ip });
  [askar, madina, sanzhar] = await Promise.all([
    someone("owner", "Askar", "203.0.113.1"),
    someone("finance", "Madina", "203.0.113.2"),
    someone("support", "Sanzhar", "203.0.113.3"),
  ]);
});
afterAll(() => app.host.close());

const run = (job: string, payload: object) =>
  required(
    app.modules.all.flatMap(({ jobs }) => jobs ?? []).find(({ name }) => name === job),
    "a job of exports",
  ).run(payload as never);
const make = (id: string) => run("office-export", { id });
const sweep = () => run("office-exports-sweep", {});
const order = async (who: TestOperator, list: string, filters: object = {}) =>
  who.call("POST /api/office/exports", { list, filters, reason: "monthly review" });
async function ordered(who: TestOperator, list: string, filters: object = {}): Promise<string> {
  const { status, text, body } = await order(who, list, filters);
  expect(status, text).toBe(202);
  return body.data.id;
}
const fetchFile = (who: TestOperator, id: string) => who.call(`GET /api/office/exports/${id}/file`);
const auditActions = async (id: string) =>
  (await askar.call(`GET /api/office/audit?subject=export:${id}`)).body.data.items.toReversed();
/** The header and the rest of a file. */
const parts = (file: string) => {
  const at = file.indexOf("\r\n\r\n") + 4;
  return [file.slice(0, at), file.slice(at)] as const;
};
const lines = (rows: string) => rows.trimEnd().split("\r\n");

test("a file has every row once, masked as on the page, with the id that leads to who took it", async () => {
  const players = await Promise.all(Array.from({ length: 3 }, () => app.register()));
  const id = await ordered(madina, "players");
  expect((await fetchFile(madina, id)).body.code).toBe("file_not_ready");
  await make(id);
  await make(id);
  const [mine] = (await madina.call("GET /api/office/exports")).body.data;
  expect(mine).toMatchObject({ id, list: "players", state: "ready", reason: "monthly review" });
  const { status, text, headers } = await fetchFile(madina, id);
  expect(status, text).toBe(200);
  expect(headers["content-disposition"]).toContain("attachment");
  const [header, rows] = parts(text);
  expect(header).toContain(`export_id,${id}`);
  expect(header).toContain("operator,Madina");
  expect(createHash("sha256").update(rows).digest("hex")).toBe(mine.sha256);
  expect(header).toContain(`sha256,${mine.sha256}`);
  const [heading, ...body] = lines(rows);
  expect(heading).toMatch(/^export_id,id,name,email/);
  expect(body).toHaveLength(mine.rows);
  expect(body.every(line => line.startsWith(`${id},`))).toBe(true);
  for (const player of players) {
    expect(body.filter(line => line.includes(player.id))).toHaveLength(1);
    expect(rows).not.toContain(player.email);
  }
  expect(await auditActions(id)).toMatchObject([
    { action: "export.order", operator: "Madina", reason: "monthly review", after: { list: "players", filters: {} } },
    { action: "export.fetch", operator: "Madina", after: { rows: mine.rows, sha256: mine.sha256 } },
  ]);
});

test("a file is fetched once, by who ordered it, within a day", async () => {
  const [id, late] = [await ordered(madina, "audit"), await ordered(madina, "audit", { operator: "Madina" })];
  await make(id);
  await make(late);
  expect((await fetchFile(askar, id)).status).toBe(404);
  expect((await askar.call("GET /api/office/exports")).body.data).toEqual([]);
  const answers = await Promise.all([fetchFile(madina, id), fetchFile(madina, id), fetchFile(madina, id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
  expect((await fetchFile(madina, id)).body.code).toBe("export_gone");
  const stored = async () =>
    (await app.host.db.query("SELECT FROM exports.pieces WHERE order_id = $1", [late])).rowCount;
  expect(await stored()).toBeGreaterThan(0);
  await app.host.db.query("UPDATE exports.orders SET ready_at = ready_at - interval '25 hours' WHERE id = $1", [late]);
  expect((await fetchFile(madina, late)).body.code).toBe("export_gone");
  await sweep();
  expect(await stored()).toBe(0);
});

test("rows of a file that was never finished are deleted, too", async () => {
  const [given, refused] = [await ordered(madina, "audit"), await ordered(madina, "audit")];
  for (const id of [given, refused])
    await app.host.db.query("INSERT INTO exports.pieces (order_id, number, content) VALUES ($1, 1, '\\x00')", [id]);
  await app.host.db.query("UPDATE exports.orders SET refused_at = ordered_at WHERE id = $1", [refused]);
  const left = async () =>
    (await app.host.db.query("SELECT order_id AS id FROM exports.pieces WHERE order_id = ANY($1)", [[given, refused]]))
      .rows;
  await sweep();
  expect(await left()).toEqual([{ id: given }]);
  await app.host.db.query("UPDATE exports.orders SET ordered_at = ordered_at - interval '25 hours' WHERE id = $1", [
    given,
  ]);
  await sweep();
  expect(await left()).toEqual([]);
});

test("cells that a spreadsheet would run are text", async () => {
  const names = ['=HYPERLINK("http://evil.example")', "@SUM(A1)", "\tsum", "+1+1", "-2+3"];
  const players = await Promise.all(names.map(() => app.register()));
  for (const [index, name] of names.entries())
    await app.host.db.query("UPDATE accounts.players SET name = $2 WHERE id = $1", [players[index]?.id ?? "", name]);
  const id = await ordered(madina, "players");
  await make(id);
  const [, rows] = parts((await fetchFile(madina, id)).text);
  for (const [index, name] of names.entries()) {
    const line = lines(rows).find(each => each.includes(players[index]?.id ?? ""));
    expect(line).toMatch(/^[^,]+,[^,]+,"?'/);
    expect(line).toContain(name.replaceAll('"', '""'));
  }
});

test("after a role was revoked nothing is made and nothing is sent", async () => {
  const timur = await testOperator({ ...app, operators: app.modules.operators }, "risk", "Timur", {
    ip: "203.0.113.9",
  });
  const [made, waiting] = [await ordered(timur, "payouts"), await ordered(timur, "payouts", { which: "all" })];
  await make(made);
  await app.host.db.query("UPDATE operators.operators SET role = 'trading' WHERE name = 'Timur'");
  await make(waiting);
  const refused = await fetchFile(timur, made);
  expect(refused).toMatchObject({ status: 403, body: { code: "forbidden", data: { permission: "payouts.read" } } });
  const states = (await timur.call("GET /api/office/exports")).body.data.map(({ state }: { state: string }) => state);
  expect(states).toEqual(["refused", "ready"]);
});

test.each([
  ["no such list", "secrets", {}, { list: ["list_unknown"] }],
  ["a filter of no such name", "players", { telephone: "1" }, { filters: ["filters_invalid"] }],
  ["a position instead of a filter", "players", { cursor: "x" }, { filters: ["filters_invalid"] }],
  ["a size", "players", { limit: "1" }, { filters: ["filters_invalid"] }],
  ["a value that the page refuses", "payouts", { which: "mine" }, { filters: ["filters_invalid"] }],
  ["bets of no game", "bets", {}, { filters: ["filters_invalid"] }],
  ["ten kilobytes", "players", { query: "x".repeat(10_000) }, { "filters.query": ["filters_invalid"] }],
])("an order of %s is refused", async (_, list, filters, errors) => {
  const { status, body } = await order(madina, list, filters);
  expect({ status, errors: body.errors }).toEqual({ status: 422, errors });
});

test("support orders no files, and no role orders a list that it may not read", async () => {
  expect((await order(sanzhar, "players")).status).toBe(403);
  const serik = await testOperator({ ...app, operators: app.modules.operators }, "trading", "Serik", {
    ip: "203.0.113.8",
  });
  expect((await order(serik, "payouts")).body).toMatchObject({
    code: "forbidden",
    data: { permission: "payouts.read" },
  });
  await ordered(serik, "bets", { game: "dice" });
});

test("the twenty-first order in an hour is refused", async () => {
  const boris = await testOperator({ ...app, operators: app.modules.operators }, "auditor", "Boris", {
    ip: "203.0.113.7",
  });
  const answers = await Promise.all(Array.from({ length: 21 }, () => order(boris, "audit")));
  expect(answers.map(({ status }) => status).sort()).toEqual([...Array.from({ length: 20 }, () => 202), 429]);
});

// Last: its entries are not of the chain.
test("more rows than one page are all there, in the order of the page", async () => {
  await app.host.db.query(
    `INSERT INTO audit.entries (number, at, operator_name, role, action, subject, previous, hash)
     SELECT 100000 + n, now(), 'Many', 'system', 'test.many', 'test:many', sha256('x'), sha256(n::text::bytea)
     FROM generate_series(1, 1234) n`,
  );
  const id = await ordered(madina, "audit", { operator: "Many" });
  await make(id);
  const [, rows] = parts((await fetchFile(madina, id)).text);
  const numbers = lines(rows)
    .slice(1)
    .map(line => Number(line.split(",")[1]));
  expect(numbers).toEqual(Array.from({ length: 1234 }, (_, index) => 101234 - index));
});
