import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseDecimal } from "#kit/money/amount.ts";
import { waitingMessages } from "#modules/messages/testing/test-outbox.ts";
import type { TestOperator } from "#modules/operators/testing/test-operators.ts";
import { significantActions } from "#modules/reporting/shared/significant-events.ts";
import { type ExportsApp, fetchFile, lines, openExports, ordered, parts } from "./testing/exports.ts";
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

interface Delivery {
  readonly operator: string;
  readonly export_id: string;
  readonly state: string;
}

test("a report of a schedule reaches each recipient as a file of their own, with a mail, once", async () => {
  const dana = await office.hire("risk", "Dana", "203.0.113.6");
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
  await Promise.all([office.run("reporting-run", {}), office.run("reporting-run", {})]);
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
  for (const each of [own, own, danas]) await office.make(each);
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
  await office.make(again.deliveries[1].export_id);
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
  await office.run("reporting-run", {});
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
    const nora = await office.hire("auditor", "Nora");
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
      await office.make(id);
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
