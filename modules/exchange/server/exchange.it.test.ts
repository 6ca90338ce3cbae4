import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { setDailyLimits } from "#modules/limits/server/index.ts";
import { crashBet, stakeLimits } from "#modules/wallet/server/test-bets.ts";
import { exchangeInvariants } from "./index.ts";
import { type TestDesk, testDesk } from "./test-desk.ts";

let desk: TestDesk;
beforeAll(async () => {
  desk = await testDesk();
});
beforeEach(() => {
  desk.feed.isAway = false;
});
afterAll(() => desk.close());

const statuses = (answers: readonly { status: number; body: { code?: string } }[]) =>
  answers.map(({ status, body }) => body.code ?? status).sort();

async function quoted(player: string, from: Currency, to: Currency, amount: unknown): Promise<string> {
  const answer = await desk.quote(player, from, to, amount);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.data.id;
}

describe("an exchange", () => {
  test("gives what was quoted, whatever the rate does meanwhile, and the books say where each part went", async () => {
    const alice = await desk.person({ RUB: "1500" });
    const { body } = await desk.quote(alice, "RUB", "USD", "1000");
    expect(body.data).toMatchObject({ amount: "1000", receive: "12.43", rate: "0.0125", spread: "0.0625" });
    desk.feed.prices = { ...desk.feed.prices, RUB: "0.001" };
    await desk.host.clock.advance(20_000);
    const done = await desk.exchange(alice, body.data.id);
    expect(done.status).toBe(201);
    expect(done.body.data).toMatchObject({ receive: "12.43", exchanged_at: expect.any(String) });
    desk.feed.prices = { ...desk.feed.prices, RUB: "0.0125" };
    await desk.host.clock.advance(10_000);
    await desk.expectBooks(alice, { RUB: "500", USD: "12.43" });
    const accounts = [desk.account("exchange", "RUB"), desk.account("exchange", "USD"), desk.account("fees", "USD")];
    expect(await Promise.all([...accounts, desk.account("rounding", "USD")])).toEqual([
      ...[1_000_000_000n, -12_500_000n, 62_500n, 7_500n],
    ]);
  });

  test("of all there is takes the dust along", async () => {
    const bob = await desk.person({ USD: "10.000001" });
    await desk.exchange(bob, await quoted(bob, "USD", "KZT", "all"));
    await desk.expectBooks(bob, { USD: "0", KZT: "4975" });
  });

  test("happens once: however often the same call is sent, and whoever else uses the quote", async () => {
    const carol = await desk.person({ EUR: "100" });
    const quote = await quoted(carol, "EUR", "USD", "10");
    const key = randomUUID();
    const same = Array.from({ length: 10 }, () => desk.exchange(carol, quote, key));
    const others = Array.from({ length: 10 }, () => desk.exchange(carol, quote));
    const answers = await Promise.all([...same, ...others]);
    const made = answers.filter(({ status }) => status === 201);
    expect([1, 10]).toContain(made.length);
    expect(new Set(made.map(({ text }) => text)).size).toBe(1);
    expect(new Set(statuses(answers.filter(({ status }) => status !== 201)))).toEqual(new Set(["quote_used"]));
    await desk.expectBooks(carol, { EUR: "90", USD: "10.94" });
  });

  test("under a key that named another exchange is a conflict, also when both are on their way", async () => {
    const carol = await desk.person({ EUR: "100" });
    const [one, two] = [await quoted(carol, "EUR", "USD", "10"), await quoted(carol, "EUR", "RUB", "10")];
    const key = randomUUID();
    const answers = await Promise.all([desk.exchange(carol, one, key), desk.exchange(carol, two, key)]);
    expect(statuses(answers)).toEqual([201, "idempotency_conflict"]);
    await desk.expectBooks(carol, { EUR: "90" });
  });

  test("of two at once, where the balance covers one, happens; the other moves nothing", async () => {
    const dave = await desk.person({ RUB: "1000" });
    const quotes = await Promise.all(Array.from({ length: 6 }, () => quoted(dave, "RUB", "EUR", "700")));
    const answers = await Promise.all(quotes.map(quote => desk.exchange(dave, quote)));
    expect(statuses(answers)).toEqual([201, ...Array.from({ length: 5 }, () => "insufficient_funds")]);
    await desk.expectBooks(dave, { RUB: "300" });
  });

  test("crosses others both ways without waiting for ever", async () => {
    const erin = await desk.person({ RUB: "10000", USD: "1000" });
    const wishes = Array.from({ length: 20 }, (_, n) =>
      n % 2 ? (["RUB", "USD", "80"] as const) : (["USD", "RUB", "1"] as const),
    );
    const quotes = await Promise.all(wishes.map(wish => quoted(erin, wish[0], wish[1], wish[2])));
    const answers = await Promise.all(quotes.map(quote => desk.exchange(erin, quote)));
    expect(statuses(answers)).toEqual(Array.from({ length: 20 }, () => 201));
    // Ten times 80 roubles for 0.99 dollars, and ten times a dollar for 79.6 roubles.
    await desk.expectBooks(erin, { RUB: "9996", USD: "999.9" });
  });
});

describe("no exchange", () => {
  test("at a quote that is over, of somebody else, or that never was", async () => {
    const [alice, mallory] = [await desk.person({ RUB: "1000" }), await desk.person({ RUB: "1000" })];
    const quote = await quoted(alice, "RUB", "USD", "100");
    const foreign = await desk.exchange(mallory, quote);
    expect([foreign.status, foreign.text]).toEqual([404, (await desk.exchange(mallory, randomUUID())).text]);
    await desk.host.clock.advance(29_999);
    const second = await quoted(alice, "RUB", "USD", "100");
    await desk.host.clock.advance(1);
    expect((await desk.exchange(alice, quote)).body.code).toBe("quote_expired");
    expect((await desk.exchange(alice, second)).status).toBe(201);
    await desk.expectBooks(alice, { RUB: "900" });
    await desk.expectBooks(mallory, { RUB: "1000" });
  });

  test("while the rates are old: the house says so and offers nothing", async () => {
    const bob = await desk.person({ RUB: "1000" });
    desk.feed.isAway = true;
    await desk.host.clock.advance(121_000);
    const refused = await desk.quote(bob, "RUB", "USD", "100");
    expect([refused.status, refused.body.code, refused.headers["retry-after"]]).toEqual([503, "unavailable", "30"]);
    desk.feed.isAway = false;
    expect((await desk.quote(bob, "RUB", "USD", "100")).status).toBe(201);
  });

  test("beyond the limits of one and of a day, and of so little that nothing comes of it", async () => {
    const carol = await desk.person({ RUB: "1000000", KZT: "100" });
    expect((await desk.quote(carol, "RUB", "USD", "300000.01")).body).toMatchObject({
      code: "exchange_out_of_limits",
      data: { max: "300000" },
    });
    expect((await desk.quote(carol, "KZT", "USD", "0.01")).body.code).toBe("exchange_out_of_limits");
    const quotes = await Promise.all(Array.from({ length: 4 }, () => quoted(carol, "RUB", "USD", "200000")));
    const answers = await Promise.all(quotes.map(quote => desk.exchange(carol, quote)));
    expect(statuses(answers)).toEqual([201, 201, 201, "exchange_limit_reached"]);
    await desk.host.clock.advance(86_400_000);
    expect((await desk.exchange(carol, await quoted(carol, "RUB", "USD", "200000"))).status).toBe(201);
    await desk.expectBooks(carol, { RUB: "200000" });
  });

  test.each([
    ["one currency for itself", { from: "RUB", to: "RUB", amount: "1" }, "to"],
    ["a currency the house does not have", { from: "RUB", to: "GBP", amount: "1" }, "to"],
    ["three decimals", { from: "RUB", to: "USD", amount: "1.001" }, "amount"],
    ["a number", { from: "RUB", to: "USD", amount: 1 }, "amount"],
  ])("of %s", async (_what, body, field) => {
    const dave = await desk.person({ RUB: "10" });
    const answer = await desk.api.call("POST /api/v1/exchange/quotes", { token: dave, body });
    expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, [field]]);
  });

  test("of more than there is, or from a wallet that is not there", async () => {
    const erin = await desk.person({ RUB: "10" });
    expect((await desk.quote(erin, "RUB", "USD", "10.01")).body).toMatchObject({
      code: "insufficient_funds",
      data: { balance: "10" },
    });
    expect((await desk.quote(erin, "INR", "USD", "all")).body).toMatchObject({
      code: "insufficient_funds",
      data: { balance: "0" },
    });
  });
});

class TakenBack extends Error {}

describe("the audit finds", () => {
  test.each<[string, RegExp, string]>([
    [
      "a leg whose exchange never was",
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
      "an exchange after its time",
      /I20/,
      "UPDATE exchange.quotes SET quoted_at = quoted_at + interval '1 day' WHERE exchanged_at IS NOT NULL",
    ],
  ])("%s", async (_what, rule, plant) => {
    const alice = await desk.person({ RUB: "1000" });
    await desk.exchange(alice, await quoted(alice, "RUB", "USD", "100"));
    let found = "";
    const planted = desk.host.db.tx(async tx => {
      await tx.query("SET LOCAL session_replication_role = replica");
      await tx.query(plant);
      found = (await differencesOf(tx, exchangeInvariants)).map(difference => difference.rule).join("\n");
      throw new TakenBack();
    });
    await expect(planted).rejects.toThrow(TakenBack);
    expect(found).toMatch(rule);
  });
});

test("gives nobody room to stake: what was lost in dollars is lost in the euros they became, too", async () => {
  const dina = await desk.person({ USD: "100" });
  const player = dina as PlayerId;
  await desk.rates.fixDays();
  const now = new Date(desk.host.clock.now());
  await desk.host.db.tx(tx => setDailyLimits(tx, { player, limits: stakeLimits(null, 10_000_000n), now }));
  const bet = (n: number, stake: bigint, currency: Currency) => ({ ...crashBet(player, n, stake), currency });
  expect(await desk.wallet.place(bet(1, 10_000_000n, "USD"))).toMatchObject({ kind: "accepted" });
  expect((await desk.exchange(dina, await quoted(dina, "USD", "EUR", "50"))).status).toBe(201);
  expect(await desk.wallet.place(bet(2, 1n, "EUR"))).toMatchObject({ reason: "limit_reached" });
});
