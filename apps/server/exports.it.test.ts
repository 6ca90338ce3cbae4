import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { workbookType } from "#kit/contract/file-types.ts";
import { readZip } from "#kit/testing/read-zip.ts";
import type { TestOperator } from "#modules/operators/testing/test-operators.ts";
import { type ExportsApp, fetchFile, lines, openExports, order, ordered, parts } from "./testing/exports.ts";
import type { FullApp } from "./testing/full-app.ts";

let office: ExportsApp;
let app: FullApp;
let askar: TestOperator;
let madina: TestOperator;
let sanzhar: TestOperator;
beforeAll(async () => {
  office = await openExports();
  ({ app, askar, madina, sanzhar } = office);
});
afterAll(() => app.host.close());

test("a file has every row once, masked as on the page, with the id that leads to who took it", async () => {
  const players = await Promise.all(Array.from({ length: 3 }, () => app.register()));
  const id = await ordered(askar, "players");
  expect((await fetchFile(askar, id)).body.code).toBe("file_not_ready");
  await office.make(id);
  await office.make(id);
  const [mine] = (await askar.call("GET /api/office/exports")).body.data;
  expect(mine).toMatchObject({ id, list: "players", state: "ready", reason: "monthly review" });
  const { status, text, headers } = await fetchFile(askar, id);
  expect(status, text).toBe(200);
  expect(headers["content-disposition"]).toContain("attachment");
  const [header, rows] = parts(text);
  expect(header).toContain(`export_id,${id}`);
  expect(header).toContain("operator,Askar");
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
  expect(await office.auditActions(id)).toMatchObject([
    { action: "export.order", operator: "Askar", reason: "monthly review", after: { list: "players", filters: {} } },
    { action: "export.fetch", operator: "Askar", after: { rows: mine.rows, sha256: mine.sha256 } },
  ]);
});

test("a file is a workbook instead, with the same rows and its header on a sheet of its own", async () => {
  const player = await app.register();
  await app.host.db.query("UPDATE accounts.players SET name = $2 WHERE id = $1", [
    player.id,
    '=HYPERLINK("http://book.example")',
  ]);
  const id = await ordered(askar, "players");
  await office.make(id);
  const { status, headers, bytes } = await askar.call(`GET /api/office/exports/${id}/workbook`);
  expect([status, headers["content-type"]]).toEqual([200, workbookType]);
  expect(headers["content-disposition"]).toMatch(/filename="fairhouse-players-[0-9a-f]{6}\.xlsx"$/);
  const files = readZip(bytes);
  const [rows = "", header = ""] = [1, 2].map(number => files.get(`xl/worksheets/sheet${number}.xml`));
  const [mine] = (await askar.call("GET /api/office/exports")).body.data;
  expect(mine.state).toBe("fetched");
  expect(rows.split("<row>")).toHaveLength(1 + 1 + mine.rows);
  expect(rows).toContain(player.id);
  expect(rows).toContain("HYPERLINK");
  expect(rows + header).not.toContain("<f>");
  expect(rows).not.toContain(player.email);
  for (const text of [id, "Askar", mine.sha256]) expect(header).toContain(text);
  expect((await fetchFile(askar, id)).body.code).toBe("export_gone");
  expect((await office.auditActions(id))[1]).toMatchObject({
    action: "export.fetch",
    after: { format: "xlsx", rows: mine.rows },
  });
});

test("a file is fetched once, by who ordered it, within a day", async () => {
  const [id, late] = [await ordered(madina, "audit"), await ordered(madina, "audit", { operator: "Madina" })];
  await office.make(id);
  await office.make(late);
  expect((await fetchFile(askar, id)).status).toBe(404);
  const askars: readonly { id: string }[] = (await askar.call("GET /api/office/exports")).body.data;
  expect(askars.map(each => each.id)).not.toContain(id);
  const answers = await Promise.all([fetchFile(madina, id), fetchFile(madina, id), fetchFile(madina, id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
  expect((await fetchFile(madina, id)).body.code).toBe("export_gone");
  const stored = async () =>
    (await app.host.db.query("SELECT FROM exports.pieces WHERE order_id = $1", [late])).rowCount;
  expect(await stored()).toBeGreaterThan(0);
  await app.host.db.query("UPDATE exports.orders SET ready_at = ready_at - interval '25 hours' WHERE id = $1", [late]);
  expect((await fetchFile(madina, late)).body.code).toBe("export_gone");
  await office.run("office-exports-sweep");
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
  await office.run("office-exports-sweep");
  expect(await left()).toEqual([{ id: given }]);
  await app.host.db.query("UPDATE exports.orders SET ordered_at = ordered_at - interval '25 hours' WHERE id = $1", [
    given,
  ]);
  await office.run("office-exports-sweep");
  expect(await left()).toEqual([]);
});

test("cells that a spreadsheet would run are text", async () => {
  const names = ['=HYPERLINK("http://evil.example")', "@SUM(A1)", "\tsum", "+1+1", "-2+3"];
  const players = await Promise.all(names.map(() => app.register()));
  for (const [index, name] of names.entries())
    await app.host.db.query("UPDATE accounts.players SET name = $2 WHERE id = $1", [players[index]?.id ?? "", name]);
  const id = await ordered(askar, "players");
  await office.make(id);
  const [, rows] = parts((await fetchFile(askar, id)).text);
  for (const [index, name] of names.entries()) {
    const line = lines(rows).find(each => each.includes(players[index]?.id ?? ""));
    expect(line).toMatch(/^[^,]+,[^,]+,"?'/);
    expect(line).toContain(name.replaceAll('"', '""'));
  }
});

test("after a role was revoked nothing is made and nothing is sent", async () => {
  const timur = await office.hire("risk", "Timur", "203.0.113.9");
  const [made, waiting] = [await ordered(timur, "payouts"), await ordered(timur, "payouts", { which: "all" })];
  await office.make(made);
  await app.host.db.query("UPDATE operators.operators SET role = 'trading' WHERE name = 'Timur'");
  await office.make(waiting);
  const refused = await fetchFile(timur, made);
  expect(refused).toMatchObject({ status: 403, body: { code: "forbidden", data: { permission: "payouts.read" } } });
  const orders: readonly { id: string; state: string }[] = (await timur.call("GET /api/office/exports")).body.data;
  const stateOf = (id: string) => orders.find(each => each.id === id)?.state;
  expect([stateOf(waiting), stateOf(made)]).toEqual(["refused", "ready"]);
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
  const serik = await office.hire("trading", "Serik", "203.0.113.8");
  expect((await order(serik, "payouts")).body).toMatchObject({
    code: "forbidden",
    data: { permission: "payouts.read" },
  });
  await ordered(serik, "bets", { game: "dice" });
});

test("the twenty-first order in an hour is refused", async () => {
  const boris = await office.hire("auditor", "Boris", "203.0.113.7");
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
  await office.make(id);
  const [, rows] = parts((await fetchFile(madina, id)).text);
  const numbers = lines(rows)
    .slice(1)
    .map(line => Number(line.split(",")[1]));
  expect(numbers).toEqual(Array.from({ length: 1234 }, (_, index) => 101234 - index));
});

test("a file with players and more than a thousand rows is released by a second operator, to who ordered it", async () => {
  const [timur, rustem, aliya] = [
    await office.hire("owner", "Timur", "203.0.113.11"),
    await office.hire("risk", "Rustem", "203.0.113.12"),
    await office.hire("finance", "Aliya", "203.0.113.13"),
  ];
  const stateOf = async (id: string) =>
    (await timur.call("GET /api/office/exports")).body.data.find((each: { id: string }) => each.id === id).state;
  await app.host.db.query(
    `INSERT INTO audit.entries (number, at, operator_name, role, action, subject, previous, hash)
     SELECT 200000 + n, now(), 'Thousand', 'system', 'test.many', 'test:many', sha256('x'), sha256((n + 5000)::text::bytea)
     FROM generate_series(1, 1000) n`,
  );
  const alone = await ordered(timur, "audit", { operator: "Thousand" });
  const id = await ordered(timur, "audit", { operator: "Many" });
  const release = (who: TestOperator, file: string) => who.call(`POST /api/office/exports/${file}/release`);
  expect((await release(timur, id)).body.code).toBe("file_not_held");
  await office.make(alone);
  await office.make(id);
  expect([await stateOf(alone), await stateOf(id)]).toEqual(["ready", "held"]);
  expect((await fetchFile(timur, id)).body.code).toBe("file_held");
  expect((await release(rustem, id)).status).toBe(404);
  expect((await release(timur, alone)).body.code).toBe("file_not_held");

  const asked = await release(timur, id);
  expect([asked.status, (await release(timur, id)).body.data.request]).toEqual([202, asked.body.data.request]);
  const request = `/api/office/approvals/${asked.body.data.request}`;
  const { payload, payload_hash } = (await rustem.call(`GET ${request}`)).body.data;
  expect(payload).toMatchObject({ list: "audit", rows: 1234, filters: '{"operator":"Many"}' });
  const approve = (who: TestOperator) => who.call(`POST ${request}/approve`, { payload_hash });
  expect([(await approve(timur)).status, (await approve(aliya)).status]).toEqual([409, 403]);
  expect((await fetchFile(timur, id)).body.code).toBe("file_held");
  expect((await approve(rustem)).status).toBe(200);
  expect(await stateOf(id)).toBe("ready");
  expect((await fetchFile(timur, id)).status).toBe(200);
  expect((await fetchFile(timur, id)).body.code).toBe("export_gone");
  expect((await release(timur, id)).body.code).toBe("file_not_held");
  expect((await office.auditActions(id)).map((entry: { action: string }) => entry.action)).toEqual([
    "export.order",
    "export.release",
    "export.fetch",
  ]);
});
