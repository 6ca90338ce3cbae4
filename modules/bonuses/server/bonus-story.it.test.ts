import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { createAudit } from "#modules/audit/server/index.ts";
import { kindNumbers } from "#modules/ledger/shared/kinds.ts";
import { holdOffers, lockForAge, releaseOffers } from "#modules/limits/server/index.ts";
import { type Person, type TestCounter, testCounter } from "#modules/payments/testing/test-counter.ts";
import { auditBooks, type Wallet } from "#modules/wallet/server/index.ts";
import { diceBet } from "#modules/wallet/testing/test-bets.ts";
import { shownBets } from "../testing/shown-bets.ts";
import { takeBreakOf } from "../testing/test-breaks.ts";
import { insertCampaign, setCampaignState } from "./campaign-store.ts";
import { type Bonuses, createBonuses } from "./index.ts";

/** Deposits, claims and payouts with bonuses, in roubles: maximum bet 300. */

/** `BONUS_PAYOUTS=200` asks for as many at once. */
const parallelPayouts = Number(process.env.BONUS_PAYOUTS ?? 20);

let counter: TestCounter;
let wallet: Wallet;
let ownBonuses: Bonuses;
beforeAll(async () => {
  counter = await testCounter({
    modules: ["bonuses"],
    more: ({ host, accounts, wallet: own, payments }) => {
      wallet = own;
      const approvals = { register: () => undefined, ask: () => Promise.reject(new Error("nothing is asked")) };
      ownBonuses = createBonuses(host, {
        accounts,
        bets: shownBets,
        payments,
        wallet,
        approvals,
        audit: createAudit(host),
      });
      return [ownBonuses];
    },
  });
});
afterEach(async () => expect(await auditBooks(counter.host.db)).toEqual([]));
afterAll(() => counter.close());

const unit = 1_000_000n;

async function campaign(
  terms: { kind?: "deposit" | "manual"; amount?: number; budget?: number; hours?: number; cap?: number } = {},
) {
  const { kind = "deposit", amount = 500, budget = 1_000_000, hours = 24, cap } = terms;
  const id = randomUUID() as string as Uuid;
  const { db, clock } = counter.host;
  await db.tx(async tx => {
    await insertCampaign(
      tx,
      {
        id,
        name: { ru: "Бонус", en: "Bonus", kz: "Бонус" },
        kind,
        currency: "RUB",
        percent: kind === "deposit" ? 100 : null,
        amount: micros(BigInt(amount) * unit),
        minDeposit: kind === "deposit" ? micros(200n * unit) : null,
        wager: 20,
        cap: cap === undefined ? null : micros(BigInt(cap) * unit),
        hours,
        budget: micros(BigInt(budget) * unit),
        endsAt: new Date(clock.now() + 48 * 3_600_000),
      },
      "content",
      new Date(clock.now()),
    );
    await setCampaignState(tx, id, "active", "finance");
  });
  return id;
}

const call = (person: Person, name: string, body?: object) =>
  counter.api.call(name, {
    token: person.token,
    ...(body && { body }),
    headers: { "idempotency-key": randomUUID() },
  });
const claim = (person: Person, id: string) => call(person, `POST /api/v1/bonuses/${id}/claim`);
const bonuses = async (person: Person) => (await call(person, "GET /api/v1/bonuses")).body.data;
const method = async (person: Person) =>
  (await call(person, "GET /api/v2/billing/data")).body.data.payments.methods[0].hash;
const deposit = async (person: Person, amount: string, bonus?: string) =>
  call(person, "POST /api/v1/billing/payments", {
    method_hash: await method(person),
    amount,
    ...(bonus && { bonus_id: bonus }),
  });
const pay = async (person: Person, amount: string, bonus?: string, credited = amount) => {
  const answer = await deposit(person, amount, bonus);
  expect(answer.status, answer.text).toBe(201);
  await counter.sendPaidWebhook(answer.body.data, credited, {
    payment: { instrument: { token: `t-${person.id}`, label: "•••• 4242" } },
  });
};
const money = async (person: Person) => {
  const [balance] = await wallet.balances(person.id);
  return `${Number(balance?.real ?? 0n) / 1e6}/${Number(balance?.bonus ?? 0n) / 1e6}`;
};
const seenOffers = async (person: Person, id: string) =>
  (await call(person, "GET /api/v1/bonus-offers")).body.data.filter((offer: { id: string }) => offer.id === id);
let key = 0;
/** A bet that counts its stake. */
async function play(person: Person, stake: number, payout: number) {
  key += 1;
  const bet = diceBet(person.id, key, BigInt(stake) * unit, BigInt(payout) * unit, "RUB");
  const { draw: _draw, ...open } = bet;
  await wallet.place({ ...open, game: "crash", rate: 1000 });
  await wallet.settle({
    player: person.id,
    bet: bet.key,
    result: { kind: "paid", payout: micros(BigInt(payout) * unit), outcome: null },
  });
}

test("a gift with a conversion cap names it, is for our own games, and its statement says what was removed", async () => {
  const sara = await counter.person();
  const gift = await campaign({ kind: "manual", amount: 10, cap: 50 });
  const [offer] = await seenOffers(sara, gift);
  expect(offer).toMatchObject({ cap: "50" });
  expect(offer.games).not.toContain("slots");
  expect((await claim(sara, gift)).body.data).toMatchObject({ status: "active", cap: "50" });
  // 200 to wager: 10 won ten times over, then nineteen bets that return their stake.
  await play(sara, 10, 100);
  for (let bet = 0; bet < 19; bet += 1) await play(sara, 10, 10);
  await counter.host.db.tx(tx => wallet.grants.endDue(tx, sara.id, "RUB"));
  expect(await money(sara)).toBe("50/0");
  expect((await bonuses(sara))[0]).toMatchObject({ status: "completed", released: "50", cap: "50" });
  const { rows } = await counter.host.db.query<{ kind: number; amount: bigint }>(
    "SELECT kind, amount FROM wallet.movements WHERE player_id = $1 ORDER BY seq",
    [sara.id],
  );
  expect(rows.map(({ kind, amount }) => [kind, amount])).toEqual([
    [kindNumbers.bonus, 10n * unit],
    [kindNumbers.bonus_released, 50n * unit],
    [kindNumbers.bonus_forfeited, 50n * unit],
  ]);
});

describe("a deposit bonus", () => {
  test("is chosen with the deposit, given for what was credited, and starts wagering", async () => {
    const alice = await counter.person();
    const offer = await campaign();
    const shown = (await call(alice, "GET /api/v1/bonus-offers")).body.data;
    expect(shown).toContainEqual(
      expect.objectContaining({
        id: offer,
        percent: 100,
        amount: "500",
        wager: 20,
        max_bet: "300",
        average_cost: 80,
        min_deposit: "200",
      }),
    );
    expect((await call(alice, "GET /api/v2/billing/data")).body.data.payments).toMatchObject({
      bonus: { id: offer, name: "Bonus" },
      bonuses: [{ id: offer, percent: 100, amount: "500", min_deposit: "200", wager: 20, max_bet: "300" }],
    });
    await pay(alice, "400", offer);
    expect(await money(alice)).toBe("400/400");
    expect(await bonuses(alice)).toMatchObject([
      { status: "active", amount: "400", wager_target: "8000", balance: "400", open_bets: 0 },
    ]);
    await pay(alice, "400", undefined);
    expect(await money(alice)).toBe("800/400");
  });

  test("a deposit without it activates none; one below the minimum keeps it waiting", async () => {
    const bob = await counter.person();
    const offer = await campaign();
    await pay(bob, "400");
    expect(await bonuses(bob)).toEqual([]);
    const { id } = (await claim(bob, offer)).body.data;
    await pay(bob, "150", id);
    expect(await money(bob)).toBe("550/0");
    expect(await bonuses(bob)).toMatchObject([{ id, status: "waiting", is_funded: false }]);
    await pay(bob, "1000", id);
    expect(await money(bob)).toBe("1550/500");
  });

  test("two deposits that name it, paid at once, activate it once", async () => {
    const carol = await counter.person();
    const { id } = (await claim(carol, await campaign())).body.data;
    const invoices = [await deposit(carol, "300", id), await deposit(carol, "300", id)];
    await Promise.all(invoices.map(each => counter.sendPaidWebhook(each.body.data, "300")));
    expect(await money(carol)).toBe("600/300");
  });

  test("of 200 claims at once one is taken, and its budget is held once", async () => {
    const dora = await counter.person();
    const offer = await campaign({ kind: "manual", amount: 100, budget: 250 });
    const ids = Array.from({ length: 200 }, () => offer);
    const answers = await Promise.all(ids.map(id => claim(dora, id)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect(await money(dora)).toBe("0/100");
    const { rows } = await counter.host.db.query("SELECT held FROM bonuses.campaigns WHERE id = $1", [offer]);
    expect(rows).toEqual([{ held: 100n * unit }]);
    expect((await claim(await counter.person(), offer)).status).toBe(200);
    expect(await claim(await counter.person(), offer)).toMatchObject({
      status: 409,
      body: { code: "bonus_unavailable" },
    });
  });

  test("one that is unknown, another player's, paused or of another currency is refused, and no invoice is opened", async () => {
    const [erin, mallory] = [await counter.person(), await counter.person()];
    const { id } = (await claim(erin, await campaign())).body.data;
    for (const bonus of [randomUUID(), id]) {
      const answer = await deposit(mallory, "300", bonus);
      expect([answer.status, answer.body.code]).toEqual([409, "bonus_unavailable"]);
    }
    const paused = await campaign();
    await counter.host.db.tx(tx => setCampaignState(tx, paused, "paused", "finance"));
    expect((await claim(erin, paused)).status).toBe(409);
    expect((await deposit(erin, "300", "x")).status).toBe(422);
  });
});

describe("a deposit that its bank recalls", () => {
  async function payWith(person: Person, bonus: string, amount = "400"): Promise<() => Promise<string>> {
    const payment = randomUUID();
    const { data } = (await deposit(person, amount, bonus)).body;
    await counter.sendPaidWebhook(data, amount, { payment: { id: payment } });
    return async () => {
      const message = {
        event_id: randomUUID(),
        type: "payment.recalled",
        payment: { id: payment, amount, currency: "RUB" },
      };
      return (await counter.sendWebhook(message as never)).body.data.result;
    };
  }
  const statuses = async (person: Person) => (await bonuses(person)).map((each: { status: string }) => each.status);

  test("takes its bonus with it, while it is wagered and while it waits; once, and no other bonus", async () => {
    const [ann, bea] = [await counter.person(), await counter.person()];
    const recall = await payWith(ann, await campaign());
    const recallWaiting = await payWith(ann, await campaign());
    await payWith(bea, await campaign());
    expect([await money(ann), await statuses(ann)]).toEqual(["800/400", ["active", "waiting"]]);
    expect(await recallWaiting()).toBe("noted");
    expect([await money(ann), await statuses(ann)]).toEqual(["400/400", ["active", "forfeited"]]);
    expect(await Promise.all([recall(), recall()])).toContain("repeated");
    expect([await money(ann), await statuses(ann)]).toEqual(["0/0", ["forfeited", "forfeited"]]);
    expect([await money(bea), await statuses(bea)]).toEqual(["400/400", ["active"]]);
  });

  test("is repaid by the next deposit, whose bonus is for what is left of it", async () => {
    const dora = await counter.person();
    const payment = randomUUID();
    await counter.sendPaidWebhook((await deposit(dora, "400")).body.data, "400", { payment: { id: payment } });
    await play(dora, 400, 0);
    const recalled = { id: payment, amount: "400", currency: "RUB" };
    await counter.sendWebhook({ event_id: randomUUID(), type: "payment.recalled", payment: recalled } as never);
    const offer = await campaign();
    await pay(dora, "500", offer);
    expect([await money(dora), await statuses(dora)]).toEqual(["100/0", ["waiting"]]);
    await pay(dora, "300", (await bonuses(dora))[0].id);
    expect([await money(dora), await statuses(dora)]).toEqual(["400/300", ["active"]]);
  });

  test("leaves what a completed bonus has released: the deposit alone is owed", async () => {
    const cleo = await counter.person();
    const recall = await payWith(cleo, await campaign({ amount: 10 }));
    for (let bet = 0; bet < 20; bet += 1) await play(cleo, 10, 10);
    expect([await money(cleo), await statuses(cleo)]).toEqual(["410/0", ["completed"]]);
    expect(await recall()).toBe("noted");
    expect([await money(cleo), await statuses(cleo)]).toEqual(["10/0", ["completed"]]);
  });
});

describe("the budget of a campaign", () => {
  test("is free again where a claim gives less, is declined, expires, or ends with a self-exclusion", async () => {
    const of = await campaign({ amount: 500, budget: 2_000 });
    const held = async () =>
      Number(
        (await counter.host.db.query<{ held: bigint }>("SELECT held FROM bonuses.campaigns WHERE id = $1", [of]))
          .rows[0]?.held,
      ) / 1e6;
    const [ann, ben, cid, dan, eve] = [
      await counter.person(),
      await counter.person(),
      await counter.person(),
      await counter.person(),
      await counter.person(),
    ];
    const claims = [];
    for (const person of [ann, ben, cid, dan]) claims.push((await claim(person, of)).body.data.id);
    expect(await held()).toBe(2_000);
    expect((await claim(eve, of)).status).toBe(409);
    await pay(ann, "300", claims[0]);
    expect(await held()).toBe(1_800);
    expect((await call(ben, `POST /api/v1/bonuses/${claims[1]}/give-up`)).status).toBe(200);
    expect((await call(ben, `POST /api/v1/bonuses/${claims[1]}/give-up`)).status).toBe(409);
    expect(await held()).toBe(1_300);
    expect((await claim(eve, of)).status).toBe(200);
    await takeBreakOf(counter, cid, "self_exclusion", 200 * 86_400_000);
    expect(await held()).toBe(1_300);
    await counter.host.clock.advance(49 * 3_600_000);
    await ownBonuses.jobs?.[0]?.run({} as never);
    await ownBonuses.jobs?.[0]?.run({} as never);
    // What ann was given stays held, whatever became of it.
    expect(await held()).toBe(300);
  });
});

describe("the queue", () => {
  test("ends with the account: what had only to start is cancelled, and its budget is free again", async () => {
    const [hugo, of] = [await counter.person(), await campaign({ kind: "manual", amount: 20 })];
    await claim(hugo, await campaign({ kind: "manual", amount: 10 }));
    await claim(hugo, of);
    const { db } = counter.host;
    await db.tx(async tx => ownBonuses.onAccountClosed?.(tx, hugo.id));
    await ownBonuses.jobs?.[0]?.run({} as never);
    expect([await money(hugo), (await bonuses(hugo)).map(({ status }: { status: string }) => status)]).toEqual([
      "0/0",
      ["cancelled", "cancelled"],
    ]);
    const { rows } = await db.query("SELECT held FROM bonuses.campaigns WHERE id = $1", [of]);
    expect(rows).toEqual([{ held: 0n }]);
  });

  test("a second bonus waits, and starts when the first one ends", async () => {
    const frank = await counter.person();
    const [first, second] = [
      await campaign({ kind: "manual", amount: 10 }),
      await campaign({ kind: "manual", amount: 20 }),
    ];
    const { id } = (await claim(frank, first)).body.data;
    expect((await claim(frank, second)).body.data).toMatchObject({ status: "waiting", is_funded: true });
    expect(await money(frank)).toBe("0/10");
    expect((await call(frank, `POST /api/v1/bonuses/${id}/give-up`)).body.data).toMatchObject({ status: "cancelled" });
    await counter.host.passUntil(async () => (await money(frank)) === "0/20");
    expect((await bonuses(frank))[0]).toMatchObject({ status: "active", amount: "20" });
    expect(await call(frank, `POST /api/v1/bonuses/${id}/give-up`)).toMatchObject({
      status: 409,
      body: { code: "bonus_ended", data: { status: "cancelled" } },
    });
  });

  test("goes on after a break, however many players are on one, and whatever fails for another", async () => {
    const greta = await counter.person();
    const [first, second] = [
      await campaign({ kind: "manual", amount: 10 }),
      await campaign({ kind: "manual", amount: 20 }),
    ];
    const active = (await claim(greta, first)).body.data.id;
    const waiting = (await claim(greta, second)).body.data.id;
    await takeBreakOf(counter, greta, "time_out", 3_600_000);
    expect((await call(greta, `POST /api/v1/bonuses/${active}/give-up`)).status).toBe(200);
    // More than the job reads at once. The bonus of the first one cannot start, all others are on a break.
    const { db, clock } = counter.host;
    const others = Array.from({ length: 250 }, (_, n) => `00000000-0000-7000-8000-${String(n).padStart(12, "0")}`);
    await db.tx(async tx => {
      await tx.query("SET LOCAL session_replication_role = replica");
      await tx.query(
        `INSERT INTO bonuses.bonuses SELECT (jsonb_populate_record(b, jsonb_build_object('id', p, 'player_id', p, 'hours', $3::int))).*
         FROM bonuses.bonuses b, unnest($2::uuid[]) p WHERE b.id = $1`,
        [waiting, others, 2_000_000_000],
      );
      await tx.query(
        "INSERT INTO limits.players (player_id, blocked_until, kind) SELECT unnest($1::uuid[]), $2, 'time_out'",
        [others.slice(1), new Date(clock.now() + 100 * 3_600_000)],
      );
    });
    await clock.advance(3_600_001);
    await ownBonuses.jobs?.[0]?.run({} as never);
    expect(await money(greta)).toBe("0/20");
    for (const table of ["bonuses.bonuses", "limits.players"])
      await db.query(`DELETE FROM ${table} WHERE player_id = ANY ($1)`, [others]);
  });
});

describe("a payout while wagering", () => {
  test("names what is given up, and with give_up_bonus ends the bonus and pays the own money in one step", async () => {
    const grace = await counter.person();
    await pay(grace, "1000", await campaign());
    const [{ id }] = await bonuses(grace);
    const [card] = (await call(grace, "GET /api/v2/billing/data")).body.data.payouts.methods;
    const ask = (extra: object = {}) =>
      call(grace, "POST /api/v1/billing/payouts", { method_hash: card.hash, amount: "600", ...extra });
    expect(await ask()).toMatchObject({
      status: 409,
      body: { code: "wagering_open", data: { left: "10000", currency: "RUB", bonus_id: id, gives_up: "500" } },
    });
    expect((await ask({ give_up_bonus: randomUUID() })).status).toBe(404);
    expect(await money(grace)).toBe("1000/500");
    const answers = await Promise.all(Array.from({ length: parallelPayouts }, () => ask({ give_up_bonus: id })));
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(await money(grace)).toBe("400/0");
    expect(await bonuses(grace)).toMatchObject([{ id, status: "cancelled", released: "0" }]);
  });

  test("a deposit does not leave while its bonus waits for its turn; several bonuses are given up together", async () => {
    const iris = await counter.person();
    const gift = (await claim(iris, await campaign({ kind: "manual", amount: 10 }))).body.data.id;
    await pay(iris, "400", await campaign());
    const waiting = (await bonuses(iris)).find(({ status }: { status: string }) => status === "waiting").id;
    const [card] = (await call(iris, "GET /api/v2/billing/data")).body.data.payouts.methods;
    const ask = (give_up_bonus: string | readonly string[]) =>
      call(iris, "POST /api/v1/billing/payouts", { method_hash: card.hash, amount: "400", give_up_bonus });
    const named = { left: "8000", currency: "RUB", bonus_id: waiting, gives_up: "400", status: "waiting" };
    expect(await ask(gift)).toMatchObject({ status: 409, body: { code: "wagering_open", data: named } });
    expect(await ask(waiting)).toMatchObject({ status: 409, body: { data: { bonus_id: gift, status: "active" } } });
    expect(await money(iris)).toBe("400/10");
    expect((await ask([gift, waiting])).status).toBe(201);
    await ownBonuses.jobs?.[0]?.run({} as never);
    expect(await money(iris)).toBe("0/0");
    expect((await bonuses(iris)).map(({ status }: { status: string }) => status)).toEqual(["cancelled", "cancelled"]);
  });

  test("a payout above the own money gives nothing up", async () => {
    const heidi = await counter.person();
    await pay(heidi, "1000", await campaign());
    const [{ id }] = await bonuses(heidi);
    const [card] = (await call(heidi, "GET /api/v2/billing/data")).body.data.payouts.methods;
    const body = { method_hash: card.hash, amount: "1200", give_up_bonus: id };
    expect(await call(heidi, "POST /api/v1/billing/payouts", body)).toMatchObject({
      body: { code: "insufficient_funds" },
    });
    expect(await money(heidi)).toBe("1000/500");
  });
});

describe("its bets", () => {
  test("add up to what is wagered, page by page, say which money they were, and are seen by their player only", async () => {
    const [lena, mallory] = [await counter.person(), await counter.person()];
    await pay(lena, "100");
    await play(lena, 60, 0);
    const { id } = (await claim(lena, await campaign({ kind: "manual", amount: 100 }))).body.data;
    expect((await call(lena, "GET /profile/user")).body.user.bonus).toEqual({ id, name: "Bonus" });
    for (let bet = 0; bet < 55; bet += 1) await play(lena, 2, 2);
    const page = async (cursor = "") => (await call(lena, `GET /api/v1/bonuses/${id}/bets${cursor}`)).body.data;
    const first = await page();
    const second = await page(`?cursor=${first.next_cursor}`);
    expect([first.items.length, second.items.length, second.next_cursor]).toEqual([50, 5, null]);
    // 40 of real money: twenty bets of it and of what they won. Every bet counts, whichever money it was.
    const counted = [...first.items, ...second.items].map((bet: { counted: string }) => Number(bet.counted));
    expect(counted.reduce((sum, each) => sum + each, 0)).toBe(110);
    expect(await bonuses(lena)).toMatchObject([{ wagered: "110" }]);
    expect(first.items[0]).toMatchObject({ game: "crash", stake: "2", rate: 1000, counted: "2", from_bonus: "0" });
    await play(lena, 60, 60);
    expect((await page()).items[0]).toMatchObject({ stake: "60", from_bonus: "20", paid_bonus: "20", counted: "60" });
    expect((await call(mallory, `GET /api/v1/bonuses/${id}/bets`)).status).toBe(404);
    expect((await call(lena, `GET /api/v1/bonuses/${id}/bets?cursor=-1`)).status).toBe(422);
    await call(lena, `POST /api/v1/bonuses/${id}/give-up`);
    expect((await page()).items[0]).toMatchObject({ counted: "60" });
    expect((await call(lena, "GET /profile/user")).body.user.bonus).toBeNull();
  });
});

describe("its ends", () => {
  test("wagered to the last: the money is real, and the bonus says how much it gave", async () => {
    const ivan = await counter.person();
    await claim(ivan, await campaign({ kind: "manual", amount: 10 }));
    for (let bet = 0; bet < 20; bet += 1) await play(ivan, 10, 10);
    expect(await money(ivan)).toBe("10/0");
    expect(await bonuses(ivan)).toMatchObject([
      { status: "completed", wagered: "200", wager_target: "200", released: "10" },
    ]);
  });

  test("a job ends it past its time, and a waiting one past its campaign", async () => {
    const judy = await counter.person();
    await claim(judy, await campaign({ kind: "manual", amount: 10, hours: 1 }));
    await claim(judy, await campaign());
    await counter.host.clock.advance(3_600_000);
    const job = wallet.jobs?.find(({ name }) => name === "wallet-end-bonuses");
    await job?.run({} as never);
    expect(await money(judy)).toBe("0/0");
    expect((await bonuses(judy)).map((each: { status: string }) => each.status)).toEqual(["waiting", "expired"]);
    await counter.host.clock.advance(48 * 3_600_000);
    await counter.runJob("bonuses-follow").catch(() => undefined);
    expect((await bonuses(judy)).map((each: { status: string }) => each.status)).toEqual(["expired", "expired"]);
  });

  test("a time-out stops its clock, a self-exclusion ends it", async () => {
    const ken = await counter.person();
    await claim(ken, await campaign({ kind: "manual", amount: 10, hours: 2 }));
    await takeBreakOf(counter, ken, "time_out", 24 * 3_600_000);
    expect((await bonuses(ken))[0].expires_in).toBe(26 * 3600);
    expect((await claim(ken, await campaign({ kind: "manual" }))).status).toBe(409);
    // The first hour of the longer break was added with the shorter one.
    await counter.host.clock.advance(3_600_000);
    await takeBreakOf(counter, ken, "time_out", 48 * 3_600_000);
    expect((await bonuses(ken))[0].expires_in).toBe(50 * 3600);
    await takeBreakOf(counter, ken, "self_exclusion", 200 * 86_400_000);
    expect(await bonuses(ken)).toMatchObject([{ status: "cancelled" }]);
    expect(await money(ken)).toBe("0/0");
  });
});

describe("while offers are blocked", () => {
  const at = () => new Date(counter.host.clock.now());
  const seen = async (person: Person, path: string) => (await call(person, `GET ${path}`)).body.data;

  test("nothing is offered or claimed, an active bonus continues, and each block is lifted separately", async () => {
    const lena = await counter.person();
    await claim(lena, await campaign({ kind: "manual", amount: 10 }));
    await claim(lena, await campaign());
    const gift = await campaign({ kind: "manual", amount: 5 });
    expect(await seen(lena, "/api/v1/bonus-offers")).not.toEqual([]);
    expect(await seen(lena, "/bonus-system/bonus-activation/waiting-reg-and-dep")).not.toBeNull();
    const { tx } = counter.host.db;
    await tx(on => holdOffers(on, lena.id, "operator", at()));
    await tx(on => holdOffers(on, lena.id, "harm", at()));
    expect(await seen(lena, "/api/v1/bonus-offers")).toEqual([]);
    expect((await seen(lena, "/api/v2/billing/data")).payments).toMatchObject({ bonus: null, bonuses: [] });
    expect(await seen(lena, "/bonus-system/bonus-activation/waiting-reg-and-dep")).toBeNull();
    expect((await claim(lena, gift)).body.code).toBe("bonus_unavailable");
    expect(await money(lena)).toBe("0/10");
    expect((await bonuses(lena)).map((each: { status: string }) => each.status)).toEqual(["active", "waiting"]);
    await tx(on => releaseOffers(on, lena.id, "operator"));
    expect((await claim(lena, gift)).body.code).toBe("bonus_unavailable");
    await tx(on => releaseOffers(on, lena.id, "harm"));
    expect((await claim(lena, gift)).status).toBe(200);
  });

  test("a player who is found to be under age is offered and given nothing", async () => {
    const nick = await counter.person();
    const gift = await campaign({ kind: "manual", amount: 5 });
    expect(await seenOffers(nick, gift)).toHaveLength(1);
    await counter.host.db.tx(on => lockForAge(on, nick.id, new Date(counter.host.clock.now() + 86_400_000)));
    expect(await seenOffers(nick, gift)).toEqual([]);
    expect((await claim(nick, gift)).body.code).toBe("bonus_unavailable");
    expect(await money(nick)).toBe("0/0");
  });

  test("of a hundred claims beside a hold none is made after its commit", async () => {
    const mira = await counter.person();
    const offers = await Promise.all(Array.from({ length: 40 }, () => campaign({ kind: "manual", amount: 1 })));
    const flying = offers.slice(0, 20).map(offer => claim(mira, offer));
    await Promise.race(flying);
    await counter.host.db.tx(on => holdOffers(on, mira.id, "harm", at()));
    const made = async () => (await bonuses(mira)).length;
    const atCommit = await made();
    const after = await Promise.all(offers.slice(20).map(offer => claim(mira, offer)));
    await Promise.all(flying);
    expect(after.filter(({ status }) => status === 200)).toEqual([]);
    expect(await made()).toBe(atCommit);
  });
});
