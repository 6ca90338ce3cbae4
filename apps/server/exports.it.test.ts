import { createHash } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { workbookType } from "#kit/contract/file-types.ts";
import { required } from "#kit/std/invariant.ts";
import { readZip } from "#kit/testing/read-zip.ts";
import { waitingMessages } from "#modules/messages/testing/test-outbox.ts";
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

test("a file is a workbook instead, with the same rows and its header on a sheet of its own", async () => {
  const player = await app.register();
  await app.host.db.query("UPDATE accounts.players SET name = $2 WHERE id = $1", [
    player.id,
    '=HYPERLINK("http://book.example")',
  ]);
  const id = await ordered(madina, "players");
  await make(id);
  const { status, headers, bytes } = await madina.call(`GET /api/office/exports/${id}/workbook`);
  expect([status, headers["content-type"]]).toEqual([200, workbookType]);
  expect(headers["content-disposition"]).toMatch(/filename="fairhouse-players-[0-9a-f]{6}\.xlsx"$/);
  const files = readZip(bytes);
  const [rows = "", header = ""] = [1, 2].map(number => files.get(`xl/worksheets/sheet${number}.xml`));
  const [mine] = (await madina.call("GET /api/office/exports")).body.data;
  expect(mine.state).toBe("fetched");
  expect(rows.split("<row>")).toHaveLength(1 + 1 + mine.rows);
  expect(rows).toContain(player.id);
  expect(rows).toContain("HYPERLINK");
  expect(rows + header).not.toContain("<f>");
  expect(rows).not.toContain(player.email);
  for (const text of [id, "Madina", mine.sha256]) expect(header).toContain(text);
  expect((await fetchFile(madina, id)).body.code).toBe("export_gone");
  expect((await auditActions(id))[1]).toMatchObject({
    action: "export.fetch",
    after: { format: "xlsx", rows: mine.rows },
  });
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

interface Delivery {
  readonly operator: string;
  readonly export_id: string;
  readonly state: string;
}

test("a report of a schedule reaches each recipient as a file of their own, with a mail, once", async () => {
  const dana = await testOperator({ ...app, operators: app.modules.operators }, "risk", "Dana", { ip: "203.0.113.6" });
  const schedules = async () => (await askar.call("GET /api/office/reports/schedules")).body.data;
  const people: { id: string; name: string }[] = (await schedules()).operators;
  const ids = ["Askar", "Dana"].map(name => people.find(person => person.name === name)?.id);
  expect(people.map(({ name }) => name)).not.toContain("Sanzhar");
  const asked = { report: "report-games", every: "day", recipients: ids, reason: "daily review" };
  const sanzharId = (await sanzhar.call("GET /api/office/me")).body.data.id;
  const bad = await madina.call("POST /api/office/reports/schedules", { ...asked, recipients: [sanzharId] });
  expect([bad.status, bad.body.code]).toEqual([422, "recipient_refused"]);
  expect((await dana.call("POST /api/office/reports/schedules", asked)).status).toBe(403);
  const { status, text, body } = await madina.call("POST /api/office/reports/schedules", asked);
  expect(status, text).toBe(201);
  const { id } = body.data;
  await app.host.db.query("UPDATE reporting.schedules SET next_day = next_day - 2 WHERE id = $1", [id]);
  // The clock of the tests stands right after midnight: yesterday's report is not due yet.
  await Promise.all([run("reporting-run", {}), run("reporting-run", {})]);
  const runs = async () => (await madina.call("GET /api/office/reports/runs")).body.data.items;
  const [waiting, ...more] = await runs();
  expect(more).toEqual([]);
  expect(waiting).toMatchObject({ report: "report-games", every: "day", done_at: null });
  const deliveries: Delivery[] = waiting.deliveries;
  expect(deliveries).toMatchObject([
    { operator: "Askar", state: "waiting", rows: 0, failures: 0, notified_at: null },
    { operator: "Dana", state: "waiting" },
  ]);
  const [own, danas] = deliveries.map(({ export_id }) => export_id) as [string, string];
  await app.host.db.query("UPDATE operators.operators SET role = 'content' WHERE name = 'Dana'");
  for (const each of [own, own, danas]) await make(each);
  const mails = (await waitingMessages(app.host)).filter(({ template }) => template === "report_ready");
  expect(mails).toHaveLength(1);
  expect(mails[0]?.text).toContain("Games by day");
  expect(mails[0]?.link).toMatch(/office\.[^/]+\/exports$/);
  const [done] = await runs();
  expect(done.done_at).not.toBeNull();
  expect(done.deliveries).toMatchObject([
    { state: "ready", rows: 0, notified_at: expect.any(String) },
    { state: "refused", notified_at: null },
  ]);
  const [header, rows] = parts((await fetchFile(askar, own)).text);
  expect(header).toContain("Scheduled report");
  expect(lines(rows)[1]).toBe(`${own},No Activity`);
  // Dana's role is restored: a retry makes her file, and Askar's is not made again.
  await app.host.db.query("UPDATE operators.operators SET role = 'risk' WHERE name = 'Dana'");
  const retry = (who: TestOperator) =>
    who.call(`POST /api/office/reports/runs/${done.id}/retry`, { reason: "role restored" });
  expect((await retry(sanzhar)).status).toBe(403);
  expect((await retry(madina)).status).toBe(204);
  const [again] = await runs();
  expect(again.deliveries[0].export_id).toBe(own);
  expect(again.done_at).toBeNull();
  await make(again.deliveries[1].export_id);
  const complete = await retry(madina);
  expect([complete.status, complete.body.code]).toEqual([409, "run_complete"]);
  const entries = (await askar.call(`GET /api/office/audit?subject=report:${done.id}`)).body.data.items;
  expect(entries.map(({ action, operator }: { action: string; operator: string }) => [action, operator])).toEqual([
    ["report.retry", "Madina"],
    ["report.run", "schedule"],
  ]);
  const act = (what: string, given: object) => madina.call(`POST /api/office/reports/schedules/${id}/${what}`, given);
  expect((await act("pause", { paused: true, reason: "audit week" })).status).toBe(204);
  await app.host.db.query("UPDATE reporting.schedules SET next_day = next_day - 5 WHERE id = $1", [id]);
  await run("reporting-run", {});
  expect(await runs()).toHaveLength(1);
  expect((await act("end", { reason: "not needed" })).status).toBe(204);
  expect((await act("pause", { paused: false, reason: "needed" })).body.code).toBe("schedule_ended");
  expect((await schedules()).schedules).toEqual([]);
});

test.each([
  ["from=2026-03-09&to=2026-03-08", "from", "period_invalid"],
  ["from=2025-01-01&to=2026-03-08", "from", "period_invalid"],
  ["from=2026-02-30", "from", "date_invalid"],
  ["zone=Asia/Nowhere", "zone", "zone_invalid"],
  ["period=week", "period", "period_invalid"],
])("a report of %s is refused", async (query, field, error) => {
  const { status, body } = await madina.call(`GET /api/office/reports/revenue?${query}`);
  expect({ status, errors: body.errors }).toEqual({ status: 422, errors: { [field]: [error] } });
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
