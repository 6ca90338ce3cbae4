import { createHash, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { workbookType } from "#kit/contract/file-types.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import { readZip } from "#kit/testing/read-zip.ts";
import { waitingMessages } from "#modules/messages/testing/test-outbox.ts";
import { type TestOperator, testOperator } from "#modules/operators/testing/test-operators.ts";
import { significantActions } from "#modules/reporting/shared/significant-events.ts";
import { countGameDays } from "#modules/wallet/server/index.ts";
import { type FullApp, openFullApp, type Somebody } from "./testing/full-app.ts";

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
  const id = await ordered(askar, "players");
  expect((await fetchFile(askar, id)).body.code).toBe("file_not_ready");
  await make(id);
  await make(id);
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
  expect(await auditActions(id)).toMatchObject([
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
  await make(id);
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
  const id = await ordered(askar, "players");
  await make(id);
  const [, rows] = parts((await fetchFile(askar, id)).text);
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

describe("files for finance and the auditor", () => {
  const hire = (role: Parameters<typeof testOperator>[1], name: string) =>
    testOperator({ ...app, operators: app.modules.operators }, role, name);
  const fileOf = async (who: TestOperator, list: string, filters: object = {}) => {
    const id = await ordered(who, list, filters);
    await make(id);
    const { status, text } = await fetchFile(who, id);
    expect(status, text).toBe(200);
    return text;
  };
  const cellsOf = (file: string) => lines(parts(file)[1]).map(line => line.split(","));
  const pseudonym = /p-[0-9a-f]{32}/;
  const resolve = (who: TestOperator, name: string, reason = "a chargeback to look into") =>
    who.call("POST /api/office/pseudonyms/resolve", { pseudonym: name, reason });

  async function alicesPseudonym(): Promise<{ alice: Somebody; name: string; files: readonly string[] }> {
    const alice = await app.register("alice.leakova@leaky.example");
    await app.host.db.query(
      "UPDATE accounts.players SET name = 'Alice Leakova', phone = '+77015554167' WHERE id = $1",
      [alice.id],
    );
    await app.api.call("PUT /api/v1/fairness/client-seed", { token: alice.token, body: { client_seed: "alice" } });
    await app.payIn(alice, "10");
    for (const stake of ["1", "2"]) {
      const body = { stake, currency: "USD", direction: "over", target: "49.50" };
      const bet = await app.api.call("POST /api/v1/games/dice/bets", { token: alice.token, key: randomUUID(), body });
      expect(bet.status, bet.text).toBe(201);
    }
    await countGameDays(app.host, []);
    const tags = { add: ["complaint"], remove: [], reason: "Alice Leakova called" };
    expect((await askar.call(`POST /api/office/players/${alice.id}/tags`, tags)).status).toBe(200);
    const bets = await fileOf(madina, "bets", { game: "dice" });
    const audit = await fileOf(madina, "audit", { subject: `player:${alice.id}` });
    const name = pseudonym.exec(parts(audit)[1])?.[0] ?? "";
    return { alice, name, files: [bets, audit] };
  }
  let of: Awaited<ReturnType<typeof alicesPseudonym>>;
  beforeAll(async () => {
    of = await alicesPseudonym();
  });

  test("have one pseudonym of a player in every file, so that sums can be joined, and nothing that says who it is", async () => {
    const { alice, name } = of;
    const players = await fileOf(madina, "players");
    const boris = await hire("auditor", "Igor");
    const files = [...of.files, players, await fileOf(boris, "players", { query: alice.email })];
    expect(name).toMatch(pseudonym);
    for (const file of files) {
      for (const secret of [alice.id, alice.email, "Leakova", "@l", "41 67"]) expect(file).not.toContain(secret);
      expect(parts(file)[0]).toContain("players,pseudonyms");
      expect(parts(file)[1]).toContain(name);
    }
    expect(cellsOf(players)[0]?.slice(0, 4)).toEqual(["export_id", "player_pseudonym", "registered_by", "test"]);
    const [bets = "", audit = ""] = of.files;
    const [heading, ...rows] = cellsOf(bets);
    const own = rows.filter(row => row[heading?.indexOf("player_pseudonym") ?? -1] === name);
    expect(own.map(row => Number(row[heading?.indexOf("stake") ?? -1])).toSorted()).toEqual([1, 2]);
    expect(heading).not.toContain("player");
    expect(parts(audit)[1]).toContain(`,player:${name},`);
    expect(parts(audit)[0]).toContain(`player:${name}`);
    expect(cellsOf(audit)[0]).not.toContain("reason");
  });

  test("are no others than those for risk, whose files say who players are", async () => {
    const timur = await hire("risk", "Tair");
    const file = await fileOf(timur, "players");
    expect(file).toContain(of.alice.id);
    expect(file).not.toMatch(pseudonym);
    expect(file).not.toContain("players,pseudonyms");
    const revenue = await fileOf(madina, "report-revenue");
    expect(revenue).not.toContain("pseudonym");
  });

  test("a file that says who players are is not sent once its operator may have pseudonyms only", async () => {
    const zhan = await hire("risk", "Zhan");
    const id = await ordered(zhan, "players");
    await make(id);
    await app.host.db.query("UPDATE operators.operators SET role = 'finance' WHERE name = 'Zhan'");
    const refused = await fetchFile(zhan, id);
    expect(refused).toMatchObject({
      status: 403,
      body: { code: "forbidden", data: { permission: "exports.players" } },
    });
    expect(await fileOf(zhan, "players")).toMatch(pseudonym);
  });

  test("support and risk find the player behind a pseudonym, with an entry that does not name it; finance does not", async () => {
    const { alice, name } = of;
    const found = await resolve(sanzhar, name);
    expect(found.status, found.text).toBe(200);
    expect(found.body.data).toEqual({ player: alice.id });
    const entries = (await askar.call(`GET /api/office/audit?subject=player:${alice.id}&action=player.resolve`)).body
      .data;
    expect(entries.items).toMatchObject([{ operator: "Sanzhar", reason: "a chargeback to look into" }]);
    expect(JSON.stringify(entries)).not.toContain(name);
    expect((await sanzhar.call(`GET /api/office/players/${alice.id}/revealed`)).body.data).toMatchObject({
      seconds: 0,
      fields: [],
    });
    expect((await resolve(madina, name)).body).toMatchObject({ code: "forbidden" });
    expect((await resolve(sanzhar, name, " ")).status).toBe(422);
    expect((await resolve(sanzhar, alice.id)).body.errors).toEqual({ pseudonym: ["pseudonym_invalid"] });
    expect((await resolve(sanzhar, `p-${"0".repeat(32)}`)).body.code).toBe("pseudonym_unknown");
    const { rows } = await app.host.db.query<{ player: Buffer }>(
      "SELECT sealed_player AS player FROM exports.pseudonyms",
    );
    expect(rows.length).toBeGreaterThan(1);
    for (const { player } of rows) expect(player.toString("latin1")).not.toContain(alice.id);
  });

  test("each one found is one of thirty reveals in an hour, also at once", async () => {
    const dina = await hire("support", "Dina");
    const body = { fields: ["email"], reason: "she asked from another phone" };
    expect((await dina.call(`POST /api/office/players/${of.alice.id}/reveal`, body)).status).toBe(200);
    const answers = await Promise.all(Array.from({ length: 31 }, () => resolve(dina, of.name)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([
      ...Array.from({ length: 29 }, () => 200),
      429,
      429,
    ]);
    expect(answers.find(({ status }) => status === 429)?.body.code).toBe("reveal_limit");
  });

  test("an erased player's pseudonym cannot be resolved", async () => {
    const gone = await app.register();
    const audit = await fileOf(madina, "audit", { subject: `player:${gone.id}` });
    const name = pseudonym.exec(audit)?.[0] ?? "";
    const timur = await hire("risk", "Temir");
    expect((await resolve(timur, name)).body.data).toEqual({ player: gone.id });
    for (const { onPlayerErased, manifest } of app.modules.all)
      if (manifest.name === "exports") await app.host.db.tx(async tx => onPlayerErased?.(tx, gone.id));
    expect((await resolve(timur, name)).body.code).toBe("pseudonym_unknown");
  });
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

describe("reports for supervision", () => {
  const days = { from: "2026-01-10", to: "2026-01-12", zone: "Asia/Kolkata" };
  const read = async (who: TestOperator, report: string, query: Readonly<Record<string, string>> = days) =>
    who.call(`GET /api/office/reports/${report}?${new URLSearchParams(query)}`);
  const rowsOf = async (who: TestOperator, report: string, query?: Readonly<Record<string, string>>) => {
    const { status, text, body } = await read(who, report, query);
    expect(status, text).toBe(200);
    return body.data.items;
  };
  const dayIn = (zone: string) => {
    const format = new Intl.DateTimeFormat("en-CA", { timeZone: zone });
    return (at: Date) => format.format(at);
  };

  test("count checks and cases by the day of the zone, without test accounts", async () => {
    const [gina, hugo] = await Promise.all([app.register(), app.register("hugo@tests.example")]);
    const { db } = app.host;
    const step = (player: string, at: string, what: string) =>
      db.query("INSERT INTO verification.steps (player_id, at, step, by) VALUES ($1, $2, $3, 'operator')", [
        player,
        at,
        what,
      ]);
    // 18:30 of UTC is midnight there.
    await step(gina.id, "2026-01-09T18:29:59Z", "submitted");
    await step(gina.id, "2026-01-09T18:30:00Z", "submitted");
    await step(gina.id, "2026-01-10T18:29:59Z", "declined");
    await step(gina.id, "2026-01-10T18:30:00Z", "submitted");
    await step(hugo.id, "2026-01-10T12:00:00Z", "submitted");
    await step(gina.id, "2026-01-12T18:30:00Z", "approved");
    const opened = ["2026-01-11T00:00:00Z", "2026-01-12T18:29:59Z", "2026-01-12T18:30:00Z"];
    for (const [index, at] of opened.entries())
      await db.query(
        `INSERT INTO risk.cases (id, player_id, kind, score, signals, version, opened_at, due_at, closed_at, outcome)
         VALUES (gen_random_uuid(), $1, 'score', 60, '[]', 1, $2, $2, $3, $4)`,
        [gina.id, at, index === 0 ? "2026-01-12T09:00:00Z" : "2026-01-20T00:00:00Z", "not_fraud"],
      );
    const shown = async (query = {}) =>
      (await rowsOf(askar, "checks", { ...days, ...query })).map(
        (row: { day: string; event: string; count: number; players: number }) =>
          [row.day, row.event, row.count, row.players].join(" "),
      );
    const both = [
      "2026-01-10 declined 1 1",
      "2026-01-10 submitted 2 2",
      "2026-01-11 opened_score 1 1",
      "2026-01-11 submitted 1 1",
      "2026-01-12 ended_not_fraud 1 1",
      "2026-01-12 opened_score 1 1",
    ];
    expect(await shown()).toEqual(both);
    await db.query("UPDATE accounts.players SET is_test = true WHERE id = $1", [hugo.id]);
    expect(await shown()).toEqual(both.map(row => row.replace("submitted 2 2", "submitted 1 1")));
    expect(await shown({ tests: "with" })).toEqual(both);
  });

  test("name complaints by the day of their mark, and keep that day when they are marked again", async () => {
    const { db, clock } = app.host;
    const id = "00000000-0000-7000-8000-00000000c0de";
    await db.query(
      `INSERT INTO support.conversations (id, guest_hash, live_key, locale, topic, state, opened_at, waiting_since, last_at, last_number)
       VALUES ($1, '\\x01', repeat('ab', 32), 'en', 'money', 'waiting', $2, $2, $2, 0)`,
      [id, new Date(clock.now() - 3 * 86_400_000)],
    );
    const mark = (complaint: boolean, who = askar) =>
      who.call(`PUT /api/office/support/conversations/${id}/complaint`, { complaint, reason: "says so" });
    expect(await rowsOf(sanzhar, "complaints", { period: "month" })).toEqual([]);
    expect((await mark(true)).status).toBe(204);
    const shown = async () => rowsOf(sanzhar, "complaints", { period: "month", zone: "UTC" });
    const [row, ...more] = await shown();
    expect(more).toEqual([]);
    const day = dayIn("UTC")(new Date(clock.now()));
    const one = { topic: "money", received: 1, guests: 1, answered: 0 };
    expect(row).toEqual({ day, ...one, resolved: 0, open: 1, longest_hours: null });
    expect((await mark(true)).status).toBe(204);
    await db.query(
      "UPDATE support.conversations SET state = 'resolved', waiting_since = NULL, resolved_at = $2 WHERE id = $1",
      [id, new Date(clock.now() + 3_599_000)],
    );
    expect(await shown()).toEqual([{ day, ...one, resolved: 1, open: 0, longest_hours: 72 }]);
    expect((await mark(false)).status).toBe(204);
    expect(await shown()).toEqual([]);
  });

  test("count what each operator did as the audit log says", async () => {
    const zone = "Asia/Kolkata";
    const { rows: entries } = await app.host.db.query<{ at: Date; id: string; role: string; action: string }>(
      "SELECT at, operator_id AS id, role, action FROM audit.entries WHERE operator_id IS NOT NULL",
    );
    const expected = new Map<string, number[]>();
    const groups = [["operator.login"], ["operator.refused"], ["export.order", "export.fetch"]];
    const day = dayIn(zone);
    for (const { at, id, role, action } of entries) {
      const key = [day(at), id, role].join(" ");
      const counts = expected.get(key) ?? [0, 0, 0, 0];
      expected.set(key, counts);
      counts[3] = (counts[3] ?? 0) + 1;
      for (const [index, names] of groups.entries())
        if (names.includes(action)) counts[index] = (counts[index] ?? 0) + 1;
    }
    const shown = (await rowsOf(askar, "access", { period: "year", zone })).filter(
      ({ entries }: { entries: number }) => entries > 0,
    );
    // The read itself is no entry.
    expect(shown.length).toBeGreaterThan(2);
    expect(
      Object.fromEntries(
        shown.map((row: Record<string, string>) => [
          [row.day, row.operator, row.role].join(" "),
          [row.sign_ins, row.refused, row.exports, row.entries],
        ]),
      ),
    ).toEqual(Object.fromEntries(expected));
  });

  test("count what each operator read, by the access log, also of those who did nothing else", async () => {
    const { host, modules } = app;
    for (let each = 0; each < 3; each += 1) await app.register();
    const nora = await testOperator({ ...app, operators: modules.operators }, "auditor", "Nora");
    for (const path of ["players?limit=2", "players?limit=2", "players?limit=3", "me", "queues"])
      expect((await nora.call(`GET /api/office/${path}`)).status).toBe(200);
    expect((await nora.call("GET /api/office/players?limit=0")).status).toBe(422);
    await modules.operators.reads.write();
    const { rows } = await host.db.query(
      `SELECT call, role, times, rows::int AS rows, length(filter_hash) AS hashed FROM operators.reads WHERE operator_id = $1 ORDER BY rows`,
      [nora.id],
    );
    expect(rows).toEqual([
      { call: "GET /api/office/players", role: "auditor", times: 1, rows: 3, hashed: 32 },
      { call: "GET /api/office/players", role: "auditor", times: 2, rows: 4, hashed: 32 },
    ]);
    const mine = async () =>
      (await rowsOf(askar, "access", { period: "month", zone: "UTC" })).filter(
        ({ operator }: { operator: string }) => operator === nora.id,
      );
    expect(await mine()).toMatchObject([{ name: "Nora", role: "auditor", reads: 3, rows_read: 7 }]);
    await host.db.query(
      "UPDATE operators.reads SET minute = minute - interval '397 days' WHERE operator_id = $1 AND times = 1",
      [nora.id],
    );
    await modules.operators.reads.forget();
    expect(await mine()).toMatchObject([{ reads: 2, rows_read: 4 }]);
  });

  test("name significant events in order, page by page: of the audit log, of alerts and of checks of the books", async () => {
    const { db, clock } = app.host;
    const closed = { country: "ZZ", product: "betting", until: null, reason: "no license there" };
    expect((await askar.call("POST /api/office/regions/close", closed)).status).toBe(204);
    const now = clock.now();
    const at = (minutes: number) => new Date(now + minutes * 60_000);
    const id = "00000000-0000-7000-8000-0000000000a1";
    await db.query(
      `INSERT INTO desk.return_alerts (id, game, rules_version, first_at, last_at, bets, paid, due, wins, expected_wins, ended_at)
       VALUES ($1, 'dice', 'dice-1', $2, $2, 1, 1, 1, 0, 0, $3)`,
      [id, at(-3), at(-1)],
    );
    await db.query(
      "INSERT INTO office.watch_events (kind, name, began_at, ended_at) VALUES ('unchecked', '', $1, $2), ('broken', 'I9 holds', $2, NULL)",
      [at(-4), at(-2)],
    );
    const { rows: entries } = await db.query<{ at: Date; action: string }>(
      "SELECT at, action FROM audit.entries WHERE action = ANY($1::text[])",
      [significantActions],
    );
    expect(entries.length).toBeGreaterThan(0);
    const ours: (readonly [Date, string])[] = [
      [at(-4), "books.unchecked"],
      [at(-3), "return.began"],
      [at(-2), "books.checked"],
      [at(-2), "books.broken"],
      [at(-1), "return.ended"],
    ];
    const expected = [...entries.map(entry => [entry.at, entry.action] as const), ...ours];
    const line = (time: string, event: string) => `${time} ${event}`;
    const lines = expected.map(([time, event]) => line(time.toISOString(), event));
    const asked = { from: "2025-12-01", to: "2026-06-30", zone: "UTC" };
    const whole = await rowsOf(askar, "events", asked);
    const times = whole.map((row: { at: string }) => row.at);
    const shown = whole.map((row: { at: string; event: string }) => line(row.at, row.event));
    expect(shown.toSorted()).toEqual(lines.toSorted());
    expect(times).toEqual(times.toSorted());
    const paged: unknown[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const { body } = await read(askar, "events", { ...asked, limit: "2", ...(cursor !== "" && { cursor }) });
      paged.push(...body.data.items);
      cursor = body.data.next_cursor as string | null;
    }
    expect(paged).toEqual(whole);
    const { status, body } = await read(askar, "events", { ...asked, cursor: "nowhere" });
    expect([status, body.errors]).toEqual([422, { cursor: ["cursor_invalid"] }]);
    await db.query("DELETE FROM office.watch_events");
    await db.query("DELETE FROM desk.return_alerts WHERE id = $1", [id]);
  });

  test("hold what the books say that players own, and a file of a period without activity says so", async () => {
    const gina = await app.register();
    await app.payIn(gina, "120.5");
    await app.modules.projections.foldNow();
    const { rows } = await app.host.db.query<{ account: number; balance: string }>(
      `SELECT account, sum(amount)::text AS balance FROM (
         SELECT debit AS account, -amount AS amount FROM ledger.transfers WHERE currency = 'USD'
         UNION ALL SELECT credit, amount FROM ledger.transfers WHERE currency = 'USD') s GROUP BY 1`,
    );
    const sumOf = (has: (account: number) => boolean) =>
      rows.filter(({ account }) => has(account)).reduce((sum, { balance }) => sum + BigInt(balance), 0n);
    const now = { period: "year", zone: "UTC", tests: "with" };
    const usd = (await rowsOf(madina, "funds", now)).find(({ currency }: { currency: string }) => currency === "USD");
    const shown = (name: string) => parseDecimal(usd[name]);
    expect(shown("real")).toBe(sumOf(account => account === 1));
    expect(shown("real")).toBeGreaterThanOrEqual(120_500_000n);
    expect(shown("in_play")).toBe(sumOf(account => account > 1000 && account < 2000));
    expect(shown("providers") + shown("chain")).toBe(-sumOf(account => account > 100 && account < 200));
    expect(shown("bank")).toBe(-sumOf(account => account === 14));
    const parts = ["real", "bonus", "vault", "in_play", "payouts", "pots", "held", "partners"];
    expect(parts.reduce((sum, part) => sum + shown(part), 0n)).toBe(shown("owed"));
    expect(shown("bank") + shown("providers") + shown("chain") - shown("owed")).toBe(shown("surplus"));
    for (const list of [
      "report-wins",
      "report-funds",
      "report-chargebacks",
      "report-checks",
      "report-complaints",
      "report-access",
      "report-events",
    ]) {
      const id = await ordered(askar, list, { from: "2020-01-01", to: "2020-01-02" });
      await make(id);
      const orders = (await askar.call("GET /api/office/exports")).body.data;
      const mine = orders.find((each: { id: string }) => each.id === id);
      expect(mine, list).toMatchObject({ list, state: "ready", rows: 0 });
      expect((await fetchFile(askar, id)).text).toContain(`${id},No Activity`);
    }
  });

  test("are shown to who may read them, and can be made on a schedule", async () => {
    const status = async (who: TestOperator, report: string) => (await read(who, report)).status;
    const reports = ["funds", "checks", "complaints", "access", "versions", "wins", "chargebacks", "events"];
    const statuses = (who: TestOperator) => Promise.all(reports.map(report => status(who, report)));
    expect(await statuses(askar)).toEqual(reports.map(() => 200));
    expect(await statuses(madina)).toEqual([200, 403, 403, 403, 200, 200, 200, 200]);
    expect(await statuses(sanzhar)).toEqual([403, 403, 200, 403, 403, 403, 200, 403]);
    const { operators } = (await madina.call("GET /api/office/reports/schedules")).body.data;
    const may = (name: string) => operators.find((person: { name: string }) => person.name === name).reports;
    expect(may("Askar")).toEqual(expect.arrayContaining(reports.map(name => `report-${name}`)));
    expect(may("Madina")).toContain("report-funds");
    expect(may("Madina")).not.toContain("report-checks");
  });
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

test("a file with players and more than a thousand rows is released by a second operator, to who ordered it", async () => {
  const at = (role: Parameters<typeof testOperator>[1], name: string, ip: string) =>
    testOperator({ ...app, operators: app.modules.operators }, role, name, { ip });
  const [timur, rustem, aliya] = [
    await at("owner", "Timur", "203.0.113.11"),
    await at("risk", "Rustem", "203.0.113.12"),
    await at("finance", "Aliya", "203.0.113.13"),
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
  await make(alone);
  await make(id);
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
  expect((await auditActions(id)).map((entry: { action: string }) => entry.action)).toEqual([
    "export.order",
    "export.release",
    "export.fetch",
  ]);
});
