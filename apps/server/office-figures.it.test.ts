import { randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { enqueue } from "#kit/jobs/enqueue.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import { verifiedBefore, verifyEntries } from "#modules/audit/office/verify-entries.ts";
import { verifyChain } from "#modules/audit/server/index.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { testOperator } from "#modules/operators/testing/test-operators.ts";
import { invariants } from "./invariants.ts";
import { openOffice } from "./testing/open-office.ts";

/** Figures, the queue of jobs and the continuous audit. */

const { app, askar, madina, fund, wallets, auditActions, job, expectRightBooks } = await openOffice();
afterEach(expectRightBooks);
afterAll(() => app.host.close());

describe("the office pages", () => {
  test("show the queue of jobs and the last error without personal data; a failed job is run again or dropped, with a reason", async () => {
    const { db } = app.host;
    await db.tx(async tx => {
      await enqueue(tx, "test.fails", { email: "alice@example.org" });
      await enqueue(tx, "test.waits", {}, { runAt: new Date("2099-01-01T00:00:00Z") });
    });
    await db.query(
      "UPDATE graphile_worker._private_jobs SET attempts = max_attempts, last_error = 'no answer for alice@example.org' WHERE id = (SELECT id FROM graphile_worker.jobs WHERE task_identifier = 'test.fails')",
    );
    const read = async (query = "") => (await askar.call(`GET /api/office/jobs?${query}`)).body.data;
    const { items, counts } = await read("state=failed");
    expect(items).toMatchObject([{ task: "test.fails", state: "failed", error: "no answer for [address]" }]);
    expect(counts.failed).toBe(1);
    expect(JSON.stringify(items)).not.toContain("alice");
    expect((await askar.call("GET /api/office/queues")).body.data.jobs).toBe(1);
    const [{ id }] = items;
    const act = (what: string, who = askar, job = id) =>
      who.call(`POST /api/office/jobs/${job}/${what}`, { reason: "the disk is empty again" });
    expect((await act("run", madina)).status).toBe(403);
    expect((await madina.call("GET /api/office/jobs")).status).toBe(403);
    expect((await act("run")).status).toBe(204);
    expect((await read("state=failed")).items).toEqual([]);
    expect((await read("task=test.fails")).items).toMatchObject([{ attempts: 0 }]);
    const followed = app.modules.all.flatMap(({ jobs }) => jobs ?? []).find(({ name }) => name === "office-job-runs");
    await followed?.run({});
    expect((await auditActions(`job:${id}`)).map(({ action }) => action)).toEqual(["job.run_again"]);
    await db.query(
      "UPDATE graphile_worker._private_jobs SET attempts = 1, last_error = 'still no answer for alice@example.org' WHERE id = $1",
      [id],
    );
    await Promise.all([followed?.run({}), followed?.run({})]);
    const [waits] = (await read("task=test.waits")).items;
    await db.query("UPDATE graphile_worker._private_jobs SET locked_at = now(), locked_by = 'w' WHERE id = $1", [id]);
    for (const what of ["run", "drop"]) expect((await act(what)).body.code).toBe("job_gone");
    await db.query("UPDATE graphile_worker._private_jobs SET locked_at = NULL, locked_by = NULL WHERE id = $1", [id]);
    for (const job of [id, waits.id]) expect((await act("drop", askar, job)).status).toBe(204);
    expect((await act("drop")).body.code).toBe("job_gone");
    expect((await auditActions(`job:${id}`)).map(({ action }) => action)).toEqual([
      "job.run_again",
      "job.run_failed",
      "job.drop",
    ]);
    expect((await auditActions(`job:${id}`))[1]).toMatchObject({
      operator: "jobs",
      before: { task: "test.fails", operator: "Askar" },
      after: { attempts: 1, error: "still no answer for [address]" },
    });
    for (const bad of ["state=lost", "cursor=x", "task=a%20b"])
      expect((await askar.call(`GET /api/office/jobs?${bad}`)).status, bad).toBe(422);
  });

  test("a replay of a webhook that fails again moves nothing, and leaves an entry with its error", async () => {
    const id = "00000000-0000-7000-8000-0000000000fa";
    await app.host.db.query(
      `INSERT INTO payments.webhook_calls (id, provider, received_at, event_id, type, result, error, size, body, headers)
       VALUES ($1, 'sandbox', now(), $1, 'payment_received', 'failed', 'no space left', 2, '{}', '{}')`,
      [id],
    );
    const replay = () => madina.call(`POST /api/office/webhooks/${id}/replay`, { reason: "space again" });
    const { status, body } = await replay();
    expect([status, body.code]).toEqual([409, "replay_failed"]);
    expect((await replay()).body.code).toBe("replay_failed");
    const row = (await madina.call("GET /api/office/webhooks?result=failed")).body.data.items[0];
    expect(row).toMatchObject({ id, replays: 2, replayable: true });
    expect(row.error).not.toBe("no space left");
    const entries = await auditActions(`webhook:${id}`);
    expect(entries.map(({ action, operator, reason }) => [action, operator, reason])).toEqual([
      ["webhook.replay_failed", "Madina", "space again"],
      ["webhook.replay_failed", "Madina", "space again"],
    ]);
    expect(entries[0]).toMatchObject({ before: { provider: "sandbox" }, after: { error: row.error } });
  });

  test("show the day's figures from the half hours, the lists that they open, and what we owe", async () => {
    const gina = await app.register();
    await fund(gina, "100");
    const readFigures = async () => (await madina.call("GET /api/office/figures?currency=USD")).body.data;
    const owed = async () => {
      // Read again after ten seconds.
      await app.host.clock.advance(11_000);
      const { liabilities } = (await madina.call("GET /api/office/dashboard?currency=USD")).body.data;
      return Number(liabilities.find(({ currency }: { currency: string }) => currency === "USD").total);
    };
    await app.modules.projections.foldNow();
    const [before, owedBefore] = [await readFigures(), await owed()];
    await app.api.call("PUT /api/v1/fairness/client-seed", { token: gina.token, body: { client_seed: "gina" } });
    await app.api.call("POST /api/v1/games/dice/bets", {
      token: gina.token,
      key: randomUUID(),
      body: { stake: "4", direction: "over", target: "97.99" },
    });
    await app.modules.projections.foldNow();
    const after = await readFigures();
    const left = Number(await wallets(gina));
    expect(after.now.bets - before.now.bets).toBe(1);
    expect(Number(after.now.wagered) - Number(before.now.wagered)).toBeCloseTo(4);
    expect(Number(after.now.ggr) - Number(before.now.ggr)).toBeCloseTo(100 - left);
    expect((await owed()) - owedBefore).toBeCloseTo(left - 100);
    const list = (await madina.call("GET /api/office/figures/ggr?currency=USD&game=dice")).body.data;
    expect(list.sum).toBe(after.by_game.find(({ game }: { game: string }) => game === "dice").ggr);
    const active = (await madina.call("GET /api/office/active-players?currency=USD")).body.data;
    expect(active.count).toBe(after.now.active);
    expect(active.items).toContainEqual({ id: gina.id, name: expect.any(String), test: false });
    expect((await madina.call("GET /api/office/closed-days")).body.data).toEqual([]);
    const now = (await madina.call("GET /api/office/now?currency=USD")).body.data;
    const { day, begins } = now.hour;
    const ofHour = `from=${day}&to=${day}&currency=USD&hour=${begins}`;
    const bets = (await madina.call(`GET /api/office/figures/wagered?${ofHour}`)).body.data;
    const players = (await madina.call(`GET /api/office/active-players?${ofHour}`)).body.data;
    expect([bets.count, players.count]).toEqual([now.bets.now, now.players.now]);
  });

  test("show what players of each country did, the days that it is the sum of, and who plays now", async () => {
    const rosa = await app.register(undefined, "2.132.10.20");
    await fund(rosa, "70");
    const { token } = rosa;
    await app.api.call("PUT /api/v1/fairness/client-seed", { token, body: { client_seed: "rosa" } });
    const body = { stake: "7", direction: "over", target: "97.99" };
    await app.api.call("POST /api/v1/games/dice/bets", { token, key: randomUUID(), body });
    await app.modules.projections.foldNow();
    // Sums of countries are kept for half a minute.
    await app.host.clock.advance(31_000);
    const read = async (query = "") =>
      (await madina.call(`GET /api/office/figures-by-country?currency=USD${query}`)).body.data.rows;
    const all = await read();
    const kazakhstan = all.find(({ country }: { country: string }) => country === "KZ");
    expect(kazakhstan).toMatchObject({ day: null, wagered: "7", bets: 1 });
    const { ggr } = kazakhstan;
    expect(await read("&country=KZ")).toMatchObject([{ country: "KZ", currency: "USD", wagered: "7", bets: 1, ggr }]);
    expect(await read("&country=AQ")).toEqual([]);
    const { now } = (await madina.call("GET /api/office/figures?currency=USD")).body.data;
    const total = all.reduce((sum: bigint, { wagered }: { wagered: string }) => sum + parseDecimal(wagered), 0n);
    expect(total).toBe(parseDecimal(now.wagered));
    const first = (await madina.call("GET /api/office/first-deposits?currency=USD")).body.data;
    expect(first.count).toBe(now.first_deposits);
    expect(first.items).toHaveLength(first.count);
    const playing = (await madina.call("GET /api/office/playing")).body.data;
    expect(playing.items).toHaveLength(playing.count);
    expect((await madina.call("GET /api/office/now?currency=USD")).body.data.playing).toBe(playing.count);
  });

  // One test for all: the books are audited after each.
  test("refuse figures of what is none", async () => {
    const refusals = [
      ["figures?zone=Asia/Kathmandu", "zone", "zone_invalid"],
      ["figures?from=2026-02-30", "from", "date_invalid"],
      ["figures?from=2026-03-02&to=2026-03-01", "from", "period_invalid"],
      ["figures?period=ever", "period", "period_invalid"],
      ["figures/ggr?game=%27%3B--", "game", "game_invalid"],
      ["figures/profit", "figure", "figure_invalid"],
      ["active-players?cursor=x", "cursor", "cursor_invalid"],
      ["active-players?hour=2020-01-01T00:00:00Z", "hour", "hour_invalid"],
      ["first-deposits?cursor=1_x", "cursor", "cursor_invalid"],
      ["figures-by-country?country=kz", "country", "country_invalid"],
    ] as const;
    for (const [path, field, code] of refusals) {
      const refused = await madina.call(`GET /api/office/${path}`);
      expect([path, refused.status, refused.body.errors?.[field]]).toEqual([path, 422, [code]]);
    }
  });
});

describe("the continuous audit", () => {
  test("a breach is detected by the next check, shown, and blocks deposits and payouts; open bets continue; and it unblocks after a repair", async () => {
    const hanna = await app.register();
    await fund(hanna, "50");
    await job("office-books");
    const alerts = async () => {
      await app.host.clock.advance(11_000);
      return (await madina.call("GET /api/office/dashboard")).body.data.alerts as { kind: string; text: string }[];
    };
    await expect.poll(alerts).toMatchObject([{ kind: "whole" }]);
    const deposit = () =>
      app.api.call("POST /api/v1/billing/payments", {
        token: hanna.token,
        key: randomUUID(),
        body: { method_hash: "unknown", amount: "10" },
      });
    expect((await deposit()).status).toBe(422);
    const spoil = (by: string) =>
      app.host.db.query("UPDATE wallet.wallets SET real = real + $2 WHERE player_id = $1", [hanna.id, by]);
    await spoil("1");
    await job("office-books");
    await expect.poll(async () => (await alerts())[0]).toMatchObject({ kind: "broken" });
    await expect.poll(async () => (await deposit()).status).toBe(503);
    await spoil("-1");
    await job("office-books");
    await expect.poll(async () => (await deposit()).status).toBe(422);
    await expect.poll(alerts).toMatchObject([{ kind: "whole" }]);
  });

  test("one changed byte of the audit log, of a half hour and of a closed day is named by the audit and on the dashboard", async () => {
    await fund(await app.register(), "10");
    await app.modules.projections.foldNow();
    await app.host.clock.advance(86_400_000 + 11 * 60_000);
    await app.modules.projections.closeDays();
    const dana = await testOperator({ ...app, operators: app.modules.operators }, "owner", "Dana", {
      ip: "203.0.113.4",
    });
    const named = async () => {
      await app.host.clock.advance(11_000);
      await job("office-books");
      return (await dana.call("GET /api/office/dashboard")).body.data.alerts
        .filter(({ kind }: { kind: string }) => kind === "broken")
        .map(({ text }: { text: string }) => text);
    };
    const audited = async () => (await differencesOf(app.host.db, invariants)).map(({ rule }) => rule);
    await expect.poll(named).toEqual([]);

    const changeHalf = (by: number) =>
      asOwner(
        "projections.half_hours",
        `UPDATE projections.half_hours SET total = total + ${by} WHERE (half_hour, currency, kind, debit, credit) IN
           (SELECT half_hour, currency, kind, debit, credit FROM projections.half_hours ORDER BY 1, 2, 3, 4, 5 LIMIT 1)`,
      );
    await changeHalf(1);
    const halves = "I23 what moved between two accounts in half an hour is what the ledger says";
    expect(await audited()).toContain(halves);
    await expect
      .poll(named)
      .toContainEqual(expect.stringMatching(new RegExp(`^${halves}: half_hour .*, currency EUR$`)));
    await changeHalf(-1);

    const [day] = (await dana.call("GET /api/office/closed-days")).body.data.slice(-1);
    const one = (await dana.call(`GET /api/office/closed-days/${day.number}?limit=1`)).body.data;
    expect([one.day, one.items.length, one.next_cursor]).toEqual([day, 1, "1"]);
    expect((await dana.call("GET /api/office/closed-days/999")).status).toBe(404);
    const change = (by: number) =>
      asOwner("projections.closed_rows", `UPDATE projections.closed_rows SET total = total + ${by} WHERE number = 1`);
    await change(-1);
    const days = "I24 a closed day has the rows of its hash, and the hash of the day before";
    expect(await audited()).toContain(days);
    await expect.poll(named).toEqual([`${days}: number 1, day ${day.day}`]);
    await change(1);

    const reason = (text: string) =>
      asOwner("audit.entries", `UPDATE audit.entries SET action = ${text} WHERE number = 3`);
    const inBrowser = async () => {
      const { items } = (await dana.call("GET /api/office/audit/chain")).body.data;
      return verifyEntries(verifiedBefore(0), items).fault;
    };
    expect(await inBrowser()).toBeUndefined();
    await reason("action || '.'");
    expect((await verifyChain(app.host.db)).faults).toMatchObject([{ row: { number: 3n } }]);
    expect(await inBrowser()).toEqual({ number: 3, kind: "changed" });
    await expect.poll(named).toEqual(["I5 the audit log is an unbroken chain: number 3"]);
    await reason("rtrim(action, '.')");
  });
});

/** Runs SQL with the table's triggers switched off. */
async function asOwner(table: string, sql: string): Promise<void> {
  await app.host.db.tx(async tx => {
    await tx.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
    await tx.query(sql);
    await tx.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  });
}
