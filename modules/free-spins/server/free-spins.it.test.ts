import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Person } from "#modules/accounts/testing/test-people.ts";
import { block } from "#modules/limits/server/index.ts";
import { selfExcluded } from "#modules/limits/shared/events.ts";
import type { TestOperator } from "#modules/operators/testing/test-operators.ts";
import { reason, type TestFreeSpins, testFreeSpins } from "../testing/test-free-spins.ts";

/** content drafts campaigns, finance starts them and grants; alice and bob play. */

const unit = 1_000_000n;
const hourMs = 3_600_000;
let app: TestFreeSpins;
let content: TestOperator;
let finance: TestOperator;
let alice: Person;
let bob: Person;

beforeAll(async () => {
  app = await testFreeSpins();
  [alice, bob] = [await app.person("alice"), await app.person("bob")];
});
beforeEach(async () => {
  [content, finance] = [await app.operator("content"), await app.operator("finance")];
  app.casino.simulated.answer = undefined;
  await app.push();
  app.casino.simulated.asked.length = 0;
});
afterEach(() => app.expectBooks());
afterAll(() => app.casino.close());

const terms = (rest: object = {}) => ({
  title: "Opening",
  provider: "studio",
  game: "altyn",
  currency: "USD",
  bet: "0.20",
  count: 20,
  cost_cap: "40",
  expires_at: new Date(app.casino.host.clock.now() + 48 * hourMs).toISOString(),
  reason,
  ...rest,
});
/** Lets time pass; operators sign in again. */
async function pass(ms: number): Promise<void> {
  await app.casino.host.clock.advance(ms);
  [content, finance] = [await app.operator("content"), await app.operator("finance")];
}
const path = "/api/office/free-spins";
async function draft(rest: object = {}): Promise<string> {
  const answer = await content.call(`POST ${path}`, terms(rest));
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.id;
}
const start = (id: string, by = finance) => by.call(`POST ${path}/${id}/start`, { reason });
const give = (id: string, players: readonly string[], by = finance) =>
  by.call(`POST ${path}/${id}/grants`, { players, reason });
async function open(rest: object = {}): Promise<string> {
  const id = await draft(rest);
  expect((await start(id)).body.data).toEqual({ request: null, expires_at: null });
  return id;
}
/** A campaign whose rounds these players have; answers it and the grant of each. */
async function granted(players: readonly Person[], rest: object = {}) {
  const id = await open(rest);
  const answer = await give(
    id,
    players.map(each => each.id),
  );
  expect(answer.body.data, answer.text).toEqual({ granted: players.length, skipped: [] });
  await app.push();
  const { rows } = await app.casino.host.db.query<{ id: string; playerId: string }>(
    `SELECT id, player_id AS "playerId" FROM free_spins.grants WHERE campaign_id = $1`,
    [id],
  );
  return { id, grants: players.map(({ id: player }) => rows.find(row => row.playerId === player)?.id ?? "") };
}
const shown = async (person: Person) => (await app.as(person, "GET /profile/freeSpins")).body.data;
const campaignOf = (person: Person, id: string) => app.as(person, `GET /api/freeSpinsCampaigns/${id}`);
const cancel = (person: Person, id: string) => app.as(person, `PUT /api/v2/freeSpinsCampaigns/cancel/${id}`);
const asked = (path_: RegExp) => app.casino.simulated.asked.filter(each => path_.test(each.path));
const row = async (id: string) =>
  (await finance.call(`GET ${path}`)).body.data.campaigns.find((each: { id: string }) => each.id === id);
const alarms = async () => {
  await app.casino.providers.needs.alarms.settled();
  const { rows } = await app.casino.host.db.query<{ kind: string; subject: string }>(
    "SELECT kind, subject FROM providers.alarms ORDER BY first_at",
  );
  return rows;
};

describe("a campaign of 20 free spins", () => {
  test("without a grant the list is empty and no campaign exists", async () => {
    expect(await shown(bob)).toEqual([]);
    expect((await campaignOf(bob, randomUUID())).status).toBe(404);
    expect((await cancel(bob, randomUUID())).status).toBe(404);
  });

  test("is pushed to the provider, half played, cancelled: profile, game, office and ledger agree", async () => {
    const { id, grants } = await granted([alice]);
    const [grant = ""] = grants;
    const { body } = asked(/^free-rounds$/)[0] ?? {};
    expect(body).toMatchObject({ grant, player: alice.id, game: "altyn", currency: "USD", stake: "0.20", count: 20 });
    expect(await shown(alice)).toMatchObject([
      { campaign_id: id, game: { slug: "altyn" }, count: 20, left: 20, bet: "0.2", currency: "USD" },
    ]);
    expect((await campaignOf(bob, id)).status).toBe(404);
    expect((await cancel(bob, id)).status).toBe(404);
    const session = await app.session(alice);
    for (let n = 0; n < 10; n++) expect(await app.play(alice, session, grant, n === 3 ? "1.5" : "0")).toBe("ok");
    expect((await campaignOf(alice, id)).body.data).toMatchObject({ left: 10, status: "active" });
    expect((await cancel(alice, id)).body.data).toMatchObject({ status: "cancelled", left: 10 });
    expect((await cancel(alice, id)).body.data).toMatchObject({ status: "cancelled" });
    expect(await app.play(alice, session, grant)).toBe("free_rounds_over");
    await app.push();
    expect(asked(/cancel$/)).toMatchObject([{ path: `free-rounds/${grant}/cancel`, body: { player: alice.id } }]);
    expect(await shown(alice)).toEqual([]);
    expect(await app.casino.real(alice.id)).toBe((3n * unit) / 2n);
    expect(await row(id)).toMatchObject({ players: 1, left: 0, won: "1.5", granted: "4", expected_cost: "3.84" });
    await app.push();
    expect(asked(/cancel$/)).toHaveLength(1);
  });

  test("cannot be played, or seen by its player, before the provider has it", async () => {
    app.casino.simulated.answer = () => null;
    const { id, grants } = await granted([alice]);
    const session = await app.session(alice);
    expect(await shown(alice)).toEqual([]);
    expect(await app.play(alice, session, grants[0] ?? "")).toBe("free_rounds_over");
    await app.push();
    expect(asked(/^free-rounds$/)).toHaveLength(1);
    app.casino.simulated.answer = undefined;
    await pass(60_000);
    await app.push();
    expect(asked(/^free-rounds$/)).toHaveLength(2);
    expect(await shown(alice)).toHaveLength(1);
    expect(await app.play(alice, session, grants[0] ?? "")).toBe("ok");
    await cancel(alice, id);
  });

  test("expires on both sides: a started round is paid, no other begins, and nothing is announced any more", async () => {
    const { id, grants } = await granted([alice]);
    const session = await app.session(alice);
    const started = app.bet(alice, session, grants[0] ?? "");
    expect((await app.casino.simulated.call("bet", started))?.status).toBe("ok");
    await pass(48 * hourMs);
    expect(await shown(alice)).toEqual([]);
    expect((await campaignOf(alice, id)).body.data).toMatchObject({ status: "expired", left: 19 });
    expect(await cancel(alice, id)).toMatchObject({ status: 409, body: { data: { status: "expired" } } });
    const win = { tx: randomUUID(), round: started.round, player: alice.id, game: "altyn", currency: "USD" };
    const before = (await app.casino.real(alice.id)) ?? 0n;
    expect((await app.casino.simulated.call("win", { ...win, amount: "2", close: true }))?.status).toBe("ok");
    expect(await app.casino.real(alice.id)).toBe(before + 2n * unit);
    expect(await app.play(alice, await app.session(alice), grants[0] ?? "")).toBe("free_rounds_over");
    app.casino.simulated.asked.length = 0;
    await app.push();
    expect(asked(/^free-rounds/)).toEqual([]);
    expect((await give(id, [bob.id])).body).toMatchObject({ code: "campaign_closed", data: { state: "expired" } });
  });

  test("that is used up cannot be cancelled", async () => {
    const { id, grants } = await granted([alice], { count: 1 });
    expect(await app.play(alice, await app.session(alice), grants[0] ?? "")).toBe("ok");
    expect(await cancel(alice, id)).toMatchObject({ status: 409, body: { code: "free_spins_over" } });
    expect((await campaignOf(alice, id)).body.data.status).toBe("used");
  });

  test("ended by an operator ends every grant, also those that were never sent to the provider", async () => {
    const { id, grants } = await granted([alice]);
    await give(id, [bob.id]);
    expect((await content.call(`POST ${path}/${id}/cancel`, { reason })).body.data).toEqual({ ended: 2 });
    expect(await app.play(alice, await app.session(alice), grants[0] ?? "")).toBe("free_rounds_over");
    app.casino.simulated.asked.length = 0;
    await app.push();
    expect(asked(/^free-rounds/).map(each => each.path)).toEqual([`free-rounds/${grants[0]}/cancel`]);
    expect((await content.call(`POST ${path}/${id}/cancel`, { reason })).body.code).toBe("campaign_closed");
    expect((await give(id, [bob.id])).body).toMatchObject({ code: "campaign_closed", data: { state: "cancelled" } });
  });

  test("ends with a self-exclusion and with the account, also where its provider has not been notified", async () => {
    const { host } = app.casino;
    const [eva, fred] = [await app.person("eva"), await app.person("fred")];
    const { grants } = await granted([eva, fred]);
    const waiting = await open();
    await give(waiting, [eva.id, fred.id]);
    const session = await app.session(eva);
    const until = new Date(host.clock.now() + 200 * 24 * hourMs);
    await host.db.tx(tx => host.bus.publish(tx, selfExcluded, { player: eva.id, until }));
    await host.db.tx(async tx => app.freeSpins.onAccountClosed?.(tx, fred.id));
    for (const person of [eva, fred]) expect(await shown(person)).toEqual([]);
    expect(await app.play(eva, session, grants[0] ?? "")).toBe("free_rounds_over");
    app.casino.simulated.asked.length = 0;
    await app.push();
    expect(asked(/^free-rounds$/)).toEqual([]);
    expect(asked(/cancel$/)).toHaveLength(2);
  });
});

describe("races", () => {
  test("two tabs use the last spin once", async () => {
    const { grants } = await granted([alice], { count: 1 });
    const [grant = ""] = grants;
    const session = await app.session(alice);
    const bets = Array.from({ length: 20 }, () => app.bet(alice, session, grant));
    const answers = await Promise.all(bets.map(bet => app.casino.simulated.call("bet", bet)));
    expect(answers.filter(answer => answer?.status === "ok")).toHaveLength(1);
    const round = bets[answers.findIndex(answer => answer?.status === "ok")]?.round;
    const win = { tx: randomUUID(), round, player: alice.id, game: "altyn", currency: "USD", amount: "0", close: true };
    expect((await app.casino.simulated.call("win", win))?.status).toBe("ok");
  });

  test("a cancellation beside a spin: what was taken is paid, and the wallet counts the same rounds as the profile", async () => {
    for (let n = 0; n < 8; n++) {
      const { id, grants } = await granted([alice]);
      const session = await app.session(alice);
      const [spun, ended] = await Promise.all([app.play(alice, session, grants[0] ?? "", "1"), cancel(alice, id)]);
      expect(["ok", "free_rounds_over"]).toContain(spun);
      expect(ended.body.data.status).toBe("cancelled");
      expect((await campaignOf(alice, id)).body.data.left).toBe(spun === "ok" ? 19 : 20);
      expect(await app.play(alice, session, grants[0] ?? "")).toBe("free_rounds_over");
    }
  });

  test("a grant repeated, also at once and with the list twice, is one grant", async () => {
    const id = await open();
    const answers = await Promise.all([1, 2, 3].map(() => give(id, [bob.id, bob.id])));
    expect(answers.reduce((sum, { body }) => sum + body.data.granted, 0)).toBe(1);
    expect((await give(id, [bob.id])).body.data.skipped).toEqual([{ player: bob.id, why: "granted_before" }]);
    await Promise.all([app.push(), app.push()]);
    expect(asked(/^free-rounds$/)).toHaveLength(1);
    expect((await campaignOf(bob, id)).body.data.left).toBe(20);
    await cancel(bob, id);
  });

  test("a cancellation while the grant is being sent to the provider leaves nothing to play", async () => {
    const id = await open();
    await give(id, [bob.id]);
    app.casino.simulated.answer = path_ => {
      if (path_ !== "free-rounds") return undefined;
      ended ??= content.call(`POST ${path}/${id}/cancel`, { reason });
      return { status: "ok" };
    };
    let ended: Promise<unknown> | undefined;
    await app.push();
    await ended;
    await pass(hourMs);
    await app.push();
    expect(asked(/cancel$/)).toHaveLength(1);
    expect(await shown(bob)).toEqual([]);
  });
});

describe("who decides", () => {
  test("a cap over the sum of one operator takes a second person's approval; its own requester does not count", async () => {
    const id = await draft({ cost_cap: "500.01" });
    const owner = await app.operator("owner");
    const other = await app.operator("owner");
    const { request } = (await start(id, owner)).body.data;
    expect((await give(id, [bob.id])).body.code).toBe("campaign_closed");
    const { payload_hash } = (await other.call(`GET /api/office/approvals/${request}`)).body.data;
    const approve = (by: TestOperator) =>
      by.call(`POST /api/office/approvals/${request}/approve`, { payload_hash, reason });
    expect((await approve(owner)).status).toBe(409);
    expect((await row(id)).state).toBe("draft");
    expect((await approve(other)).status).toBe(200);
    expect(await row(id)).toMatchObject({ state: "open", needs_approval: true, opened_by: other.name });
    expect((await start(id)).body).toMatchObject({ code: "campaign_closed", data: { state: "open" } });
  });

  test("who drafts does not start, who starts does not draft, and who only reads changes nothing", async () => {
    const id = await draft();
    const auditor = await app.operator("auditor");
    expect((await start(id, content)).status).toBe(403);
    expect((await give(id, [bob.id], content)).status).toBe(403);
    expect((await finance.call(`POST ${path}`, terms())).status).toBe(403);
    expect((await auditor.call(`POST ${path}`, terms())).status).toBe(403);
    expect((await auditor.call(`GET ${path}`)).status).toBe(200);
    expect((await give(id, [bob.id])).body).toMatchObject({ code: "campaign_closed", data: { state: "draft" } });
  });

  test("each decision has its entry in the audit log, a list of players one by its hash", async () => {
    const { id } = await granted([alice, bob]);
    await content.call(`POST ${path}/${id}/cancel`, { reason });
    const { rows } = await app.casino.host.db.query<{ action: string; after: string }>(
      "SELECT action, after FROM audit.entries WHERE subject = $1 ORDER BY number",
      [`campaign:${id}`],
    );
    expect(rows.map(({ action }) => action)).toEqual([
      "free_spins.create",
      "free_spins.start",
      "free_spins.grant",
      "free_spins.cancel",
    ]);
    expect(JSON.parse(rows[2]?.after ?? "")).toMatchObject({
      players: 2,
      ids_sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });
});

describe("bad input", () => {
  test.each([
    [{ game: "unknown" }, "game", "game_unknown"],
    [{ provider: "nobody" }, "game", "game_unknown"],
    [{ currency: "EUR" }, "currency", "currency_not_offered"],
    [{ currency: "XXX" }, "currency", "currency_invalid"],
    [{ bet: "0.30" }, "bet", "stake_not_offered"],
    [{ bet: "1e3" }, "bet", "amount_invalid"],
    [{ bet: "-1" }, "bet", "amount_invalid"],
    [{ count: 0 }, "count", "count_invalid"],
    [{ count: 1001 }, "count", "count_invalid"],
    [{ count: 1.5 }, "count", "count_invalid"],
    [{ cost_cap: "3.99" }, "cost_cap", "cost_cap_too_small"],
    [{ expires_at: "2020-01-01T00:00:00Z" }, "expires_at", "expiry_invalid"],
    [{ expires_at: "2099-01-01T00:00:00Z" }, "expires_at", "expiry_invalid"],
    [{ expires_at: "tomorrow" }, "expires_at", "time_invalid"],
    [{ title: "" }, "title", "title_invalid"],
    [{ title: "a\u0000b" }, "title", "title_invalid"],
  ])("a campaign with %j is refused", async (rest, field, key) => {
    const answer = await content.call(`POST ${path}`, terms(rest));
    expect([answer.status, answer.body.errors?.[field]]).toEqual([422, [key]]);
  });

  test("unknown campaigns, players and lists that are no lists change nothing", async () => {
    expect((await give(randomUUID(), [bob.id])).status).toBe(404);
    expect((await start(randomUUID())).status).toBe(404);
    const id = await open();
    for (const players of [[], ["bob"], "bob", Array.from({ length: 301 }, () => randomUUID())])
      expect((await finance.call(`POST ${path}/${id}/grants`, { players, reason })).status).toBe(422);
    expect((await row(id)).players).toBe(0);
  });

  test("unknown players, players of another currency and players on a break are skipped; over the cap none are granted", async () => {
    const id = await open({ cost_cap: "4" });
    const carol = await app.person("carol");
    const dana = await app.person("dana", "KZT");
    await app.casino.host.db.tx(tx => block(tx, carol.id, new Date(app.casino.host.clock.now() + hourMs)));
    const stranger = randomUUID();
    const { data } = (await give(id, [stranger, carol.id, dana.id])).body;
    expect(data.granted).toBe(0);
    expect(data.skipped.map(({ why }: { why: string }) => why)).toEqual(["unknown", "blocked", "currency"]);
    expect((await give(id, [alice.id, bob.id])).body).toMatchObject({ code: "campaign_over_cap", data: { left: "4" } });
    expect((await row(id)).players).toBe(0);
    expect((await give(id, [alice.id])).body.data.granted).toBe(1);
    expect((await give(id, [bob.id])).body).toMatchObject({ code: "campaign_over_cap", data: { left: "0" } });
    await cancel(alice, id);
  });

  test("a grant of another player, another stake or another game is no grant", async () => {
    const { id, grants } = await granted([alice]);
    const [grant = ""] = grants;
    const bet = (person: Person, session: string, rest: object) =>
      app.casino.simulated.call("bet", app.bet(person, session, grant, rest));
    expect((await bet(bob, await app.session(bob), {}))?.status).toBe("free_rounds_over");
    expect((await bet(alice, await app.session(alice), { base: "1" }))?.status).toBe("free_rounds_over");
    const other = await app.session(alice, "other");
    expect((await bet(alice, other, { game: "other" }))?.status).toBe("free_rounds_over");
    expect((await campaignOf(alice, id)).body.data.left).toBe(20);
    await cancel(alice, id);
  });
});

describe("the provider", () => {
  test("that refuses a grant raises an alarm, and its player never sees it", async () => {
    app.casino.simulated.answer = path_ => (path_ === "free-rounds" ? { status: "game_disabled" } : undefined);
    const { grants } = await granted([bob]);
    expect(await shown(bob)).toEqual([]);
    expect(await alarms()).toContainEqual({ kind: "grant_differs", subject: grants[0] });
  });

  test("that ended a grant on its own side is found within the hour", async () => {
    const { id, grants } = await granted([bob]);
    app.casino.simulated.answer = path_ => (path_ === "free-rounds" ? { status: "grant_conflict" } : undefined);
    await pass(hourMs);
    await app.push();
    expect(await alarms()).toContainEqual({ kind: "grant_differs", subject: grants[0] });
    expect((await campaignOf(bob, id)).body.data.status).toBe("active");
    await cancel(bob, id);
  });

  test("that does not respond is retried at growing intervals, and after ten attempts an alarm is raised", async () => {
    app.casino.simulated.answer = () => null;
    const { grants } = await granted([bob]);
    for (let n = 0; n < 9; n++) {
      await pass(hourMs);
      await app.push();
    }
    const tries = asked(/^free-rounds$/).filter(({ body }) => (body as { grant: string }).grant === grants[0]);
    expect(tries).toHaveLength(10);
    expect(await alarms()).toContainEqual({ kind: "grant_waits", subject: grants[0] });
  });
});
