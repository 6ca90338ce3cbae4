import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { offerHoldsOf } from "#modules/limits/server/index.ts";
import { type TestOperator, testOperator } from "#modules/operators/testing/test-operators.ts";
import { invariants } from "./invariants.ts";
import { type FullApp, openFullApp, type Somebody } from "./testing/full-app.ts";

/** dana answers players, timur assesses risk, madina pays; alice, bob and carol play. */

let app: FullApp;
let dana: TestOperator;
let timur: TestOperator;
let madina: TestOperator;
beforeAll(async () => {
  app = await openFullApp();
  const someone = (role: Parameters<typeof testOperator>[1]) =>
    testOperator({ ...app, operators: app.modules.operators }, role);
  [dana, timur, madina] = await Promise.all([someone("support"), someone("risk"), someone("finance")]);
  await app.host.db.query(
    "INSERT INTO rates.rate_days (day, fixed_at, feed_at, prices) VALUES ($2, now(), now(), $1) ON CONFLICT DO NOTHING",
    [
      JSON.stringify({ USD: "1", EUR: "1", RUB: "0.01", KZT: "0.002", INR: "0.012" }),
      Math.floor(app.host.clock.now() / 86_400_000),
    ],
  );
});
afterEach(async () => {
  expect(await differencesOf(app.host.db, books)).toEqual([]);
});
afterAll(() => app.host.close());

/** Money is credited here without a payment. */
const books = invariants.filter(({ id }) => id !== "I11");
const minuteMs = 60_000;
const job = (name: string) =>
  required(
    app.modules.all.flatMap(({ jobs }) => jobs ?? []).find(each => each.name === name),
    name,
  ).run({});
const markersOf = async ({ token }: Somebody) =>
  (await app.api.call("GET /api/v1/play-markers", { token })).body.data as {
    score: number;
    grade: string;
    scored_at: string | null;
    markers: { name: string; value: number; points: number }[];
  };
const markerValue = async (who: Somebody, name: string) =>
  (await markersOf(who)).markers.find(marker => marker.name === name)?.value;
const openCaseOf = async ({ id }: Somebody) =>
  (
    (await timur.call(`GET /api/office/harm-scores/${id}`)).body.data.cases as {
      id: string;
      closed_at: string | null;
    }[]
  )
    .filter(({ closed_at }) => closed_at === null)
    .at(0);

/** A stake at dice of which one roll in ten thousand wins. */
async function stake({ token }: Somebody, amount: string): Promise<void> {
  const body = { stake: amount, currency: "USD", direction: "over", target: "99.98" };
  const answer = await app.api.call("POST /api/v1/games/dice/bets", { token, key: randomUUID(), body });
  expect(answer.status, answer.text).toBe(201);
}

test("a player sees what their play looks like, and a repeated run changes nothing", async () => {
  const alice = await app.register();
  expect(await markersOf(alice)).toMatchObject({ score: 0, grade: "none", scored_at: null });
  await app.api.call("PUT /api/v1/fairness/client-seed", { token: alice.token, body: { client_seed: "alice" } });
  await app.payIn(alice, "5");
  for (const amount of ["1", "1", "3"]) {
    await app.host.clock.advance(5_000);
    await stake(alice, amount);
  }
  for (let n = 0; n < 12; n++) {
    await app.host.clock.advance(5_000);
    await app.payIn(alice, "1");
    await app.host.clock.advance(5_000);
    await stake(alice, "1");
  }
  await app.modules.projections.foldNow();
  await job("harm-score");
  expect(await markerValue(alice, "top_ups")).toBe(12);
  expect(await markerValue(alice, "emptied")).toBe(12);
  expect(await markerValue(alice, "net_deposits")).toBe(17);
  expect(await markerValue(alice, "sessions_a_day")).toBe(1);
  // The clock begins at midnight.
  expect(await markerValue(alice, "night_share")).toBe(100);
  const first = await markersOf(alice);
  expect(first.grade).toBe("figures");
  await job("harm-score");
  expect(await markersOf(alice)).toMatchObject({ score: first.score, markers: first.markers });
  const { items } = (await app.api.call("GET /api/v1/inbox", { token: alice.token })).body.data;
  expect(items.filter(({ kind }: { kind: string }) => kind === "play_figures")).toHaveLength(1);
  const scores = (await dana.call("GET /api/office/harm-scores")).body.data.items;
  expect(scores).toMatchObject([{ player: { id: alice.id }, score: first.score, open_case: null }]);
});

test("a deposit limit reached three times opens a case, which an operator handles step by step", async () => {
  const bob = await app.register();
  await app.api.call("PUT /api/v1/fairness/client-seed", { token: bob.token, body: { client_seed: "bob" } });
  await app.payIn(bob, "20");
  await app.api.call("PUT /api/v1/limits", { token: bob.token, body: { currency: "USD", deposit_limit: "5" } });
  for (let n = 0; n < 3; n++) {
    await app.host.clock.advance(minuteMs);
    const body = { method_hash: "card-page", amount: "50" };
    const refused = await app.api.call("POST /api/v1/billing/payments", { token: bob.token, key: randomUUID(), body });
    expect(refused.body.code).toBe("deposit_limit_reached");
  }
  await expect
    .poll(async () => (await app.host.db.query("SELECT FROM harm.events WHERE player_id = $1", [bob.id])).rowCount)
    .toBe(3);
  expect(await app.modules.harm.isHeld(app.host.db, bob.id)).toBe(false);
  await job("harm-signs");
  await job("harm-signs");
  expect(await app.modules.harm.isHeld(app.host.db, bob.id)).toBe(true);
  expect(await offerHoldsOf(app.host.db, bob.id)).toMatchObject([{ source: "harm" }]);
  const { items } = (await dana.call("GET /api/office/harm-cases")).body.data;
  expect(items).toMatchObject([{ player: { id: bob.id }, kind: "limit_reached", claimed_by: null, closed_at: null }]);
  const [{ id, opened_at, due_at }] = items;
  expect(Date.parse(due_at) - Date.parse(opened_at)).toBe(60 * minuteMs);

  const act = (who: TestOperator, what: string, body: object = {}) =>
    who.call(`POST /api/office/harm-cases/${id}/${what}`, body);
  const talk = { kind: "message", text: "Shall we look at your limits together?" };
  expect((await act(madina, "claim")).status).toBe(403);
  expect((await act(dana, "contact", talk)).body.code).toBe("case_not_claimed");
  expect((await act(dana, "claim")).status).toBe(204);
  expect((await act(dana, "contact", talk)).status).toBe(204);
  const inbox = (await app.api.call("GET /api/v1/inbox", { token: bob.token })).body.data.items;
  expect(inbox[0]).toMatchObject({ kind: "play_message", data: { text: talk.text } });
  await app.host.clock.advance(1_000);
  expect((await act(dana, "pause", { days: 7, reason: "they asked for it" })).status).toBe(204);
  const body = { stake: "1", currency: "USD", direction: "over", target: "99.98" };
  const stopped = await app.api.call("POST /api/v1/games/dice/bets", { token: bob.token, key: randomUUID(), body });
  expect(stopped.body.code).toBe("limit_reached");
  expect((await act(timur, "close", { outcome: "break_taken", reason: "a week" })).body.code).toBe("case_not_claimed");
  expect((await act(dana, "close", { outcome: "break_taken", reason: "a week" })).status).toBe(204);
  expect((await act(dana, "claim")).body.code).toBe("case_closed");
  expect(await app.modules.harm.isHeld(app.host.db, bob.id)).toBe(false);
  expect(await offerHoldsOf(app.host.db, bob.id)).toEqual([]);
  // The sign is still there; a second case within the week is not.
  await job("harm-signs");
  expect(await openCaseOf(bob)).toBeUndefined();

  const log = (await timur.call(`GET /api/office/audit?subject=player:${bob.id}`)).body.data.items;
  expect(log.map(({ action }: { action: string }) => action)).toEqual([
    "harm.close",
    "harm.pause",
    "harm.contact",
    "harm.claim",
  ]);
  expect(JSON.stringify(log)).not.toContain("look at your limits");

  app.host.clock.setNow(app.host.clock.now() + 8 * 24 * 60 * minuteMs);
  await job("harm-outcomes");
  await job("harm-outcomes");
  const again = await testOperator({ ...app, operators: app.modules.operators }, "auditor");
  const { interactions } = (await again.call(`GET /api/office/harm-scores/${bob.id}`)).body.data;
  expect(interactions).toMatchObject([
    { kind: "pause", outcomes: [{ after_days: 7, score: 0, control_players: 0, control_change: null }] },
    { kind: "message", outcomes: [{ after_days: 7 }] },
  ]);
});

test("a report opens one case, and five declines in ten minutes do", async () => {
  const carol = await app.register();
  const risk = await testOperator({ ...app, operators: app.modules.operators }, "risk");
  const report = { player: carol.id, kind: "relative", reason: "her brother called" };
  const opened = await risk.call("POST /api/office/harm-cases", report);
  expect(opened.status, opened.text).toBe(201);
  expect((await risk.call("POST /api/office/harm-cases", report)).body.code).toBe("case_open");

  const emil = await app.register();
  const now = new Date(app.host.clock.now());
  for (let n = 0; n < 5; n++)
    await app.host.db.query(
      `INSERT INTO payments.invoices (id, player_id, idempotency_key, request_hash, provider, method, currency, amount, status, created_at, expires_at, ended_at)
       VALUES ($1, $2, $3, sha256('x'), 'sandbox', 'card-page', 'USD', 1000000, 5, $4, $4, $4)`,
      [randomUUID(), emil.id, randomUUID(), now],
    );
  await job("harm-signs");
  const { items } = (await risk.call("GET /api/office/harm-cases")).body.data;
  expect(items.map(({ kind }: { kind: string }) => kind).sort()).toEqual(["declines", "relative"]);
});

test("words in a message to support suggest a case, once; a person decides it", async () => {
  const gulnar = await app.register();
  const write = async (text: string) => {
    const body = { key: randomUUID(), text };
    const answer = await app.api.call("POST /api/v1/support/conversations", { token: gulnar.token, body });
    expect(answer.status, answer.text).toBeLessThan(300);
  };
  const cases = async () =>
    (await app.host.db.query("SELECT kind, note, opened_by FROM harm.cases WHERE player_id = $1", [gulnar.id])).rows;
  await write("Where is my withdrawal?");
  await write("I can't stop playing, and it was my rent money");
  await expect.poll(cases).toEqual([{ kind: "said_so", note: "can't stop playing", opened_by: null }]);
  await write("Я не могу остановиться");
  await write("Is anybody there?");
  expect(await cases()).toHaveLength(1);
  expect(await app.modules.harm.isHeld(app.host.db, gulnar.id)).toBe(true);
});

describe("a score", () => {
  const dayMs = 24 * 60 * minuteMs;
  /** A day of play as it would be folded: 50 points, 14 of them for the deposits within a session. */
  const playDay = ({ id }: Somebody, topUps = 4) =>
    app.host.db.query(
      `INSERT INTO harm.play_days (player_id, day, stakes, night_stakes, played_ms, sessions, top_ups, emptied, after_loss, after_loss_ratios)
       VALUES ($1, $2, 100, 60, $3, 10, $4, 12, 20, 80000) ON CONFLICT (player_id, day) DO UPDATE SET top_ups = excluded.top_ups`,
      [id, Math.floor(app.host.clock.now() / dayMs), 300 * minuteMs, topUps],
    );
  const scoreAgain = async (...players: readonly Somebody[]) => {
    for (const { id } of players)
      await app.host.db.query(
        "INSERT INTO harm.scores (player_id, score, markers, scored_at) VALUES ($1, 1, '[]', now()) ON CONFLICT DO NOTHING",
        [id],
      );
    await job("harm-score");
  };
  const scored = async ({ id }: Somebody) =>
    (await app.host.db.query<{ score: number }>("SELECT score FROM harm.scores WHERE player_id = $1", [id])).rows[0]
      ?.score;
  const warnings = async ({ id }: Somebody) =>
    (await app.host.db.query("SELECT FROM harm.interactions WHERE player_id = $1 AND kind = 'warning'", [id])).rowCount;

  test("of a warning holds offers from its first point on, and the player is warned once in thirty days", async () => {
    const kanat = await app.register();
    await playDay(kanat);
    await scoreAgain(kanat);
    expect([await scored(kanat), await warnings(kanat)]).toEqual([50, 1]);
    expect(await app.modules.harm.isHeld(app.host.db, kanat.id)).toBe(true);
    /** Below the grade, and up to it again. */
    const again = async () => {
      await app.host.db.query("UPDATE harm.play_days SET top_ups = 0 WHERE player_id = $1", [kanat.id]);
      await scoreAgain(kanat);
      expect(await scored(kanat)).toBe(36);
      expect(await app.modules.harm.isHeld(app.host.db, kanat.id)).toBe(false);
      await playDay(kanat);
      await scoreAgain(kanat);
      expect(await scored(kanat)).toBe(50);
    };
    app.host.clock.setNow(app.host.clock.now() + 29 * dayMs);
    await again();
    expect(await warnings(kanat)).toBe(1);
    app.host.clock.setNow(app.host.clock.now() + 2 * dayMs);
    await again();
    expect(await warnings(kanat)).toBe(2);
  });

  test("counts smaller deposits of players under 25, until their birthday", async () => {
    const { db, clock } = app.host;
    await db.query(
      "INSERT INTO rates.rate_days (day, fixed_at, feed_at, prices) SELECT $1, fixed_at, feed_at, prices FROM rates.rate_days LIMIT 1 ON CONFLICT DO NOTHING",
      [Math.floor(clock.now() / dayMs)],
    );
    const bornOn = (birthday: number) => {
      const born = new Date(birthday);
      born.setUTCFullYear(born.getUTCFullYear() - 25);
      return born.toISOString().slice(0, 10);
    };
    const players: Somebody[] = [];
    for (const birthday of [clock.now() + dayMs, clock.now()]) {
      const who = await app.register();
      const body = { first_name: "Aru", last_name: "Omarova", birth_date: bornOn(birthday) };
      const stated = await app.api.call("POST /api/v1/verification/identity", { token: who.token, body });
      expect(stated.status, stated.text).toBe(200);
      await app.payIn(who, "600");
      players.push(who);
    }
    await app.modules.projections.foldNow();
    await scoreAgain(...players);
    expect(await Promise.all(players.map(scored))).toEqual([5, 0]);
  });
});

test("signs of another week and those of test accounts open no case", async () => {
  const { db, clock } = app.host;
  const hourMs = 60 * minuteMs;
  const [damir, tester] = [await app.register(), await app.register()];
  const refusedAt = ({ id }: Somebody, ago: number) =>
    db.query("INSERT INTO harm.events (player_id, kind, at) VALUES ($1, 'limit_reached', $2)", [
      id,
      new Date(clock.now() - ago),
    ]);
  await db.query("UPDATE accounts.players SET is_test = true WHERE id = $1", [tester.id]);
  for (const hours of [1, 2, 3]) await refusedAt(tester, hours * hourMs);
  for (const hours of [1, 2, 7 * 24 + 1]) await refusedAt(damir, hours * hourMs);
  const cases = async () =>
    (
      await db.query("SELECT player_id AS id FROM harm.cases WHERE player_id = ANY ($1::uuid[])", [
        [damir.id, tester.id],
      ])
    ).rows;
  await job("harm-signs");
  expect(await cases()).toEqual([]);
  await refusedAt(damir, 0);
  await job("harm-signs");
  expect(await cases()).toEqual([{ id: damir.id }]);
});
