import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Person } from "#modules/accounts/testing/test-people.ts";
import { bonusHandlers } from "#modules/bonuses/office/handlers.ts";
import { type Bonuses, createBonuses } from "#modules/bonuses/server/index.ts";
import { shownBets } from "#modules/bonuses/testing/shown-bets.ts";
import { takeBreakOf } from "#modules/bonuses/testing/test-breaks.ts";
import { reason, type TestFreeSpins, testFreeSpins } from "#modules/free-spins/testing/test-free-spins.ts";
import type { TestOperator } from "#modules/operators/testing/test-operators.ts";
import { packHandlers } from "../office/handlers.ts";
import { createWelcomePack, type WelcomePacks } from "./index.ts";

/** A pack in dollars: a deposit bonus, two free spins of 0.20 on "altyn" wagered ten times, and another deposit bonus. */

const hour = 3_600_000;
let app: TestFreeSpins;
let bonuses: Bonuses;
let packs: WelcomePacks;
let content: TestOperator;
let finance: TestOperator;
let names = 0;

beforeAll(async () => {
  app = await testFreeSpins({
    tables: ["bonuses", "welcome-pack"],
    make({ host, wallet, accounts, audit, approvals, freeSpins }) {
      const payments = { addPayoutCheck: () => undefined, connectBonuses: () => undefined };
      bonuses = createBonuses(host, { accounts, bets: shownBets, payments, wallet, approvals, audit });
      bonuses.connectFreeRounds(freeSpins.forBonuses);
      packs = createWelcomePack(host, { accounts, bonuses, approvals, audit });
      return {
        modules: [bonuses, packs],
        office: [...packHandlers({ welcomePacks: packs }), ...bonusHandlers({ bonuses })],
      };
    },
  });
});
beforeEach(async () => {
  [content, finance] = [await app.operator("content"), await app.operator("finance")];
  await app.casino.host.db.query("UPDATE welcome_pack.packs SET state = 'closed' WHERE state = 'open'");
});
afterEach(() => app.expectBooks());
afterAll(() => app.casino.close());

const at = (ms: number) => new Date(app.casino.host.clock.now() + ms).toISOString();
const step = { percent: 100, max_amount: "20", min_deposit: "10", wager: 10, hours: 24 };
const rounds = (free_spins: string) => ({ free_spins, wager: 10, hours: 24 });
/** Enough for two players, and for the deposit step and the rounds of the last of them. */
const lasts = 48 * hour + (24 + 168 + 168) * hour;
async function spinsOf(rest: object = {}): Promise<string> {
  const terms = { title: "Pack", provider: "studio", game: "altyn", currency: "USD", bet: "0.20", count: 2 };
  const body = { ...terms, cost_cap: "0.8", wins: "bonus", expires_at: at(lasts + hour), ...rest, reason };
  const answer = await content.call("POST /api/office/free-spins", body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.id;
}
const start = async (spins: string) =>
  expect((await finance.call(`POST /api/office/free-spins/${spins}/start`, { reason })).status).toBe(200);
const draft = (steps: readonly object[], rest: object = {}) =>
  content.call("POST /api/office/welcome-packs", {
    title: { ru: "Пакет", en: "Pack", kz: "Пакет" },
    currency: "USD",
    players: 2,
    ends_at: at(48 * hour),
    steps,
    reason,
    ...rest,
  });
const open = (pack: string) => finance.call(`POST /api/office/welcome-packs/${pack}/open`, { reason });
async function opened(rest: object = {}): Promise<{ readonly pack: string; readonly spins: string }> {
  const spins = await spinsOf(rest);
  await start(spins);
  const made = await draft([step, rounds(spins), step]);
  expect(made.status, made.text).toBe(201);
  const answer = await open(made.body.data.id);
  expect(answer.status, answer.text).toBe(200);
  return { pack: made.body.data.id, spins };
}
const own = async (person: Person) => (await app.as(person, "GET /api/v1/welcome-pack")).body.data;
const states = async (person: Person) =>
  (await own(person)).steps.map((each: { state: string; end: string | null }) => each.end ?? each.state).join(" ");
const follow = async () => {
  for (const { jobs } of [bonuses, packs]) for (const job of jobs ?? []) await job.run(undefined);
};
/** An active bonus of the same rounds for everybody. */
async function bonusOf(spins: string): Promise<string> {
  const made = await content.call("POST /api/office/bonuses", {
    name: { ru: "Спины", en: "Spins", kz: "Спиндер" },
    kind: "manual",
    currency: "USD",
    free_spins: spins,
    wager: 10,
    hours: 24,
    budget: "40",
    ends_at: at(lasts),
    reason,
  });
  expect(made.status, made.text).toBe(201);
  const answer = await finance.call(`POST /api/office/bonuses/${made.body.data.id}/activate`, { reason });
  expect(answer.status, answer.text).toBe(200);
  return made.body.data.id;
}
const claim = async (person: Person, bonus: string) =>
  (await app.as(person, `POST /api/v1/bonuses/${bonus}/claim`)).status;
/** Free spins as the back office shows them: granted, reserved. */
async function counted(spins: string): Promise<readonly string[]> {
  const all = (await content.call("GET /api/office/free-spins")).body.data.campaigns;
  const found = all.find(({ id }: { id: string }) => id === spins);
  return [found.granted, found.reserved];
}
/** Somebody new, who gives up the first step and has the rounds of the second. */
async function atRounds(): Promise<{ readonly alice: Person; readonly bonus: string; readonly session: string }> {
  names += 1;
  const alice = await app.person(`alice${names}`);
  const [first] = (await own(alice)).steps;
  await app.as(alice, `POST /api/v1/bonuses/${first.bonus_id}/give-up`);
  await expect.poll(() => states(alice)).toBe("cancelled open later");
  await app.push();
  const bonus = (await own(alice)).steps[1].bonus_id;
  return { alice, bonus, session: await app.session(alice) };
}
const wallet = async ({ id }: Person) =>
  (await app.casino.host.db.query("SELECT real, bonus FROM wallet.wallets WHERE player_id = $1", [id])).rows[0];

describe("a step of free rounds", () => {
  test("is shown with what it costs, opens after the step before, and is wagered with what it wins", async () => {
    await opened();
    const shown = (await app.as(await app.person("gast"), "GET /api/v1/welcome-pack")).body.data;
    expect(shown).toMatchObject({ max_amount: "40", steps: [{ kind: "deposit_bonus", rounds: null }, {}, {}] });
    const terms = { percent: null, max_amount: null, min_deposit: null, wager: 10, wager_target: null, max_bet: "5" };
    expect(shown.steps[1]).toMatchObject({
      kind: "free_rounds",
      ...terms,
      average_cost: 40,
      hours: 24,
      window_hours: 168,
      rounds: { game: "altyn", count: 2, bet: "0.2", left: null },
    });
    const { alice, bonus, session } = await atRounds();
    expect((await own(alice)).steps[1]).toMatchObject({ state: "open", expires_in: 604_800, rounds: { left: 2 } });
    expect(await app.play(alice, session, bonus, "3.5")).toBe("ok");
    expect((await own(alice)).steps[1]).toMatchObject({ state: "open", rounds: { left: 1, won: "3.5" } });
    expect(await app.play(alice, session, bonus, "1")).toBe("ok");
    await expect.poll(() => states(alice)).toBe("cancelled active later");
    expect(await wallet(alice)).toEqual({ real: 0n, bonus: 4_500_000n });
    await app.as(alice, `POST /api/v1/bonuses/${bonus}/give-up`);
    await expect.poll(() => states(alice)).toBe("cancelled cancelled open");
    expect(await wallet(alice)).toEqual({ real: 0n, bonus: 0n });
  });

  test("whose time is up gives what was won, and none of the rounds that are left", async () => {
    await opened();
    const { alice, bonus, session } = await atRounds();
    await app.play(alice, session, bonus, "3");
    await app.casino.host.clock.advance(168 * hour - 1000);
    await follow();
    expect(await states(alice)).toBe("cancelled open later");
    await app.casino.host.clock.advance(1000);
    await follow();
    expect(await states(alice)).toBe("cancelled active later");
    expect(await wallet(alice)).toEqual({ real: 0n, bonus: 3_000_000n });
    expect(await app.play(alice, await app.session(alice), bonus, "3")).toBe("free_rounds_over");
    await follow();
    expect(await wallet(alice)).toEqual({ real: 0n, bonus: 3_000_000n });
  });

  test("that has won nothing in its time has expired, and opens the next", async () => {
    await opened();
    const { alice } = await atRounds();
    await app.casino.host.clock.advance(168 * hour);
    await follow();
    await expect.poll(() => states(alice)).toBe("cancelled expired open");
  });

  test("is not timed during a break, and one break that is prolonged counts once", async () => {
    await opened();
    const { alice } = await atRounds();
    const { casino } = app;
    await takeBreakOf(casino, alice, "time_out", 24 * hour);
    await takeBreakOf(casino, alice, "time_out", 48 * hour);
    expect((await own(alice)).steps[1].expires_in).toBe((168 + 48) * 3600);
  });

  test("is skipped for who cannot get its rounds, and takes nothing of its budget", async () => {
    const { pack, spins } = await opened();
    const cancelled = await content.call(`POST /api/office/free-spins/${spins}/cancel`, { reason });
    expect(cancelled.status, cancelled.text).toBe(200);
    const bob = await app.person("bob");
    await app.as(bob, `POST /api/v1/bonuses/${(await own(bob)).steps[0].bonus_id}/give-up`);
    await expect.poll(() => states(bob)).toBe("cancelled skipped open");
    const { rows } = await app.casino.host.db.query(
      "SELECT held FROM bonuses.campaigns WHERE pack_id = $1 AND free_spins IS NOT NULL",
      [pack],
    );
    expect(rows).toEqual([{ held: 0n }]);
  });
});

describe("rounds that an open pack has promised", () => {
  test("are there for each of its players, whatever another bonus gives", async () => {
    const { spins } = await opened({ cost_cap: "1.2" });
    expect(await counted(spins)).toEqual(["0", "0.8"]);
    const other = await bonusOf(spins);
    names += 1;
    const [eve, mia] = [await app.person(`eve${names}`), await app.person(`mia${names}`)];
    const offers = (await app.as(eve, "GET /api/v1/bonus-offers")).body.data;
    expect(offers.map(({ id }: { id: string }) => id)).not.toContain(other);
    expect([await claim(eve, other), await claim(mia, other)]).toEqual([409, 409]);
    for (const person of [eve, mia]) {
      await app.as(person, `POST /api/v1/bonuses/${(await own(person)).steps[0].bonus_id}/give-up`);
      await expect.poll(() => states(person)).toBe("cancelled open later");
    }
    expect(await counted(spins)).toEqual(["0.8", "0"]);
    const late = await app.person(`late${names}`);
    expect(await claim(late, other)).toBe(200);
    expect(await counted(spins)).toEqual(["1.2", "0"]);
  });

  test("stay reserved for those who have a closed pack, and only for them", async () => {
    const { pack, spins } = await opened();
    names += 1;
    const alice = await app.person(`alice${names}`);
    const next = (await draft([step, rounds(spins), step])).body.data.id;
    const body = { to: "closed", reason };
    expect((await content.call(`POST /api/office/welcome-packs/${pack}/close`, body)).status).toBe(200);
    expect(await counted(spins)).toEqual(["0", "0.4"]);
    const refused = { status: 409, body: { code: "welcome_pack_spins_unavailable", data: { step: 2 } } };
    expect(await open(next)).toMatchObject(refused);
    await takeBreakOf(app.casino, alice, "self_exclusion", 24 * hour);
    await follow();
    expect(await counted(spins)).toEqual(["0", "0"]);
    expect((await open(next)).status).toBe(200);
    expect(await counted(spins)).toEqual(["0", "0.8"]);
    const stop = { to: "stopped", reason };
    expect((await content.call(`POST /api/office/welcome-packs/${next}/close`, stop)).status).toBe(200);
    expect(await counted(spins)).toEqual(["0", "0"]);
  });

  test("move from one version of a pack to the next, and are free when its time is over", async () => {
    const { spins } = await opened();
    const next = (await draft([step, rounds(spins), step])).body.data.id;
    expect((await open(next)).status).toBe(200);
    expect(await counted(spins)).toEqual(["0", "0.8"]);
    await app.casino.host.clock.advance(49 * hour);
    await follow();
    content = await app.operator("content");
    expect(await counted(spins)).toEqual(["0", "0"]);
  });
});

describe("an operator", () => {
  test("opens a pack only when its rounds are there for every player, and sees its terms and cost", async () => {
    const spins = await spinsOf();
    const { id } = (await draft([step, rounds(spins)])).body.data;
    const refused = { status: 409, body: { code: "welcome_pack_spins_unavailable", data: { step: 2 } } };
    expect(await open(id)).toMatchObject(refused);
    await start(spins);
    expect((await open(id)).status).toBe(200);
    const all = (await finance.call("GET /api/office/welcome-packs")).body.data;
    expect(all.find((each: { id: string }) => each.id === id)).toMatchObject({
      cost_at_most: "40.8",
      steps: [
        { percent: 100, rounds: null },
        { percent: null, min_deposit: null, max_amount: "0.4", rounds: { game: "altyn", count: 2, bet: "0.2" } },
      ],
    });
  });

  test.each<[string, string, (spins: string) => readonly object[], object?]>([
    ["as the first step", "first_step_deposit", spins => [rounds(spins)]],
    ["beside a share of a deposit", "steps_invalid", spins => [step, { ...step, free_spins: spins }]],
    ["of no campaign", "steps_invalid", () => [step, rounds("opening")]],
    ["of an unknown campaign", "free_spins_not_allowed", () => [step, rounds("00000000-0000-4000-8000-000000000000")]],
    ["of one campaign twice", "free_spins_twice", spins => [step, rounds(spins), rounds(spins)]],
    ["in another currency", "free_spins_not_allowed", spins => [step, rounds(spins)], { currency: "EUR" }],
    ["for more players than can get them", "free_spins_too_few", spins => [step, rounds(spins)], { players: 3 }],
    ["that end too early for the last player", "free_spins_too_short", spins => [step, step, rounds(spins)]],
  ])("is refused rounds %s", async (_what, key, steps, rest = {}) => {
    const refused = await draft(steps(await spinsOf()), rest);
    expect(refused.status, refused.text).toBe(422);
    expect(JSON.stringify(refused.body.errors)).toContain(key === "steps_invalid" ? "steps" : key);
  });

  test("is refused rounds whose wins are real money", async () => {
    const refused = await draft([step, rounds(await spinsOf({ wins: "real" }))]);
    expect(refused.body.errors).toEqual({ steps: ["free_spins_not_allowed"] });
  });
});
