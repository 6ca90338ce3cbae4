import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { RequestKind } from "#modules/approvals/server/index.ts";
import { createAudit } from "#modules/audit/server/index.ts";
import { type Bonuses, createBonuses, forfeitRequest } from "#modules/bonuses/server/index.ts";
import { shownBets } from "#modules/bonuses/testing/shown-bets.ts";
import { takeBreakOf } from "#modules/bonuses/testing/test-breaks.ts";
import { block } from "#modules/limits/server/index.ts";
import { type Person, type TestCounter, testCounter } from "#modules/payments/testing/test-counter.ts";
import { auditBooks, type Wallet } from "#modules/wallet/server/index.ts";
import { diceBet } from "#modules/wallet/testing/test-bets.ts";
import { noApprovals, openTestPack } from "../testing/test-packs.ts";
import { createWelcomePack, type WelcomePacks } from "./index.ts";
import { closeVersion } from "./versions.ts";

/** New players go through a pack, in roubles: steps of up to 500, 300 and 100, each 100 % of a deposit from 200, wagered 20 times. */

const hour = 3_600_000;
const day = 24 * hour;

let counter: TestCounter;
let wallet: Wallet;
let bonuses: Bonuses;
let packs: WelcomePacks;
let forfeit: RequestKind | undefined;
const asked = { id: randomUUID() as Uuid, askedBy: randomUUID() as Uuid, askedName: "Askar" };
const dana = { id: randomUUID() as Uuid, name: "Dana", role: "risk", address: null, requestId: null };
beforeAll(async () => {
  counter = await testCounter({
    modules: ["bonuses", "welcome-pack"],
    more: ({ host, accounts, wallet: own, payments }) => {
      wallet = own;
      const audit = createAudit(host);
      const approvals = Object.assign({}, noApprovals, {
        register(kind: RequestKind) {
          if (kind.kind === forfeitRequest) forfeit = kind;
        },
      });
      const rest = { accounts, payments, wallet, audit, bets: shownBets, approvals };
      bonuses = createBonuses(host, rest as never);
      packs = createWelcomePack(host, { accounts, bonuses, audit, approvals: noApprovals as never });
      return [bonuses, packs];
    },
  });
});
beforeEach(() => counter.host.db.query("UPDATE welcome_pack.packs SET state = 'closed' WHERE state = 'open'"));
afterEach(async () => expect(await auditBooks(counter.host.db)).toEqual([]));
afterAll(() => counter.close());

const call = (person: Person, name: string, body?: object) =>
  counter.api.call(name, { token: person.token, ...(body && { body }), headers: { "idempotency-key": randomUUID() } });
const own = async (person: Person) => (await call(person, "GET /api/v1/welcome-pack")).body.data;
const states = async (person: Person) => {
  const { state, steps } = await own(person);
  return [state, ...steps.map((step: { state: string; end: string | null }) => step.end ?? step.state)].join(" ");
};
const waiting = async (person: Person) =>
  (await call(person, "GET /bonus-system/bonus-activation/waiting-reg-and-dep")).body.data;
const guest = async (headers: Record<string, string> = { region: "RU" }) =>
  (await counter.api.call("GET /api/v3/welcome-pack/get-welcome-packs-guest", { headers })).body.data;
/** Runs the jobs of a minute. */
const follow = async () => {
  for (const { jobs } of [bonuses, packs]) for (const job of jobs ?? []) await job.run(undefined);
};

async function pay(person: Person, amount: string, bonus?: string, id: string = randomUUID()): Promise<void> {
  const { methods } = (await call(person, "GET /api/v2/billing/data")).body.data.payments;
  const answer = await call(person, "POST /api/v1/billing/payments", {
    method_hash: methods[0].hash,
    amount,
    ...(bonus && { bonus_id: bonus }),
  });
  expect(answer.status, answer.text).toBe(201);
  await counter.sendPaidWebhook(answer.body.data, amount, {
    payment: { id, instrument: { token: `t-${person.id}`, label: "•••• 4242" } },
  });
}
const current = async (person: Person): Promise<string> =>
  (await own(person)).steps.findLast((step: { bonus_id: string | null }) => step.bonus_id).bonus_id;
let key = 0;
/** A bet that counts its stake and returns it. */
async function play(person: Person, stake: number): Promise<void> {
  key += 1;
  const amount = micros(BigInt(stake) * 1_000_000n);
  const { draw: _draw, ...open } = diceBet(person.id, key, amount, amount, "RUB");
  await wallet.place({ ...open, game: "crash", rate: 1000 });
  await wallet.settle({ player: person.id, bet: open.key, result: { kind: "paid", payout: amount, outcome: null } });
}
async function registered(body: object): Promise<Person> {
  const email = `${randomUUID()}@example.org`;
  const answer = await counter.api.call("POST /api/v2/auth/register/email", {
    body: { email, password: "correct horse", currency: "RUB", agree: true, ...body },
  });
  expect(answer.status, answer.text).toBe(201);
  return { id: "" as Person["id"], token: answer.body.token };
}

test("alice goes through all steps: wagered, given up, and declined, each opens the next", async () => {
  await openTestPack(counter.host);
  expect(await guest()).toMatchObject([
    {
      publicTitle: "Pack",
      currency: "RUB",
      max_amount: "900",
      steps: [
        { step: 1, percent: 100, max_amount: "500", min_deposit: "200", wager_target: "10000", max_bet: "300" },
        { step: 2, wager: 20, average_cost: 80, hours: 24, window_hours: 168 },
        { step: 3 },
      ],
    },
  ]);
  const alice = await counter.person();
  expect(await states(alice)).toBe("running open later later");
  expect(await waiting(alice)).toMatchObject({
    name: "Pack · 1/3",
    kind: "deposit",
    percent: 100,
    expires_in: 604_800,
  });
  await pay(alice, "400", await current(alice));
  expect(await states(alice)).toBe("running active later later");
  for (let n = 0; n < 27; n += 1) await play(alice, 300);
  await counter.host.passUntil(async () => (await states(alice)) === "running completed open later");
  const second = await current(alice);
  await pay(alice, "200", second);
  expect((await call(alice, `POST /api/v1/bonuses/${second}/give-up`)).status).toBe(200);
  await counter.host.passUntil(async () => (await states(alice)) === "running completed cancelled open");
  expect((await call(alice, `POST /api/v1/bonuses/${await current(alice)}/give-up`)).status).toBe(200);
  await counter.host.passUntil(async () => (await states(alice)) === "finished completed cancelled cancelled");
  expect(await waiting(alice)).toBeNull();
});

test("a recalled deposit ends the pack, and so does a step that operators forfeited for what its player did", async () => {
  await openTestPack(counter.host);
  const [gus, hana, iris] = [await counter.person(), await counter.person(), await counter.person()];
  const payment = randomUUID();
  await pay(gus, "400", await current(gus), payment);
  expect(await states(gus)).toBe("running active later later");
  const recalled = { id: payment, amount: "400", currency: "RUB" };
  await counter.sendWebhook({ type: "payment.recalled", payment: recalled } as never);
  await counter.host.passUntil(async () => (await states(gus)) === "stopped forfeited later later");
  for (const [who, cause] of [
    [hana, "terms"],
    [iris, "mistake"],
  ] as const) {
    const bonus = await current(who);
    const request = { payload: { bonus, player: who.id, cause }, reason: cause, subject: `player:${who.id}` };
    await counter.host.db.tx(tx => required(forfeit, "registered").run(tx, { ...request, ...asked }, dana));
  }
  await counter.host.passUntil(async () => (await states(iris)) === "running forfeited open later");
  await counter.host.passUntil(async () => (await states(hana)) === "stopped forfeited later later");
});

test("a step is granted by its pack only: its campaign cannot be claimed, and a deposit names the player's own step", async () => {
  await openTestPack(counter.host);
  const [ben, cid] = [await counter.person(), await counter.person()];
  const { rows } = await counter.host.db.query<{ id: string }>(
    "SELECT campaign_id AS id FROM bonuses.bonuses WHERE player_id = $1",
    [ben.id],
  );
  const campaign = rows[0]?.id;
  expect((await call(ben, "GET /api/v1/bonus-offers")).body.data).toEqual([]);
  expect((await call(ben, `POST /api/v1/bonuses/${campaign}/claim`)).status).toBe(409);
  const taken = await call(cid, "POST /api/v1/billing/payments", {
    method_hash: "card-page",
    amount: "400",
    bonus_id: await current(ben),
  });
  expect(taken.status).toBeGreaterThanOrEqual(400);
  await pay(cid, "400");
  expect(await states(cid)).toBe("running open later later");
});

test("a first step without its deposit ends the pack with the countdown, to the second; its place is free again", async () => {
  const { id } = await openTestPack(counter.host, { players: 1, hours: 24 * 30 });
  const dora = await counter.person();
  expect(await guest()).toEqual([]);
  expect(await own(await counter.person())).toBeNull();
  await counter.host.clock.advance(7 * day - 1000);
  expect((await waiting(dora)).expires_in).toBe(1);
  await counter.host.clock.advance(1000);
  expect(await waiting(dora)).toBeNull();
  expect(await states(dora)).toBe("expired expired later later");
  await follow();
  expect(await states(dora)).toBe("expired expired later later");
  expect(await guest()).toMatchObject([{ id }]);
});

test("a later step whose deposit is not made in time opens the next", async () => {
  await openTestPack(counter.host);
  const erin = await counter.person();
  await pay(erin, "200", await current(erin));
  await counter.host.clock.advance(day);
  await call(erin, `POST /api/v1/bonuses/${await current(erin)}/give-up`);
  await counter.host.passUntil(async () => (await own(erin)).steps[1].state === "open");
  await counter.host.clock.advance(7 * day);
  await follow();
  await counter.host.passUntil(async () => (await own(erin)).steps[2].state === "open");
  expect((await own(erin)).steps[1].end).toBe("expired");
});

test("the countdown that a guest saw goes on after the registration; one that has ended brings no pack", async () => {
  await openTestPack(counter.host);
  const at = (ms: number) => new Date(counter.host.clock.now() + ms).toISOString();
  const expires = async (offer_ends: string) =>
    (await own(await registered({ offer_ends })))?.steps[0].expires_in ?? null;
  expect(await expires(at(3600_000))).toBe(3600);
  expect(await expires(at(30 * day))).toBe(604_800);
  expect(await expires(at(0))).toBeNull();
  const refused = await counter.api.call("POST /api/v2/auth/register/email", {
    body: { email: "x@example.org", password: "correct horse", currency: "RUB", agree: true, offer_ends: "soon" },
  });
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ["offer_ends"]]);
});

test("a pack is for new players of its currency, and they keep the version that they were offered", async () => {
  const early = await counter.person();
  await openTestPack(counter.host, { title: "First" });
  const frank = await counter.person();
  await openTestPack(counter.host, { title: "Second", caps: [100] });
  const [grace, heidi] = [await counter.person(), await counter.person("USD")];
  expect(await own(early)).toBeNull();
  expect(await own(heidi)).toBeNull();
  expect(await own(frank)).toMatchObject({ publicTitle: "First", max_amount: "900" });
  expect(await own(grace)).toMatchObject({ publicTitle: "Second", max_amount: "100" });
  expect(await guest()).toMatchObject([{ publicTitle: "Second" }]);
  expect(await guest({ region: "KZ" })).toEqual([]);
});

test("a closed pack goes on for those who have it; a stopped one opens no further step", async () => {
  const { id } = await openTestPack(counter.host);
  const [ivan, judy] = [await counter.person(), await counter.person()];
  const end = (to: "closed" | "stopped") =>
    counter.host.db.tx(tx => closeVersion(counter, tx, { id, to, by: "content" }));
  await end("closed");
  expect(await own(await counter.person())).toBeNull();
  await call(ivan, `POST /api/v1/bonuses/${await current(ivan)}/give-up`);
  await counter.host.passUntil(async () => (await states(ivan)) === "running cancelled open later");
  await end("stopped");
  await expect(end("stopped")).rejects.toMatchObject({ error: { code: "welcome_pack_closed" } });
  await pay(judy, "200", await current(judy));
  expect(await states(judy)).toBe("running active later later");
  await call(judy, `POST /api/v1/bonuses/${await current(judy)}/give-up`);
  await counter.host.passUntil(async () => (await states(judy)) === "stopped cancelled later later");
});

test("no step opens in a break, and the next one after it; a self-exclusion ends the pack", async () => {
  await openTestPack(counter.host);
  const [kim, liz] = [await counter.person(), await counter.person()];
  const step = await current(kim);
  await takeBreakOf(counter, kim, "time_out", day);
  expect((await own(kim)).state).toBe("paused");
  await call(kim, `POST /api/v1/bonuses/${step}/give-up`);
  await follow();
  expect((await own(kim)).steps[1].state).toBe("later");
  await counter.host.clock.advance(day + hour);
  await follow();
  expect(await states(kim)).toBe("running cancelled open later");
  await takeBreakOf(counter, liz, "self_exclusion", 200 * day);
  await follow();
  expect(await states(liz)).toBe("excluded cancelled later later");
});

test("a closed account opens no step, and frees the place that it has not used", async () => {
  await openTestPack(counter.host);
  const [kim, liz] = [await counter.person(), await counter.person()];
  await call(kim, `POST /api/v1/bonuses/${await current(kim)}/give-up`);
  await follow();
  expect(await states(kim)).toBe("running cancelled open later");
  for (const person of [kim, liz])
    await counter.host.db.tx(async tx => {
      for (const module of [bonuses, packs]) await module.onAccountClosed?.(tx, person.id);
      await block(tx, person.id, new Date(counter.host.clock.now() + 1_000 * day));
    });
  expect(await states(kim)).toBe("stopped cancelled open later");
  await counter.host.clock.advance(8 * day);
  await follow();
  expect([await states(kim), await states(liz)]).toEqual([
    "stopped cancelled expired later",
    "expired expired later later",
  ]);
});

test("a pack that cannot go on keeps no other waiting, and goes on once it can", async () => {
  await openTestPack(counter.host);
  const [kim, liz] = [await counter.person(), await counter.person()];
  for (const person of [kim, liz]) {
    const step = await current(person);
    await takeBreakOf(counter, person, "time_out", day);
    await call(person, `POST /api/v1/bonuses/${step}/give-up`);
    await follow();
    await counter.host.clock.advance(1000);
  }
  const { db } = counter.host;
  await db.query(
    `CREATE FUNCTION refuse_kim() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'kim cannot go on'; END $$`,
  );
  await db.query(
    `CREATE TRIGGER refuse_kim BEFORE UPDATE OF step ON welcome_pack.players FOR EACH ROW WHEN (OLD.player_id = '${kim.id}') EXECUTE FUNCTION refuse_kim()`,
  );
  await counter.host.clock.advance(day + hour);
  await follow();
  expect(await states(liz)).toBe("running cancelled open later");
  expect(await states(kim)).toBe("running cancelled later later");
  await db.query("DROP TRIGGER refuse_kim ON welcome_pack.players");
  await counter.host.clock.advance(10 * 60_000);
  await follow();
  expect(await states(kim)).toBe("running cancelled open later");
});

test("of many who register at once as many get the pack as it has places", async () => {
  await openTestPack(counter.host, { players: 3 });
  const people = await Promise.all(Array.from({ length: 8 }, () => counter.person()));
  const got = await Promise.all(people.map(own));
  expect(got.filter(pack => pack !== null)).toHaveLength(3);
});
