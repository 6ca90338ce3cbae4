import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { payoutsClearing } from "#modules/ledger/shared/chart.ts";
import { setDailyLimits } from "#modules/limits/server/index.ts";
import { crashBet, stakeLimits } from "#modules/wallet/testing/test-bets.ts";
import { type TestExchange, testExchange } from "../testing/test-exchange.ts";
import { exchangeInvariants } from "./index.ts";

let app: TestExchange;
beforeAll(async () => {
  app = await testExchange();
});
beforeEach(() => {
  app.feed.isAway = false;
});
afterAll(() => app.close());

const statuses = (answers: readonly { status: number; body: { code?: string } }[]) =>
  answers.map(({ status, body }) => body.code ?? status).sort();

async function quoted(player: string, from: Currency, to: Currency, amount: unknown): Promise<string> {
  const answer = await app.quote(player, from, to, amount);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.id;
}

describe("an exchange", () => {
  test("gives the quoted amount while the rate stays within half a spread, and the books show where each part went", async () => {
    const alice = await app.person({ RUB: "1500" });
    const { body } = await app.quote(alice, "RUB", "USD", "1000");
    expect(body.data).toMatchObject({ amount: "1000", receive: "12.43", rate: "0.0125", spread: "0.0625" });
    app.feed.prices = { ...app.feed.prices, RUB: "0.01253125" };
    await app.host.clock.advance(20_000);
    const done = await app.exchange(alice, body.data.id);
    expect(done.status).toBe(201);
    expect(done.body.data).toMatchObject({ receive: "12.43", exchanged_at: expect.any(String) });
    app.feed.prices = { ...app.feed.prices, RUB: "0.0125" };
    await app.host.clock.advance(10_000);
    await app.expectBooks(alice, { RUB: "500", USD: "12.43" });
    const accounts = [app.account("exchange", "RUB"), app.account("exchange", "USD"), app.account("fees", "USD")];
    expect(await Promise.all([...accounts, app.account("rounding", "USD")])).toEqual([
      1_000_000_000n,
      -12_500_000n,
      62_500n,
      7_500n,
    ]);
  });

  test.each([
    ["risen", "0.012531251"],
    ["fallen", "0.012468749"],
  ])(
    "is not made at a rate that has %s by more than half a spread since: nothing moves, and a new quote can be used",
    async (_how, rate) => {
      const zoe = await app.person({ RUB: "1000" });
      const quote = await quoted(zoe, "RUB", "USD", "1000");
      const before = app.feed.prices;
      app.feed.prices = { ...before, RUB: rate };
      await app.host.clock.advance(6000);
      expect(await app.exchange(zoe, quote)).toMatchObject({ status: 409, body: { code: "quote_changed" } });
      await app.expectBooks(zoe, { RUB: "1000" });
      expect((await app.exchange(zoe, await quoted(zoe, "RUB", "USD", "1000"))).status).toBe(201);
      app.feed.prices = before;
      await app.host.clock.advance(6000);
      await app.expectBooks(zoe, { RUB: "0" });
    },
  );

  test("has one open quote: the next one ends the previous one, also when twenty are requested at once", async () => {
    const yan = await app.person({ RUB: "1000" });
    const quotes = await Promise.all(Array.from({ length: 20 }, () => quoted(yan, "RUB", "USD", "10")));
    const { rows } = await app.host.db.query(
      "SELECT id FROM exchange.quotes WHERE player_id = $1 AND exchanged_at IS NULL AND expires_at > $2",
      [yan, new Date(app.host.clock.now())],
    );
    expect(rows).toHaveLength(1);
    const answers = await Promise.all(quotes.map(quote => app.exchange(yan, quote)));
    expect(statuses(answers)).toEqual([201, ...Array.from({ length: 19 }, () => "quote_expired")]);
    await app.expectBooks(yan, { RUB: "990" });
  });

  test("of everything includes the fraction below a minor unit", async () => {
    const bob = await app.person({ USD: "10.000001" });
    await app.exchange(bob, await quoted(bob, "USD", "KZT", "all"));
    await app.expectBooks(bob, { USD: "0", KZT: "4975" });
  });

  test("happens once: however often the same call is sent, and whatever other call uses the quote", async () => {
    const carol = await app.person({ EUR: "100" });
    const quote = await quoted(carol, "EUR", "USD", "10");
    const key = randomUUID();
    const same = Array.from({ length: 10 }, () => app.exchange(carol, quote, key));
    const others = Array.from({ length: 10 }, () => app.exchange(carol, quote));
    const answers = await Promise.all([...same, ...others]);
    const made = answers.filter(({ status }) => status === 201);
    expect([1, 10]).toContain(made.length);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    expect(new Set(statuses(answers.filter(({ status }) => status !== 201)))).toEqual(new Set(["quote_used"]));
    await app.expectBooks(carol, { EUR: "90", USD: "10.94" });
  });

  test("whose response was lost is found under its key after its quote has expired, and no second one is made", async () => {
    const cleo = await app.person({ EUR: "100" });
    const quote = await quoted(cleo, "EUR", "USD", "10");
    const key = randomUUID();
    const made = await app.exchange(cleo, quote, key);
    await app.host.clock.advance(60_000);
    app.feed.isAway = true;
    expect(await app.exchange(cleo, quote, key)).toMatchObject({ status: 201, text: made.text });
    expect((await app.exchange(cleo, quote)).body.code).toBe("quote_used");
    await app.expectBooks(cleo, { EUR: "90", USD: "10.94" });
  });

  test("under a key that named another exchange is a conflict", async () => {
    const carol = await app.person({ EUR: "100" });
    const key = randomUUID();
    await app.exchange(carol, await quoted(carol, "EUR", "USD", "10"), key);
    const next = await quoted(carol, "EUR", "RUB", "10");
    const answers = await Promise.all([app.exchange(carol, next, key), app.exchange(carol, next, key)]);
    expect(statuses(answers)).toEqual(["idempotency_conflict", "idempotency_conflict"]);
    await app.expectBooks(carol, { EUR: "90" });
  });

  test("of more than is left when the quote is used moves nothing", async () => {
    const dave = await app.person({ RUB: "1000" });
    const quote = await quoted(dave, "RUB", "EUR", "700");
    const reference = randomUUID() as string as Uuid;
    const staked = { owner: dave as PlayerId, currency: "RUB", amount: parseDecimal("400"), reference } as const;
    await app.host.db.tx(tx =>
      app.wallet.debit(tx, { ...staked, kind: "payout_request", to: payoutsClearing("sandbox") }),
    );
    expect((await app.exchange(dave, quote)).body.code).toBe("insufficient_funds");
    expect((await app.wallet.balances(dave as PlayerId)).map(({ real }) => real)).toEqual([parseDecimal("600")]);
    await app.host.db.tx(tx =>
      app.wallet.credit(tx, { ...staked, kind: "payout_cancelled", from: payoutsClearing("sandbox") }),
    );
  });

  test("in opposite directions at once does not deadlock", async () => {
    const erin = await app.person({ RUB: "10000", USD: "1000" });
    const pairs = Array.from({ length: 20 }, (_, n) =>
      n % 2 ? (["RUB", "USD", "80"] as const) : (["USD", "RUB", "1"] as const),
    );
    const crossing = pairs.map(async pair => app.exchange(erin, await quoted(erin, pair[0], pair[1], pair[2])));
    const answers = await Promise.all(crossing);
    expect(statuses(answers).filter(status => ![201, "quote_expired"].includes(status))).toEqual([]);
    const made = answers.filter(({ status }) => status === 201);
    const given = made.filter(({ body }) => body.data.from === "RUB").length;
    // 80 roubles for 0.99 dollars, and a dollar for 79.6 roubles.
    const roubles = 10_000 - given * 80 + (made.length - given) * 79.6;
    await app.expectBooks(erin, { RUB: roubles.toFixed(2).replace(/\.?0+$/, "") });
  });
});

describe("no exchange", () => {
  test("with a quote that has expired, belongs to another player, or does not exist", async () => {
    const [alice, mallory] = [await app.person({ RUB: "1000" }), await app.person({ RUB: "1000" })];
    const quote = await quoted(alice, "RUB", "USD", "100");
    const foreign = await app.exchange(mallory, quote);
    expect([foreign.status, foreign.text]).toEqual([404, (await app.exchange(mallory, randomUUID())).text]);
    await app.host.clock.advance(30_000);
    expect((await app.exchange(alice, quote)).body.code).toBe("quote_expired");
    const second = await quoted(alice, "RUB", "USD", "100");
    await app.host.clock.advance(29_999);
    expect((await app.exchange(alice, second)).status).toBe(201);
    await app.expectBooks(alice, { RUB: "900" });
    await app.expectBooks(mallory, { RUB: "1000" });
  });

  test("while the rates are old: the refusal names it and nothing is offered", async () => {
    const bob = await app.person({ RUB: "1000" });
    app.feed.isAway = true;
    await app.host.clock.advance(121_000);
    const refused = await app.quote(bob, "RUB", "USD", "100");
    expect([refused.status, refused.body.code, refused.headers["retry-after"]]).toEqual([503, "unavailable", "30"]);
    app.feed.isAway = false;
    expect((await app.quote(bob, "RUB", "USD", "100")).status).toBe(201);
  });

  test("above the limits of one and of a day, and of an amount too small to give anything", async () => {
    const carol = await app.person({ RUB: "1000000", KZT: "100" });
    expect((await app.quote(carol, "RUB", "USD", "300000.01")).body).toMatchObject({
      code: "exchange_out_of_limits",
      data: { max: "300000" },
    });
    expect((await app.quote(carol, "KZT", "USD", "0.01")).body.code).toBe("exchange_out_of_limits");
    for (const status of [201, 201, 201, "exchange_limit_reached"]) {
      const answer = await app.exchange(carol, await quoted(carol, "RUB", "USD", "200000"));
      expect(statuses([answer])).toEqual([status]);
    }
    await app.host.clock.advance(86_400_000);
    expect((await app.exchange(carol, await quoted(carol, "RUB", "USD", "200000"))).status).toBe(201);
    await app.expectBooks(carol, { RUB: "200000" });
  });

  test("above the limit of a day of its own currency alone: what was sold of another one does not count", async () => {
    const finn = await app.person({ RUB: "600000", USD: "100" });
    for (const amount of ["300000", "300000"])
      expect((await app.exchange(finn, await quoted(finn, "RUB", "KZT", amount))).status).toBe(201);
    expect((await app.exchange(finn, await quoted(finn, "USD", "EUR", "100"))).status).toBe(201);
    await app.expectBooks(finn, { RUB: "0", USD: "0" });
  });

  test.each([
    ["one currency for itself", { from: "RUB", to: "RUB", amount: "1" }, "to"],
    ["a currency that is not offered", { from: "RUB", to: "GBP", amount: "1" }, "to"],
    ["three decimals", { from: "RUB", to: "USD", amount: "1.001" }, "amount"],
    ["a number", { from: "RUB", to: "USD", amount: 1 }, "amount"],
  ])("of %s", async (_what, body, field) => {
    const dave = await app.person({ RUB: "10" });
    const answer = await app.api.call("POST /api/v1/exchange/quotes", { token: dave, body });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  });

  test("of more than the balance, or from a wallet that does not exist", async () => {
    const erin = await app.person({ RUB: "10" });
    expect((await app.quote(erin, "RUB", "USD", "10.01")).body).toMatchObject({
      code: "insufficient_funds",
      data: { balance: "10" },
    });
    expect((await app.quote(erin, "INR", "USD", "all")).body).toMatchObject({
      code: "insufficient_funds",
      data: { balance: "0" },
    });
  });
});

class RolledBack extends Error {}

describe("the audit finds", () => {
  test.each<[string, RegExp, string]>([
    [
      "a leg without an exchange",
      /I15/,
      "UPDATE exchange.quotes SET id = gen_random_uuid() WHERE exchanged_at IS NOT NULL",
    ],
    ["a leg of another amount", /I15/, "UPDATE ledger.transfers SET amount = amount + 1 WHERE kind = 40"],
    ["a leg that is missing", /I15/, "DELETE FROM ledger.transfers WHERE kind = 15"],
    [
      "money that changed its currency by another movement",
      /I15/,
      "UPDATE ledger.transfers SET kind = 5 WHERE kind = 40",
    ],
    ["a sum that its rate does not give", /I16/, "UPDATE exchange.quotes SET received = received + 10000"],
    [
      "an exchange after its expiry",
      /I20/,
      "UPDATE exchange.quotes SET quoted_at = quoted_at + interval '1 day' WHERE exchanged_at IS NOT NULL",
    ],
  ])("%s", async (_what, rule, plant) => {
    const alice = await app.person({ RUB: "1000" });
    await app.exchange(alice, await quoted(alice, "RUB", "USD", "100"));
    let found = "";
    const planted = app.host.db.tx(async tx => {
      await tx.query("SET LOCAL session_replication_role = replica");
      await tx.query(plant);
      found = (await differencesOf(tx, exchangeInvariants)).map(difference => difference.rule).join("\n");
      throw new RolledBack();
    });
    await expect(planted).rejects.toThrow(RolledBack);
    expect(found).toMatch(rule);
  });
});

test("adds nothing to the loss limit: losses in dollars also count in the euros they were exchanged for", async () => {
  const dina = await app.person({ USD: "100" });
  const player = dina as PlayerId;
  await app.rates.fixDays();
  const now = new Date(app.host.clock.now());
  await app.host.db.tx(tx => setDailyLimits(tx, { player, limits: stakeLimits(null, 10_000_000n), now }));
  const bet = (n: number, stake: bigint, currency: Currency) => ({ ...crashBet(player, n, stake), currency });
  expect(await app.wallet.place(bet(1, 10_000_000n, "USD"))).toMatchObject({ kind: "accepted" });
  expect((await app.exchange(dina, await quoted(dina, "USD", "EUR", "50"))).status).toBe(201);
  expect(await app.wallet.place(bet(2, 1n, "EUR"))).toMatchObject({ reason: "limit_reached" });
});
