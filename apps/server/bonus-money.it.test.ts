import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import type { TestAnswer } from "#kit/testing/test-api.ts";
import { testOperator } from "#modules/operators/testing/test-operators.ts";
import { auditBooks } from "#modules/wallet/server/index.ts";
import { type FullApp, openFullApp, password, type Somebody } from "./testing/full-app.ts";

/** What a bonus does not accept, over the calls of the whole site: it is refused, or takes real money only; the bonus stays what it was. */

const hourMs = 3_600_000;
const hours = 1;

let app: FullApp;
let gift: string;
beforeAll(async () => {
  app = await openFullApp();
  gift = await openGift();
});
afterEach(async () => expect(await auditBooks(app.host.db)).toEqual([]));
afterAll(() => app.host.close());

/** 50 dollars, to be wagered twenty times within an hour. The maximum bet is 5. */
async function openGift(): Promise<string> {
  const { host, api, modules } = app;
  const [content, finance] = [
    await testOperator({ host, api, operators: modules.operators }, "content"),
    await testOperator({ host, api, operators: modules.operators }, "finance"),
  ];
  const drafted = await content.call("POST /api/office/bonuses", {
    name: { ru: "Подарок", en: "Gift", kz: "Сыйлық" },
    kind: "manual",
    currency: "USD",
    amount: "50",
    wager: 20,
    hours,
    budget: "500",
    ends_at: new Date(host.clock.now() + 30 * 24 * hourMs).toISOString(),
    reason: "for a test",
  });
  expect(drafted.status, drafted.text).toBe(201);
  const { id } = drafted.body.data;
  const opened = await finance.call(`POST /api/office/bonuses/${id}/activate`, { reason: "for a test" });
  expect(opened.status, opened.text).toBe(200);
  return id;
}

const call = ({ token }: Somebody, name: string, body?: object): Promise<TestAnswer> =>
  app.api.call(name, { token, key: randomUUID(), ...(body && { body }) });
async function signIn({ id, email }: Somebody): Promise<Somebody> {
  const { body } = await app.api.call("POST /api/v2/auth/login/email/password", { body: { email, password } });
  return { id, email, token: body.token };
}
const dice = (who: Somebody, stake: string, currency = "USD") =>
  call(who, "POST /api/v1/games/dice/bets", { stake, currency, direction: "over", target: "49.50" });

/** `real/bonus` of the wallet in dollars, what is left to wager, and the status. */
async function state(who: Somebody): Promise<string> {
  const balance = (await app.modules.wallet.balances(who.id)).find(({ currency }) => currency === "USD");
  const text = (sum = 0n) => String(Number(sum) / 1e6);
  const [bonus] = (await call(who, "GET /api/v1/bonuses")).body.data;
  return `${text(balance?.real)}/${text(balance?.bonus)} ${bonus.wagered} ${bonus.status}`;
}

async function withGift(real: string): Promise<Somebody> {
  const who = await app.register();
  if (real !== "0") await app.payIn(who, real);
  const seed = { client_seed: "seed-of-mine" };
  await app.api.call("PUT /api/v1/fairness/client-seed", { token: who.token, body: seed });
  const claimed = await call(who, `POST /api/v1/bonuses/${gift}/claim`);
  expect(claimed.status, claimed.text).toBe(200);
  return who;
}

test("above the maximum bet, in another currency, between players, from the vault or exchanged: refused, and nothing moves", async () => {
  const alice = await withGift("4");
  const battle = { cases: ["mountain-pass"], seats: 2 };
  const refused: readonly [string, () => Promise<TestAnswer>, string][] = [
    ["above the maximum", () => dice(alice, "6"), "bonus_max_bet"],
    ["in a currency that is not the active one", () => dice(alice, "1", "EUR"), "currency_changed"],
    [
      "a duel",
      () => call(alice, "POST /api/v1/games/coinflip/duels", { stake: "5", side: "heads", house: false }),
      "insufficient_funds",
    ],
    ["a battle", () => call(alice, "POST /api/v1/games/cases/battles", battle), "insufficient_funds"],
    [
      "to the vault",
      () => call(alice, "POST /api/v1/vault/put", { currency: "USD", amount: "5" }),
      "insufficient_funds",
    ],
  ];
  for (const [what, ask, code] of refused) {
    const answer = await ask();
    expect([what, answer.body.code], answer.text).toEqual([what, code]);
    expect(await state(alice), what).toBe("4/50 0 active");
  }
  const use = (currency: string) => app.api.call("PUT /profile/settings", { token: alice.token, body: { currency } });
  expect((await use("EUR")).status).toBe(200);
  expect((await dice(alice, "1", "EUR")).body.code).toBe("insufficient_funds");
  expect((await use("USD")).status).toBe(200);
  expect(await state(alice)).toBe("4/50 0 active");
  const quote = await call(alice, "POST /api/v1/exchange/quotes", { from: "USD", to: "EUR", amount: "5" });
  const exchanged = await call(alice, "POST /api/v1/exchange", { quote_id: quote.body.data?.id ?? randomUUID() });
  expect(exchanged.status, exchanged.text).toBeGreaterThanOrEqual(400);
  expect(await state(alice)).toBe("4/50 0 active");
});

test("what real money covers is taken from it, and the bonus keeps its money and what is left of it", async () => {
  const bob = await withGift("20");
  const opened = await call(bob, "POST /api/v1/games/coinflip/duels", { stake: "3", side: "heads", house: false });
  expect(opened.status, opened.text).toBe(201);
  expect(await state(bob)).toBe("17/50 0 active");
  expect((await call(bob, "POST /api/v1/vault/put", { currency: "USD", amount: "4" })).status).toBe(200);
  expect(await state(bob)).toBe("13/50 0 active");
  const over = await dice(bob, "6");
  expect(over.status, over.text).toBe(201);
  expect(await state(bob)).toMatch(/^(7|18\.76\d+)\/50 0 active$/);
});

test("a millisecond before its end a stake takes bonus money, at the very millisecond it does not, and what is left goes back", async () => {
  let [carol, dave] = [await withGift("0"), await withGift("0")];
  const { clock } = app.host;
  // Dave has a flight of mines in the air, which keeps the bonus.
  const mines = await call(dave, "POST /api/v1/games/miner/bets", { stake: "2", mines: 3 });
  expect(mines.status, mines.text).toBe(201);
  await clock.advance(hours * hourMs - 1);
  // Tokens do not last that long.
  [carol, dave] = [await signIn(carol), await signIn(dave)];
  expect((await dice(carol, "1")).status).toBe(201);
  const before = await state(carol);
  expect(before).toMatch(/^0\/(49|50\.96\d+) 0\.25 active$/);
  await clock.advance(1);
  for (const who of [carol, dave]) expect((await dice(who, "1")).body.code).toBe("insufficient_funds");
  expect(await state(carol)).toBe("0/0 0.25 expired");
  expect(await state(dave)).toBe("0/48 0 active");
  await app.payIn(dave, "5");
  expect((await dice(dave, "5")).status).toBe(201);
  expect(await state(dave)).toMatch(/^(0|9\.80\d+)\/48 0 active$/);
});
