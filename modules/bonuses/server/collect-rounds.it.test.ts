import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Uuid } from "#kit/std/brand.ts";
import type { Person } from "#modules/accounts/testing/test-people.ts";
import { reason, type TestFreeSpins, testFreeSpins } from "#modules/free-spins/testing/test-free-spins.ts";
import { accountBalance } from "#modules/ledger/server/index.ts";
import { bonusCost } from "#modules/ledger/shared/chart.ts";
import { block } from "#modules/limits/server/index.ts";
import { selfExcluded } from "#modules/limits/shared/events.ts";
import type { TestOperator } from "#modules/operators/testing/test-operators.ts";
import { uuid } from "#modules/providers/testing/test-providers.ts";
import { bonusHandlers } from "../office/handlers.ts";
import { shownBets } from "../testing/shown-bets.ts";
import { type Bonuses, createBonuses } from "./index.ts";

/** Free rounds whose wins become bonus money: alice plays two of 0.20 on "altyn", wagered ten times. */

const hourMs = 3_600_000;
let app: TestFreeSpins;
let bonuses: Bonuses;
let content: TestOperator;
let finance: TestOperator;
let alice: Person;
let names = 0;

beforeAll(async () => {
  app = await testFreeSpins({
    tables: ["bonuses"],
    make({ host, wallet, accounts, audit, approvals, freeSpins }) {
      const payments = { addPayoutCheck: () => undefined, connectBonuses: () => undefined };
      bonuses = createBonuses(host, { accounts, bets: shownBets, payments, wallet, approvals, audit });
      bonuses.connectFreeRounds(freeSpins.forBonuses);
      return { modules: [bonuses], office: bonusHandlers({ bonuses }) };
    },
  });
});
beforeEach(async () => {
  [content, finance] = [await app.operator("content"), await app.operator("finance")];
  names += 1;
  alice = await app.person(`alice${names}`);
});
afterEach(() => app.expectBooks());
afterAll(() => app.casino.close());

async function asked(path: string, body: object): Promise<string> {
  const answer = await content.call(`POST /api/office/${path}`, { ...body, reason });
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.id;
}
const at = (ms: number) => new Date(app.casino.host.clock.now() + ms).toISOString();
const spinsOf = (rest: object = {}) =>
  asked("free-spins", {
    title: "Opening",
    provider: "studio",
    game: "altyn",
    currency: "USD",
    bet: "0.20",
    count: 2,
    cost_cap: "40",
    wins: "bonus",
    expires_at: at(48 * hourMs),
    ...rest,
  });
const terms = (spins: string, rest: object = {}) => ({
  name: { en: "Spins", ru: "Спины", kz: "Спиндер" },
  kind: "manual",
  currency: "USD",
  free_spins: spins,
  wager: 10,
  hours: 72,
  budget: "40",
  ends_at: at(48 * hourMs),
  ...rest,
});
async function offered(rest: object = {}, spins: object = {}): Promise<{ campaign: string; spins: string }> {
  const free = await spinsOf(spins);
  expect((await finance.call(`POST /api/office/free-spins/${free}/start`, { reason })).status).toBe(200);
  const campaign = await asked("bonuses", terms(free, rest));
  expect((await finance.call(`POST /api/office/bonuses/${campaign}/activate`, { reason })).status).toBe(200);
  return { campaign, spins: free };
}
/** The player claims it, and its provider has the rounds. */
async function claimed(rest: object = {}, spins: object = {}): Promise<Uuid> {
  const { campaign } = await offered(rest, spins);
  const answer = await app.as(alice, `POST /api/v1/bonuses/${campaign}/claim`);
  expect(answer.status, answer.text).toBe(200);
  await app.push();
  return answer.body.data.id;
}
/** The same bonus of so many other players, whose rounds were ended and who are on a break; theirs come first. */
async function pausedCopies(id: Uuid, count: number): Promise<readonly string[]> {
  const players = Array.from(
    { length: count },
    (_, index) => `00000000-0000-7000-8000-${String(index).padStart(12, "0")}`,
  );
  await app.casino.host.db.tx(async tx => {
    await tx.query("SET LOCAL session_replication_role = replica");
    const copied = (table: string, change: string) =>
      tx.query(
        `INSERT INTO ${table} SELECT (jsonb_populate_record(t, jsonb_build_object('id', p, 'player_id', p) || $3::jsonb)).*
         FROM ${table} t, unnest($2::uuid[]) p WHERE t.id = $1`,
        [id, players, change],
      );
    await copied("bonuses.bonuses", "{}");
    await copied("free_spins.grants", JSON.stringify({ ended_at: at(0) }));
    await tx.query(
      "INSERT INTO limits.players (player_id, blocked_until, kind) SELECT unnest($1::uuid[]), $2, 'time_out'",
      [players, new Date(app.casino.host.clock.now() + 100 * hourMs)],
    );
  });
  return players;
}
const view = async (id: string) => (await app.as(alice, `GET /bonus-system/bonus/${id}`)).body.data;
const moneyOf = async (player = alice) =>
  (await app.casino.host.db.query("SELECT real, bonus FROM wallet.wallets WHERE player_id = $1", [player.id])).rows[0];
const follow = () => bonuses.jobs?.find(({ name }) => name === "bonuses-follow")?.run({});
const cost = () => accountBalance(app.casino.host.db, "USD", bonusCost("free_spins"));

describe("a bonus of free rounds", () => {
  test("is offered with its rounds, collects what they win, and is wagered like any other", async () => {
    const { campaign } = await offered();
    const [offer] = (await app.as(alice, "GET /api/v1/bonus-offers")).body.data;
    const rounds = { game: "altyn", count: 2, bet: "0.2", left: null, won: "0" };
    expect(offer).toMatchObject({ id: campaign, amount: "0.4", wager: 10, rounds });
    const id = (await app.as(alice, `POST /api/v1/bonuses/${campaign}/claim`)).body.data.id;
    await app.push();
    expect(await view(id)).toMatchObject({ status: "waiting", is_funded: false, amount: "0", rounds: { left: 2 } });
    const session = await app.session(alice);
    const before = await cost();
    expect(await app.play(alice, session, id, "3.5")).toBe("ok");
    expect(await moneyOf()).toEqual({ real: 0n, bonus: 0n });
    expect(await view(id)).toMatchObject({ amount: "3.5", wager_target: "35", rounds: { left: 1, won: "3.5" } });
    expect((await cost()) - before).toBe(3_500_000n);
    expect(await app.play(alice, session, id, "1")).toBe("ok");
    await expect
      .poll(() => view(id))
      .toMatchObject({ status: "active", amount: "4.5", wager_target: "45", balance: "4.5" });
    expect(await moneyOf()).toEqual({ real: 0n, bonus: 4_500_000n });
    expect((await cost()) - before).toBe(0n);
    const stake = {
      tx: uuid(),
      round: uuid(),
      player: alice.id,
      game: "altyn",
      currency: "USD",
      session,
      amount: "1",
      base: "1",
    };
    const bet = await app.casino.simulated.call("bet", { ...stake, kind: "stake" });
    expect(bet).toMatchObject({ body: { status: "ok", used: { real: "0", bonus: "1" } } });
    const paid = { tx: uuid(), round: stake.round, player: alice.id, game: "altyn", currency: "USD" };
    await app.casino.simulated.call("win", { ...paid, amount: "0", close: true });
    expect(Number((await view(id)).wagered)).toBeGreaterThan(0);
  });

  test("takes no other stake in a round of it, and a stake's round takes none of it", async () => {
    const id = await claimed();
    const session = await app.session(alice);
    const bet = app.bet(alice, session, id);
    expect((await app.casino.simulated.call("bet", bet))?.status).toBe("ok");
    const again = { ...app.bet(alice, session, id), round: bet.round };
    expect((await app.casino.simulated.call("bet", again))?.status).toBe("round_closed");
    const { free_grant: _grant, ...own } = { ...app.bet(alice, session, id), free_grant: undefined };
    const stake = { ...own, round: bet.round, kind: "stake", amount: "0.2" };
    expect((await app.casino.simulated.call("bet", stake))?.status).toBe("round_closed");
  });

  test("is collected early: the rest of the rounds ends, and an open one is waited for", async () => {
    const id = await claimed();
    const session = await app.session(alice);
    const bet = app.bet(alice, session, id);
    await app.casino.simulated.call("bet", bet);
    const collect = () => app.as(alice, `POST /api/v1/bonuses/${id}/collect`);
    expect((await collect()).body.data).toMatchObject({ status: "waiting", rounds: { left: 0 } });
    const win = {
      tx: uuid(),
      round: bet.round,
      player: alice.id,
      game: "altyn",
      currency: "USD",
      amount: "2",
      close: true,
    };
    expect((await app.casino.simulated.call("win", win))?.status).toBe("ok");
    await expect.poll(() => view(id)).toMatchObject({ status: "active", amount: "2" });
    expect(await collect()).toMatchObject({ status: 409, body: { code: "bonus_ended", data: { status: "active" } } });
    expect(await app.play(alice, session, id)).toBe("free_rounds_over");
    const other = await app.as(await app.person("mallory"), `POST /api/v1/bonuses/${id}/collect`);
    expect(other).toMatchObject({ status: 404, body: { code: "not_found" } });
  });

  test("given up takes its rounds and what they have won, also of a round that is open", async () => {
    const id = await claimed();
    const session = await app.session(alice);
    await app.play(alice, session, id, "3");
    const bet = app.bet(alice, session, id);
    await app.casino.simulated.call("bet", bet);
    const given = await app.as(alice, `POST /api/v1/bonuses/${id}/give-up`);
    expect(given.body.data).toMatchObject({ status: "cancelled" });
    const win = {
      tx: uuid(),
      round: bet.round,
      player: alice.id,
      game: "altyn",
      currency: "USD",
      amount: "2",
      close: true,
    };
    expect(await app.casino.simulated.call("win", win)).toMatchObject({ body: { status: "ok", balance: "0" } });
    await follow();
    expect(await view(id)).toMatchObject({ status: "cancelled" });
    expect(await moneyOf()).toEqual({ real: 0n, bonus: 0n });
  });

  test.each(["given up", "excluded", "expired"])(
    "rolled back after the bonus was %s moves nothing, and gives no round back",
    async how => {
      const id = await claimed();
      const session = await app.session(alice);
      const bet = app.bet(alice, session, id);
      await app.casino.simulated.call("bet", bet);
      if (how === "given up") await app.as(alice, `POST /api/v1/bonuses/${id}/give-up`);
      if (how === "excluded") await excluded(alice);
      if (how === "expired") await app.casino.host.clock.advance(49 * hourMs);
      await follow();
      const back = {
        tx: uuid(),
        round: bet.round,
        player: alice.id,
        game: "altyn",
        currency: "USD",
        ref: bet.tx,
        reason: "timeout",
      };
      expect(await app.casino.simulated.call("rollback", back)).toMatchObject({ body: { status: "ok", balance: "0" } });
      await follow();
      expect(await view(id)).toMatchObject({ status: how === "expired" ? "expired" : "cancelled" });
      expect(await moneyOf()).toEqual({ real: 0n, bonus: 0n });
    },
  );

  test("rolled back while it can be played is free again", async () => {
    const id = await claimed();
    const bet = app.bet(alice, await app.session(alice), id);
    await app.casino.simulated.call("bet", bet);
    expect(await view(id)).toMatchObject({ rounds: { left: 1 } });
    const back = {
      tx: uuid(),
      round: bet.round,
      player: alice.id,
      game: "altyn",
      currency: "USD",
      ref: bet.tx,
      reason: "timeout",
    };
    expect((await app.casino.simulated.call("rollback", back))?.status).toBe("ok");
    expect(await view(id)).toMatchObject({ status: "waiting", rounds: { left: 2 } });
  });

  test("that has won nothing is used up with its last round", async () => {
    const id = await claimed();
    const session = await app.session(alice);
    await app.play(alice, session, id);
    await app.play(alice, session, id);
    await expect.poll(() => view(id)).toMatchObject({ status: "lost" });
  });

  test("keeps what was won when its time is over, and starts after a time-out", async () => {
    const id = await claimed();
    await app.play(alice, await app.session(alice), id, "3");
    const until = new Date(app.casino.host.clock.now() + 60 * hourMs);
    await app.casino.host.db.tx(tx => block(tx, alice.id, until, "time_out"));
    await app.casino.host.clock.advance(49 * hourMs);
    await follow();
    expect(await view(id)).toMatchObject({ status: "waiting", amount: "3" });
    await app.casino.host.clock.advance(12 * hourMs);
    await follow();
    expect(await view(id)).toMatchObject({ status: "active", amount: "3" });
  });

  test("is collected, however many players with older ones are on a break", async () => {
    const id = await claimed();
    await app.play(alice, await app.session(alice), id, "3");
    const { db, clock } = app.casino.host;
    const paused = await pausedCopies(id, 100);
    await clock.advance(49 * hourMs);
    await follow();
    expect(await view(id)).toMatchObject({ status: "active", amount: "3" });
    for (const table of ["bonuses.bonuses", "free_spins.grants", "limits.players"])
      await db.query(`DELETE FROM ${table} WHERE player_id = ANY ($1)`, [paused]);
  });

  test("is claimed once of 20 calls at the same time, within the cost cap of its rounds", async () => {
    const { campaign } = await offered({}, { cost_cap: "0.4" });
    const all = await Promise.all(
      Array.from({ length: 20 }, () => app.as(alice, `POST /api/v1/bonuses/${campaign}/claim`)),
    );
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    const bob = await app.person(`bob${names}`);
    expect((await app.as(bob, "GET /api/v1/bonus-offers")).body.data).not.toContainEqual(
      expect.objectContaining({ id: campaign }),
    );
    const late = await app.as(bob, `POST /api/v1/bonuses/${campaign}/claim`);
    expect(late).toMatchObject({ status: 409, body: { code: "bonus_unavailable" } });
  });
});

describe("an operator", () => {
  test("cannot give rounds of such a campaign alone", async () => {
    const { spins } = await offered();
    const given = await finance.call(`POST /api/office/free-spins/${spins}/grants`, { players: [alice.id], reason });
    expect(given).toMatchObject({ status: 409, body: { code: "campaign_closed", data: { state: "by_bonus" } } });
  });

  test.each([
    ["unknown free spins", { free_spins: randomUUID() }, "free_spins"],
    ["an amount beside them", { amount: "5" }, "amount"],
    ["a deposit", { kind: "deposit", percent: 100, min_deposit: "5" }, "free_spins"],
    ["betting", { product: "betting" }, "free_spins"],
    ["a conversion cap", { cap: "50" }, "cap"],
    ["another currency", { currency: "KZT" }, "free_spins"],
    ["text", { free_spins: "opening" }, "free_spins"],
  ])("is refused a bonus of free rounds with %s", async (_what, rest, field) => {
    const body = { ...terms(await spinsOf(), rest), reason };
    const refused = await content.call("POST /api/office/bonuses", body);
    expect(refused.status, refused.text).toBe(422);
    expect(Object.keys(refused.body.errors)).toContain(field);
  });

  test("is refused one of free rounds whose wins are real money", async () => {
    const refused = await content.call("POST /api/office/bonuses", {
      ...terms(await spinsOf({ wins: "real" })),
      reason,
    });
    expect(refused.body.errors).toEqual({ free_spins: ["free_spins_not_allowed"] });
  });
});

async function excluded({ id: player }: Person): Promise<void> {
  const { host } = app.casino;
  const until = new Date(host.clock.now() + 1000 * hourMs);
  await host.db.tx(async tx => {
    await block(tx, player, until, "self_exclusion");
    await host.bus.publish(tx, selfExcluded, { player, until });
  });
}
