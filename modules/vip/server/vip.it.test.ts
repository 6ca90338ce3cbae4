import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { createAudit } from "#modules/audit/server/index.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { depositsClearing } from "#modules/ledger/shared/chart.ts";
import { block, takeBreak } from "#modules/limits/server/index.ts";
import { type Person, type TestCounter, testCounter } from "#modules/payments/testing/test-counter.ts";
import { createProjections, type Projections, projectionInvariants } from "#modules/projections/server/index.ts";
import { auditBooks, type Wallet } from "#modules/wallet/server/index.ts";
import { providerBet, providerWin, roundOf } from "#modules/wallet/testing/provider-bets.ts";
import { fixTestRates } from "#modules/wallet/testing/test-app.ts";
import { diceBet } from "#modules/wallet/testing/test-bets.ts";
import { firstTerms } from "../shared/terms.ts";
import { createVip, type Vip } from "./index.ts";

/** Players in roubles who play dice at 1 %. */

let counter: TestCounter;
let wallet: Wallet;
let vip: Vip;
let projections: Projections;
let asked: unknown[] = [];
beforeAll(async () => {
  counter = await testCounter({
    modules: ["vip"],
    more: ({ host, accounts, wallet: own, payments }) => {
      wallet = own;
      const approvals = {
        register: () => undefined,
        ask: async (_tx: unknown, request: unknown) => {
          asked.push(request);
          return { id: randomUUID() as never, expiresAt: new Date(0), isNew: true };
        },
      };
      projections = createProjections(host, {
        returnedOf: () => ({ numerator: 99n, denominator: 100n }),
        testPlayers: async () => [],
      });
      vip = createVip(host, {
        accounts,
        payments,
        projections,
        wallet,
        approvals: approvals as never,
        audit: createAudit(host),
      });
      return [projections, vip];
    },
  });
});
afterEach(async () => {
  asked = [];
  expect(await auditBooks(counter.host.db)).toEqual([]);
  expect(await differencesOf(counter.host.db, projectionInvariants())).toEqual([]);
});
afterAll(() => counter.close());

const dayMs = 86_400_000;
/** The next Monday, 00:00 UTC. */
async function nextMonday() {
  const now = counter.host.clock.now();
  const day = Math.floor(now / dayMs);
  await counter.host.clock.advance((day - ((day + 3) % 7) + 7) * dayMs - now);
}

async function person(roubles: string): Promise<Person> {
  const found = await counter.person("RUB");
  await counter.host.db.tx(async tx => {
    await wallet.open(tx, found.id, "RUB");
    await wallet.credit(tx, {
      owner: found.id,
      currency: "RUB",
      reference: randomUUID() as never,
      amount: parseDecimal(roubles),
      kind: "deposit",
      from: depositsClearing("sandbox"),
    });
  });
  return found;
}

let bets = 0x1000;
async function play({ id: player }: Person, stake: string, payout = "0", currency: Currency = "RUB") {
  bets += 1;
  const { draw: _draw, ...bet } = diceBet(player, bets, parseDecimal(stake), 0n, currency);
  const answer = await wallet.place({ ...bet, game: "crash" });
  expect(answer.kind).toBe("accepted");
  await wallet.settle({ player, bet: bet.key, result: { kind: "paid", payout: parseDecimal(payout), outcome: null } });
  await projections.foldNow([player]);
}

const call = (who: Person, name: string, body?: object, key: string = randomUUID()) =>
  counter.api.call(name, { token: who.token, ...(body && { body }), headers: { "idempotency-key": key } });
const collect = (who: Person, kind: string, key?: string, currency = "RUB") =>
  call(who, `POST /api/v1/rewards/${kind}`, { currency }, key);
const rewards = async (who: Person) => (await call(who, "GET /api/v1/rewards")).body.data;
const ledgerOf = async (who: Person) => {
  const { rows } = await counter.host.db.query<{ kind: number; amount: bigint; debit: number; credit: number }>(
    "SELECT kind, amount, debit, credit FROM ledger.transfers WHERE player_id = $1 AND kind IN (14, 43) ORDER BY seq",
    [who.id],
  );
  return rows;
};

describe("levels", () => {
  test("open at their thresholds of real stakes, show in the profile, and are never taken back", async () => {
    const ann = await person("400000");
    expect(await rewards(ann)).toMatchObject({
      level: null,
      next: { level: "brass", from: "100", left: "100", percent: 0 },
    });
    await play(ann, "99.999999", "99.999999");
    await collect(ann, "rakeback");
    expect((await rewards(ann)).level).toBeNull();
    await play(ann, "0.000001");
    await collect(ann, "rakeback");
    expect(await rewards(ann)).toMatchObject({
      level: "brass",
      wagered: "100",
      next: { level: "silver", left: "249900" },
    });
    await play(ann, "300000");
    await collect(ann, "cashback");
    expect((await rewards(ann)).level).toBe("silver");
    const { body } = await counter.api.call("GET /profile/user", { token: ann.token });
    expect(JSON.stringify(body)).toContain('"premium":{"status":"silver"}');
  });

  test("other currencies count at the rate of the day of the bet", async () => {
    const bea = await person("10");
    await fixTestRates(counter.host.db, counter.host.clock.now(), {
      USD: "1",
      EUR: "1.1",
      RUB: "0.0125",
      KZT: "0.002",
      INR: "0.0115",
    });
    await counter.host.db.tx(async tx => {
      await wallet.open(tx, bea.id, "USD");
      await wallet.credit(tx, {
        owner: bea.id,
        currency: "USD",
        reference: randomUUID() as never,
        amount: parseDecimal("5"),
        kind: "deposit",
        from: depositsClearing("sandbox"),
      });
    });
    await play(bea, "1.25", "0", "USD");
    await collect(bea, "rakeback", undefined, "USD");
    expect(await rewards(bea)).toMatchObject({ level: "brass", wagered: "100" });
  });

  test("a level's gift is a tenth of the theoretical loss made inside the level left, paid once from its own account", async () => {
    const cat = await person("300000");
    await play(cat, "250000", "250000");
    await collect(cat, "rakeback");
    const { currencies } = await rewards(cat);
    // All of it was lost below the first level; nothing inside brass.
    expect(currencies[0].level_up).toMatchObject({
      due: "250",
      gifts: [
        { level: "brass", theoretical_loss: "2500", amount: "250" },
        { level: "silver", amount: "0" },
      ],
    });
    expect((await collect(cat, "level_up")).body.data).toEqual({ kind: "level_up", currency: "RUB", amount: "250" });
    expect((await collect(cat, "level_up")).body).toMatchObject({ code: "nothing_to_collect" });
    expect((await ledgerOf(cat)).slice(-2)).toEqual([
      { kind: 14, amount: parseDecimal("250"), debit: 311, credit: 2 },
      { kind: 43, amount: parseDecimal("250"), debit: 2, credit: 1 },
    ]);
  });
});

describe("rakeback", () => {
  test("is the theoretical loss at the level's rate, and becomes real money by the account that bears its cost", async () => {
    const dan = await person("20000");
    await play(dan, "1234.56", "1234.56");
    // Brass: 5 % of 12.3456.
    expect((await collect(dan, "rakeback")).body.data).toEqual({
      kind: "rakeback",
      currency: "RUB",
      amount: "0.61728",
    });
    expect((await rewards(dan)).currencies[0].rakeback).toEqual({
      losses: [{ rate: "5", theoretical_loss: "12.3456" }],
      collected: "0.61728",
      due: "0",
    });
    expect(await ledgerOf(dan)).toEqual([
      { kind: 14, amount: 617_280n, debit: 305, credit: 2 },
      { kind: 43, amount: 617_280n, debit: 2, credit: 1 },
    ]);
    expect((await wallet.balances(dan.id))[0]).toMatchObject({ real: parseDecimal("20000.61728"), bonus: 0n });
  });

  test("of 200 collections at once one pays, and a key pays once", async () => {
    const eli = await person("20000");
    await play(eli, "1000", "1000");
    const answers = await Promise.all(Array.from({ length: 200 }, () => collect(eli, "rakeback")));
    expect(answers.filter(({ status }) => status === 200).map(({ body }) => body.data.amount)).toEqual(["0.5"]);
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set(["nothing_to_collect"]),
    );
    await play(eli, "1000", "1000");
    const key = randomUUID();
    const same = await Promise.all(Array.from({ length: 20 }, () => collect(eli, "rakeback", key)));
    expect(same.map(({ body }) => body.data?.amount)).toEqual(Array(20).fill("0.5"));
    for (const [kind, currency] of [
      ["cashback", "RUB"],
      ["rakeback", "USD"],
    ] as const)
      expect(await collect(eli, kind, key, currency), kind).toMatchObject({
        status: 409,
        body: { code: "idempotency_conflict" },
      });
    expect(await ledgerOf(eli)).toHaveLength(4);
  });

  test("a collection that fails before its commit has paid nothing", async () => {
    const fay = await person("20000");
    await play(fay, "1000", "1000");
    const key = randomUUID();
    counter.host.failpoints.arm("vip.collected", () => {
      throw new Error("a fault of the test");
    });
    expect((await collect(fay, "rakeback", key)).status).toBe(500);
    expect(await ledgerOf(fay)).toEqual([]);
    expect((await collect(fay, "rakeback", key)).body.data.amount).toBe("0.5");
  });

  test("nothing is paid in a break, and all of it afterwards", async () => {
    const gil = await person("20000");
    await play(gil, "1000", "1000");
    const until = new Date(counter.host.clock.now() + dayMs);
    await counter.host.db.tx(tx => block(tx, gil.id, until, "time_out"));
    const refused = await collect(gil, "rakeback");
    expect([403, 409]).toContain(refused.status);
    expect(await ledgerOf(gil)).toEqual([]);
    await counter.host.clock.advance(dayMs + 1);
    expect((await collect(gil, "rakeback")).body.data.amount).toBe("0.5");
  });

  test("of a round that is voided after a higher level was reached is taken back at the rate that it counted at", async () => {
    const hal = await person("600000");
    const currency = "RUB";
    await wallet.placeInRound(providerBet(hal.id, 1, parseDecimal("10000"), { currency }));
    await wallet.winRound(providerWin(hal.id, 2, parseDecimal("10000"), 1, { currency }));
    await projections.foldNow([hal.id]);
    // Brass: 5 % of 100.
    expect((await collect(hal, "rakeback")).body.data.amount).toBe("5");
    await counter.host.clock.advance(dayMs);
    await play(hal, "300000", "300000");
    // Silver: 7 % of 3,000.
    expect((await rewards(hal)).currencies[0].rakeback).toMatchObject({ collected: "5", due: "210" });
    await counter.host.db.tx(tx =>
      wallet.providerRounds.voidSettled(tx, { player: hal.id, round: roundOf(1).key, request: randomUUID() as Uuid }),
    );
    await projections.foldNow([hal.id]);
    expect((await rewards(hal)).currencies[0].rakeback).toMatchObject({
      losses: [{ rate: "7", theoretical_loss: "3000" }],
      due: "205",
    });
    expect((await collect(hal, "rakeback")).body.data.amount).toBe("205");
  });
});

describe("cashback", () => {
  let reversals = 0n;
  /** A reversal of the settlement that was played last, as a corrected slip leaves it: 12 of its week's cashback. */
  async function correct({ id }: Person): Promise<void> {
    reversals += 1n;
    await counter.host.db.query(
      `INSERT INTO projections.reversals (generation, player_id, currency, seq, day, reversed_on, real_staked, real_paid, theoretical_loss)
       SELECT generation, player_id, currency, $2, day, current_date + 4000, -6000000000, 0, -60000000000000 FROM projections.player_game_days
       WHERE player_id = $1 ORDER BY day DESC LIMIT 1`,
      [id, reversals],
    );
  }
  const uncorrect = ({ id }: Person) =>
    counter.host.db.query("DELETE FROM projections.reversals WHERE player_id = $1", [id]);

  test("of one flip of 10,000 is a fifth of its theoretical loss, once the week is over, once", async () => {
    const hal = await person("2000000");
    await play(hal, "300000", "300000");
    await collect(hal, "rakeback");
    await nextMonday();
    await play(hal, "10000");
    expect((await collect(hal, "cashback")).body).toMatchObject({ code: "nothing_to_collect" });
    const { current } = (await rewards(hal)).currencies[0].cashback;
    // Silver: 3 % of 10,000 less 7 % rakeback of 100.
    expect(current).toMatchObject({
      staked: "10000",
      lost: "9993",
      rate: "3",
      by_rate: "299.79",
      theoretical_loss: "100",
      share: "20",
      by_share: "20",
      amount: "20",
    });
    await nextMonday();
    const answers = await Promise.all(Array.from({ length: 50 }, () => collect(hal, "cashback")));
    expect(answers.filter(({ status }) => status === 200).map(({ body }) => body.data.amount)).toEqual(["20"]);
    expect((await ledgerOf(hal)).at(-2)).toMatchObject({ kind: 14, debit: 304 });
    await nextMonday();
    expect((await collect(hal, "cashback")).body).toMatchObject({ code: "nothing_to_collect" });
  });

  test("a week without a loss has none, and cashback not collected within four weeks expires", async () => {
    const ian = await person("2000000");
    await play(ian, "300000", "300000");
    await collect(ian, "rakeback");
    await nextMonday();
    await play(ian, "10000", "19800");
    await nextMonday();
    await play(ian, "10000");
    await nextMonday();
    expect((await rewards(ian)).currencies[0].cashback.weeks.map(({ amount }: { amount: string }) => amount)).toEqual([
      "20",
    ]);
    for (let weeks = 0; weeks < 4; weeks++) await nextMonday();
    expect((await collect(ian, "cashback")).body).toMatchObject({ code: "nothing_to_collect" });
  });

  test("waits for the end of a break: its time is none of the four weeks, however often it is extended", async () => {
    const people = [await person("2000000"), await person("2000000")] as const;
    for (const each of people) {
      await play(each, "300000", "300000");
      await collect(each, "rakeback");
    }
    await nextMonday();
    for (const each of people) await play(each, "10000");
    await nextMonday();
    const [jack, kira] = people;
    for (const days of [20, 30])
      for (const { id } of people) {
        const now = new Date(counter.host.clock.now());
        const until = new Date(now.getTime() + days * dayMs);
        await counter.host.db.tx(tx => takeBreak(tx, id, { kind: "time_out", until }, now));
      }
    await counter.host.clock.advance(30 * dayMs);
    expect((await rewards(jack)).currencies[0].cashback).toMatchObject({ due: "20", weeks: [{ amount: "20" }] });
    expect((await collect(jack, "cashback")).body.data.amount).toBe("20");
    await counter.host.clock.advance(28 * dayMs);
    expect((await collect(kira, "cashback")).body).toMatchObject({ code: "nothing_to_collect" });
  });

  test("what a correction takes out of a collected week is withheld from the next one", async () => {
    const joy = await person("2000000");
    await play(joy, "300000", "300000");
    await collect(joy, "rakeback");
    await nextMonday();
    await play(joy, "10000");
    await nextMonday();
    expect((await collect(joy, "cashback")).body.data.amount).toBe("20");
    await correct(joy);
    await play(joy, "10000");
    await nextMonday();
    expect((await rewards(joy)).currencies[0].cashback).toMatchObject({ corrected: "12", due: "8" });
    expect((await collect(joy, "cashback")).body.data.amount).toBe("8");
    await play(joy, "10000");
    await nextMonday();
    expect((await collect(joy, "cashback")).body.data.amount).toBe("20");
    await uncorrect(joy);
  });

  test("weeks that expire while a larger correction is withheld count towards it: no more is withheld than that", async () => {
    const mia = await person("2000000");
    await play(mia, "300000", "300000");
    await collect(mia, "rakeback");
    await nextMonday();
    await play(mia, "10000");
    await nextMonday();
    await collect(mia, "cashback");
    await correct(mia);
    // Three a week: four weeks are what was corrected.
    const week = async () => {
      await play(mia, "1500");
      await nextMonday();
      return (await rewards(mia)).currencies[0].cashback;
    };
    for (let weeks = 0; weeks < 4; weeks++) expect(await week()).toMatchObject({ corrected: "12", due: "0" });
    expect(await week()).toMatchObject({ corrected: "9", due: "3" });
    expect((await collect(mia, "cashback")).body.data.amount).toBe("3");
    expect(await week()).toMatchObject({ corrected: "0", due: "3" });
    await uncorrect(mia);
  });

  test("what was withheld for a correction of half a year ago excuses no later one", async () => {
    const leo = await person("2000000");
    await play(leo, "300000", "300000");
    await collect(leo, "rakeback");
    await nextMonday();
    /** A week that is collected and corrected, and the next one, of which less is paid. */
    const corrected = async () => {
      await play(leo, "10000");
      await nextMonday();
      expect((await collect(leo, "cashback")).body.data.amount).toBe("20");
      await correct(leo);
      await play(leo, "10000");
      await nextMonday();
      expect((await collect(leo, "cashback")).body.data.amount).toBe("8");
    };
    await corrected();
    await counter.host.clock.advance(27 * 7 * dayMs);
    await corrected();
    await uncorrect(leo);
  });
});

describe("terms", () => {
  const owner = { id: randomUUID(), name: "Ada" } as never;
  const draft = (terms: object) => counter.host.db.tx(tx => vip.terms.draft(tx, terms as never, "a test", owner));
  const raised = (rakeback: number) => ({
    ...firstTerms,
    levels: firstTerms.levels.map((each, at) => (at === 4 ? { ...each, rakeback } : each)),
  });

  test("nothing that reaches half of the theoretical loss can be set; more takes another person, less does not", async () => {
    await expect(draft(raised(200))).rejects.toMatchObject({ error: { code: "validation_failed" } });
    expect(await draft(raised(190))).toMatchObject({ kind: "asked" });
    expect(asked).toMatchObject([{ kind: "vip.terms", payload: { terms: raised(190) } }]);
    expect(await vip.terms.all()).toHaveLength(1);
    expect(await draft(raised(150))).toMatchObject({ kind: "published", row: { number: 1 } });
  });

  test("new terms count from the next midnight: what was lost before keeps its rate", async () => {
    const kim = await person("100000");
    await play(kim, "1000", "1000");
    const lower = { ...firstTerms, levels: firstTerms.levels.map(each => ({ ...each, rakeback: 40 })) };
    await draft(lower);
    await counter.host.clock.advance(dayMs);
    await play(kim, "1000", "1000");
    expect((await collect(kim, "rakeback")).body.data.amount).toBe("0.9");
    expect((await rewards(kim)).currencies[0].rakeback.losses).toEqual([
      { rate: "4", theoretical_loss: "10" },
      { rate: "5", theoretical_loss: "10" },
    ]);
    const shown = (await counter.api.call("GET /api/v1/vip/terms")).body.data;
    expect(shown.levels[0]).toEqual({
      level: "brass",
      from: "100",
      rakeback: "4",
      cashback: "0",
      level_up: "500",
      payout_factor: 1,
    });
  });
});

describe("requests", () => {
  const texts = { en: "Welcome", ru: "Добро пожаловать", kz: "Қош келдіңіз" };
  const join = (who: Person, request_type: unknown) => call(who, "POST /api/v2/vip/join", { request_type });
  const requestOf = async (who: Person) => (await call(who, "GET /api/v1/vip/request")).body.data;
  const answer = (id: string, accept: boolean) =>
    counter.host.db.tx(tx =>
      vip.answer(tx, { id: id as never, accept, texts, by: { id: randomUUID() as string as Uuid, name: "Madina" } }),
    );

  test("alice's request is stored, a second open one is refused, and after the answer she may make another", async () => {
    const alice = await person("1");
    expect(await requestOf(alice)).toBeNull();
    const first = await join(alice, "membership");
    expect(first).toMatchObject({ status: 201, body: { data: { status: "open" } } });
    expect(await join(alice, "personal_host")).toMatchObject({ status: 409, body: { code: "vip_request_open" } });
    expect(await requestOf(alice)).toMatchObject({
      id: first.body.data.id,
      request_type: "membership",
      status: "open",
      answer: null,
    });
    await answer(first.body.data.id, false);
    expect(await answer(first.body.data.id, true)).toBeNull();
    expect(await requestOf(alice)).toMatchObject({ status: "declined", answer: "Welcome" });
    await counter.host.clock.advance(1);
    expect((await join(alice, "higher_limits")).status).toBe(201);
  });

  test("of ten concurrent requests one is stored", async () => {
    const bob = await person("1");
    const answers = await Promise.all(Array.from({ length: 10 }, () => join(bob, "membership")));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });

  test("an unknown kind of request is refused by name", async () => {
    const carol = await person("1");
    expect(await join(carol, "money")).toMatchObject({
      status: 422,
      body: { errors: { request_type: ["request_type_invalid"] } },
    });
    expect(await requestOf(carol)).toBeNull();
  });

  test("accepted, a membership opens the first level, a host is who accepts, and higher limits are those of the next level", async () => {
    const dora = await person("300000");
    for (const kind of ["membership", "personal_host", "higher_limits"]) {
      await answer((await join(dora, kind)).body.data.id, true);
      await counter.host.clock.advance(1);
    }
    expect(await rewards(dora)).toMatchObject({ level: "brass", host: { name: "Madina" }, payout_factor: 1 });
    const hostOf = async () => (await vip.hosts.of(counter.host.db, [dora.id])).get(dora.id)?.name;
    const azat = { id: randomUUID() as string as Uuid, name: "Azat" };
    const set = (to: typeof azat | null) => counter.host.db.tx(tx => vip.hosts.set(tx, dora.id, to));
    expect((await set(azat))?.name).toBe("Madina");
    expect([await hostOf(), (await rewards(dora)).host]).toEqual(["Azat", { name: "Azat" }]);
    expect((await vip.hosts.all()).map(({ host }) => host.name)).toContain("Azat");
    await set(null);
    expect([await hostOf(), (await rewards(dora)).host]).toEqual([undefined, null]);
    await play(dora, "250000", "250000");
    await collect(dora, "rakeback");
    // Silver, and the limits of gold.
    expect(await rewards(dora)).toMatchObject({ level: "silver", payout_factor: 2 });
  });
});
