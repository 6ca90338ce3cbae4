import { afterAll, beforeAll, expect, test } from "vitest";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import { createAccounts, fullPasswordCost } from "#modules/accounts/server/index.ts";
import { type BetsTestApp, betsTestApp } from "#modules/bets/testing/bets-test-app.ts";
import { createDice } from "#modules/games/dice/server/index.ts";

/** Passwords are expensive to check, and bets share the process with them. */
let app: BetsTestApp;
let dice: TestApi;
let otherApi: TestApi;
let alice: PlayerId;

beforeAll(async () => {
  app = await betsTestApp(["dice"]);
  dice = await app.open(createDice(app.host, app));
  const accounts = createAccounts({ ...app.host, passwordCost: fullPasswordCost });
  otherApi = await testApi(app.host, [accounts], accounts.authenticate);
  alice = await app.player(micros(100_000_000n));
});
afterAll(() => app.close());

test("a hundred logins at once: those beyond the queue are refused, and alice's bets do not wait for the rest", async () => {
  let waiting = 0;
  const logIn = async (index: number) => {
    waiting++;
    const body = { email: `guest-${index}@example.org`, password: "a guess at most" };
    const answer = await otherApi.call("POST /api/v2/auth/login/email/password", { body });
    waiting--;
    return answer;
  };
  const flood = Array.from({ length: 100 }, (_, index) => logIn(index));
  let beside = 0;
  while (waiting > 0 && beside < 5) {
    const body = { stake: "1", direction: "over", target: "49.99" };
    const answer = await dice.call("POST /api/v1/games/dice/bets", { token: alice, key: app.newKey(), body });
    expect(answer.status, answer.text).toBe(201);
    if (waiting > 0) beside++;
  }
  expect(beside).toBeGreaterThan(0);
  const answers = await Promise.all(flood);
  const refused = answers.filter(({ status }) => status === 503);
  // Two running and forty waiting; some of the later ones find a free place.
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(100 - refused.length);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThanOrEqual(58);
  expect(refused[0]).toMatchObject({ headers: { "retry-after": "2" }, body: { code: "unavailable" } });
  await app.expectBooks();
});
