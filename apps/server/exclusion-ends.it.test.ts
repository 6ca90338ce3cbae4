import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditBooks } from "#modules/wallet/server/index.ts";
import { type FullApp, openFullApp, password } from "./testing/full-app.ts";

/** A self-exclusion until its end, over all modules on PostgreSQL. */

let app: FullApp;
beforeAll(async () => {
  app = await openFullApp();
});
afterAll(() => app.host.close());

test("alice excludes herself for six months: at every moment of it she can sign in and read, play and deposits are blocked, and at its end they are open", async () => {
  const alice = await app.register();
  await app.payIn(alice, "100");
  const { clock } = app.host;
  let { token } = alice;
  await app.api.call("PUT /api/v1/fairness/client-seed", { token, body: { client_seed: "alice" } });
  const started = await app.api.call("POST /api/v1/limits/self-exclusion", { token, body: { months: 6 } });
  const { until } = started.body.data.break;
  const end = Date.parse(until);
  /** The results of sign-in, play and deposit at a moment. */
  const openRoutesAt = async (moment: number) => {
    clock.setNow(moment);
    const body = { email: alice.email, password };
    const login = await app.api.call("POST /api/v2/auth/login/email/password", { body });
    expect(login.status, login.text).toBe(200);
    token = login.body.token;
    const stake = { stake: "1", direction: "over", target: "49.99" };
    const deposit = { method_hash: "card-page", amount: "50" };
    const call = (name: string, body: object) => app.api.call(name, { token, key: randomUUID(), body });
    const bet = await call("POST /api/v1/games/dice/bets", stake);
    const { user } = (await app.api.call("GET /profile/user", { token })).body;
    const limits = (await app.api.call("GET /api/v1/limits", { token })).body.data;
    return {
      bet: bet.status === 201 ? "taken" : bet.body.code,
      deposits: (await call("POST /api/v1/billing/payments", deposit)).body.code === "deposits_blocked",
      until: user.blocked_until,
      break: limits.break?.kind ?? null,
    };
  };
  const closed = { bet: "limit_reached", deposits: true, until, break: "self_exclusion" };
  expect(await openRoutesAt(end - 30 * 86_400_000)).toEqual(closed);
  expect(await openRoutesAt(end - 1)).toEqual(closed);
  expect(await openRoutesAt(end)).toEqual({ bet: "taken", deposits: false, until: null, break: null });
  expect(await auditBooks(app.host.db)).toEqual([]);
});
