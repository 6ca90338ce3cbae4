import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Route, routeName } from "#kit/contract/route.ts";
import { formatAmount, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { testBeacon } from "#modules/bets/testing/bets-test-app.ts";
import { gameTesting } from "#modules/games/testing/games.ts";
import { depositsClearing } from "#modules/ledger/shared/chart.ts";
import { openStandingMatch } from "#modules/odds/testing/standing-match.ts";
import { auditBooks } from "#modules/wallet/server/index.ts";
import { createModules, type Modules } from "./modules.ts";

/** A player's own limits hold at every call, over all modules on PostgreSQL, with an audited ledger. */

let host: TestHost;
let modules: Modules;
let api: TestApi;
let routes: readonly Route[];

beforeAll(async () => {
  host = await testHost({ modules: "all" });
  modules = createModules(host, { beacon: testBeacon(host), chain: { length: 100, interval: 10 } });
  for (const module of modules.all) await module.start?.();
  api = await testApi(host, modules.all, modules.accounts.authenticate);
  routes = modules.all.flatMap(module => module.handlers ?? []).map(handler => handler.route);
  await openStandingMatch(host.db, "m:1", new Date(host.clock.now() + 30 * 86_400_000));
});
afterAll(async () => {
  for (const module of modules.all.toReversed()) await module.stop?.();
  await host.close();
});

const dice = "POST /api/v1/games/dice/bets";
const crash = "POST /api/v1/games/crash/bets";
const roulette = "POST /api/v1/games/roulette/bets";

interface Person {
  readonly id: PlayerId;
  readonly token: string;
}

async function person(units = 1000n, currency: Currency = "USD"): Promise<Person> {
  const body = { email: `${randomUUID()}@example.org`, password: "correct horse", currency, agree: true };
  const { token } = (await api.call("POST /api/v2/auth/register/email", { body })).body;
  const { id } = (await api.call("GET /profile/user", { token })).body.user;
  await api.call("PUT /api/v1/fairness/client-seed", { token, body: { client_seed: "seed-of-mine" } });
  await host.db.tx(tx =>
    modules.wallet.credit(tx, {
      owner: id,
      currency,
      amount: micros(units * 1_000_000n),
      kind: "deposit" as const,
      reference: randomUUID() as Uuid,
      from: depositsClearing("sandbox"),
    }),
  );
  return { id, token };
}

const call = ({ token }: Person, name: string, body: object = {}) =>
  api.call(name.replace(":colour", "red"), { token, body, ...(name.includes("/limits") ? {} : { key: randomUUID() }) });
const read = ({ token }: Person, path: string) => api.call(`GET ${path}`, { token });
const limitsOf = async (who: Person) => (await read(who, "/api/v1/limits")).body.data;
const realOf = async ({ id }: Person) => required((await modules.wallet.balances(id))[0], "a wallet").real;

/** The public state of a game's shared round. */
// biome-ignore lint/suspicious/noExplicitAny: a test asserts what it expects of a snapshot; types would only repeat it.
async function roundAt(state: string, game = "crash"): Promise<any> {
  const channel = modules.all.flatMap(module => module.channels ?? []).find(each => each.channel.name === game);
  for (let i = 0; i < 3000; i++) {
    const now = (await required(channel, `the channel of ${game}`).snapshot(null)) as { state: string };
    if (now.state === state) return now;
    await host.pass(100);
  }
  throw new Error(`${game} never came to ${state}`);
}

/** A stake is refused; a call that continues an open bet is not: it is played to its end, which is tested with the games. */
function breakOfGames(): Record<string, { body: object; refusal: string } | "goes on"> {
  const calls = Object.values(gameTesting).flatMap(game => Object.entries(game.calls));
  return Object.fromEntries(
    calls.map(([name, { body = {}, stakes }]) => [name, stakes ? { body, refusal: "limit_reached" } : "goes on"]),
  );
}

/**
 * Every wager or deposit call, and the effect of a break on it. A new one must be added here,
 * or the first test fails.
 */
const underBreak: Readonly<
  Record<string, { body: object; refusal: string } | "goes on" | "sent by a provider" | "of an open bet">
> = {
  ...breakOfGames(),
  "POST /api/v1/betting/slips": {
    body: { kind: "single", unit: "10", legs: [{ event: "m:1", market: "1x2", outcome: "home", price: "2" }] },
    refusal: "limit_reached",
  },
  "POST /api/v1/betting/slips/:id/cash-out": "goes on",
  // It takes an open slip: `modules/betting/server/edit-slip.it.test.ts` has the story.
  "POST /api/v1/betting/slips/:id/edit": "of an open bet",
  "POST /api/v1/betting/slips/:id/undo": "goes on",
  "POST /api/v1/billing/payments": { body: { method_hash: "card-page", amount: "50" }, refusal: "deposits_blocked" },
  "POST /api/v1/billing/crypto-addresses": { body: { coin: "usdt" }, refusal: "deposits_blocked" },
  // Money that arrives during a break is tested with the payments.
  "POST /api/v1/billing/webhooks/:provider": "sent by a provider",
  // Stakes of outside games are refused, their wins and rollbacks never: tested where providers are.
  "POST /provider-wallet/v1/bet": "sent by a provider",
  "POST /provider-wallet/v1/bet-win": "sent by a provider",
  "POST /provider-wallet/v1/win": "sent by a provider",
  "POST /provider-wallet/v1/rollback": "sent by a provider",
};

describe("a break", () => {
  test("is covered for every wager and deposit call", () => {
    const declared = routes.filter(route => ["wager", "deposit"].includes(route.moves)).map(routeName);
    expect(declared.sort()).toEqual(Object.keys(underBreak).sort());
  });

  test.each([
    ["POST /api/v1/limits/time-out", { days: 1 }, "time_out"],
    ["POST /api/v1/limits/self-exclusion", { months: 6 }, "self_exclusion"],
  ])(
    "%s: nothing is staked or paid in from the answer on; the same calls of somebody else go through",
    async (name, body, kind) => {
      // The games write their examples in roubles.
      const [alice, bob] = [await person(1000n, "RUB"), await person(1000n, "RUB")];
      await roundAt("betting");
      const started = await call(bob, name, body);
      expect(started).toMatchObject({ status: 200, body: { data: { break: { kind } } } });
      for (const [route, what] of Object.entries(underBreak)) {
        if (typeof what === "string") continue;
        if (route === roulette) await roundAt("betting", "roulette");
        const refused = await call(bob, route, what.body);
        expect([route, refused.body.code]).toEqual([route, what.refusal]);
        const other = await call(alice, route, what.body);
        expect(other.body.code, route).not.toBe(what.refusal);
        // No provider is connected here: what counts is that the deposit got that far.
        if (!route.includes("billing")) expect(other.status, `${route} ${other.text}`).toBe(201);
      }
      expect(await realOf(bob)).toBe(1_000_000_000n);
      for (const path of ["/profile/user", "/api/v1/limits", "/api/v1/billing/history"])
        expect((await read(bob, path)).status, path).toBe(200);
      expect((await read(bob, "/profile/user")).body.user.blocked_until).toBe(started.body.data.break.until);
      expect((await read(alice, "/profile/user")).body.user.blocked_until).toBeNull();
      expect(await auditBooks(host.db)).toEqual([]);
    },
  );

  test("lets an open bet end as it would have ended", async () => {
    const carol = await person();
    await roundAt("betting");
    const placed = await call(carol, crash, { stake: "10", auto_cash_out: "1.01" });
    expect(placed.status, placed.text).toBe(201);
    expect((await call(carol, "POST /api/v1/limits/self-exclusion", { months: 60 })).status).toBe(200);
    await roundAt("crashed");
    await roundAt("betting");
    // The payout of 1.01 times ten, or nothing where the round ended at once.
    expect([1_000_100_000n, 990_000_000n]).toContain(await realOf(carol));
    const mine = (await read(carol, "/api/v1/games/crash/bets")).body.data.items[0];
    expect(mine.status).not.toBe("open");
    expect(await auditBooks(host.db)).toEqual([]);
  });

  test("still pays a win in a battle that was already joined, and does not allow closing the account before it ends", async () => {
    const [erin, finn] = [await person(), await person()];
    const battles = "POST /api/v1/games/cases/battles";
    const opened = await call(erin, battles, { cases: ["orchard"], seats: 2 });
    expect(opened.status, opened.text).toBe(201);
    const id = `battles-${opened.body.data.proof.round}`;
    expect((await call(finn, `${battles}/${id}/join`)).status).toBe(201);
    // Both are in a break before the beacon publishes the winner.
    for (const who of [erin, finn]) {
      expect((await call(who, "POST /api/v1/limits/self-exclusion", { months: 60 })).status).toBe(200);
      const closing = { password: "correct horse", confirm: true };
      expect((await api.call("POST /api/v1/privacy/close-account", { token: who.token, body: closing })).status).toBe(
        409,
      );
      expect((await call(who, battles, { cases: ["orchard"], seats: 2 })).body.code).toBe("limit_reached");
    }
    // biome-ignore lint/suspicious/noExplicitAny: a test asserts what it expects of a row.
    const row = async (): Promise<any> => (await api.call(`GET /api/v1/games/cases/battles/${id}`)).body.data;
    for (let i = 0; i < 3000 && (await row()).state !== "paid"; i++) {
      await host.pass(100);
    }
    const { result, state } = await row();
    expect(state).toBe("paid");
    // The stake of a dime each, and each player's winnings.
    const paid = await Promise.all([erin, finn].map(async who => (await realOf(who)) - 999_900_000n));
    expect(paid.map(formatAmount)).toEqual(result.payouts);
    expect(await auditBooks(host.db)).toEqual([]);
  });
  const refused = Object.entries(underBreak).filter(entry => typeof entry[1] !== "string");
  test.each(refused)(
    "begun in the middle of two hundred %s: none is accepted after its commit",
    async (route, what) => {
      if (typeof what === "string") return;
      const olga = await person(100_000n);
      if (route === roulette) await roundAt("betting", "roulette");
      else await roundAt("betting");
      const flying = Array.from({ length: 100 }, () => call(olga, route, what.body));
      await Promise.race(flying);
      expect((await call(olga, "POST /api/v1/limits/self-exclusion", { months: 6 })).status).toBe(200);
      const moved = async () => {
        const sql =
          "SELECT (SELECT count(*) FROM wallet.bets WHERE player_id = $1) + (SELECT count(*) FROM wallet.slips WHERE player_id = $1) + (SELECT count(*) FROM payments.invoices WHERE player_id = $1) AS n";
        return (await host.db.query<{ n: bigint }>(sql, [olga.id])).rows[0]?.n;
      };
      const atCommit = await moved();
      const after = await Promise.all(Array.from({ length: 100 }, () => call(olga, route, what.body)));
      await Promise.all(flying);
      expect(after.filter(({ status }) => status < 400)).toEqual([]);
      expect(await moved()).toBe(atCommit);
    },
  );

  test("can be made longer and never shorter, and a self-exclusion stays one", async () => {
    const dave = await person();
    await call(dave, "POST /api/v1/limits/time-out", { days: 7 });
    const shorter = await call(dave, "POST /api/v1/limits/time-out", { days: 1 });
    expect(shorter).toMatchObject({ status: 409, body: { code: "break_not_longer" } });
    expect(shorter.body.data.until).toBe((await limitsOf(dave)).break.until);
    await call(dave, "POST /api/v1/limits/self-exclusion", { months: 6 });
    const { until } = (await limitsOf(dave)).break;
    await host.clock.advance(60 * 60_000);
    await call(dave, "POST /api/v1/limits/time-out", { days: 30 });
    expect((await limitsAgain(dave)).break).toEqual({ kind: "self_exclusion", until });
    const lastDay = new Date(host.clock.now() + 86_400_000);
    await host.db.query("UPDATE limits.players SET blocked_until = $2 WHERE player_id = $1", [dave.id, lastDay]);
    await call(await signedInAgain(dave), "POST /api/v1/limits/time-out", { days: 7 });
    const longer = new Date(host.clock.now() + 7 * 86_400_000).toISOString();
    expect((await limitsAgain(dave)).break).toEqual({ kind: "self_exclusion", until: longer });
    for (const body of [{}, { days: 2 }, { days: "7" }, { days: null }]) {
      expect((await call(await signedInAgain(dave), "POST /api/v1/limits/time-out", body)).status).toBe(422);
    }
  });
});

/** Access tokens end after a quarter of an hour: the limits as stored. */
async function limitsAgain(who: Person) {
  return limitsOf(await signedInAgain(who));
}

async function signedInAgain({ id }: Person): Promise<Person> {
  const { rows } = await host.db.query<{ email: string }>("SELECT email FROM accounts.players WHERE id = $1", [id]);
  const body = { email: required(rows[0], "he is there").email, password: "correct horse" };
  return { id, token: (await api.call("POST /api/v2/auth/login/email/password", { body })).body.token };
}

describe("daily limits of stakes", () => {
  test("are set one by one, returned with today's usage, tightened at once and loosened after a day", async () => {
    const erin = await person();
    const set = (body: object) => call(erin, "PUT /api/v1/limits", { currency: "USD", ...body });
    const named = (answer: { body: { data: { limits: { kind: string }[] } } }) =>
      Object.fromEntries(answer.body.data.limits.map(each => [each.kind, each]));
    const first = named(await set({ wager_limit: "3" }));
    expect(first).toMatchObject({
      wager: { limit: "3", later: null },
      loss: { limit: null },
      deposit: { limit: null },
    });
    for (let i = 0; i < 3; i++) await call(erin, dice, { stake: "1", direction: "over", target: "49.99" });
    const fourth = await call(erin, dice, { stake: "1", direction: "over", target: "49.99" });
    expect(fourth).toMatchObject({ status: 409, body: { code: "limit_reached" } });
    const from = new Date(host.clock.now() + 86_400_000).toISOString();
    const later = named(await set({ wager_limit: "10", loss_limit: "5" }));
    expect(later.wager).toMatchObject({ limit: "3", used: "3", later: { limit: "10", currency: "USD", from } });
    expect(later.loss).toMatchObject({ limit: "5", later: null });
    // Tightening one keeps the other's pending change, and its time.
    await host.clock.advance(1000);
    const tighter = named(await set({ loss_limit: "4" }));
    expect(tighter).toMatchObject({ wager: { limit: "3", later: { limit: "10", from } }, loss: { limit: "4" } });
    const again = named(await set({ wager_limit: "2" }));
    expect(again).toMatchObject({ wager: { limit: "2", later: null }, loss: { limit: "4", later: null } });
    expect((await limitsOf(erin)).limits).toHaveLength(3);
  });

  test("hold in every currency: a change of currency adds no headroom", async () => {
    const hugo = await person();
    await host.db.query(
      `INSERT INTO rates.rate_days VALUES ($1, now(), now(), '{"USD":"1","EUR":"1.1","RUB":"0.0125","KZT":"0.002","INR":"0.0115"}') ON CONFLICT DO NOTHING`,
      [Math.floor(host.clock.now() / 86_400_000)],
    );
    await call(hugo, "PUT /api/v1/limits", { currency: "USD", wager_limit: "2" });
    const roll = (stake: string) => call(hugo, dice, { stake, direction: "over", target: "49.99" });
    expect((await roll("2")).status).toBe(201);
    expect((await roll("1")).body.code).toBe("limit_reached");
    const change = await api.call("PUT /profile/settings", { token: hugo.token, body: { currency: "EUR" } });
    expect(change.status, change.text).toBe(200);
    await host.db.tx(tx =>
      modules.wallet.credit(tx, {
        owner: hugo.id,
        currency: "EUR",
        amount: micros(100_000_000n),
        kind: "deposit" as const,
        reference: randomUUID() as Uuid,
        from: depositsClearing("sandbox"),
      }),
    );
    const again = await signedInAgain(hugo);
    const fixed = await host.db.query("DELETE FROM rates.rate_days RETURNING *");
    const unchecked = await call(again, dice, { stake: "1", direction: "over", target: "49.99" });
    expect([unchecked.status, unchecked.body.code]).toEqual([409, "limit_unchecked"]);
    for (const row of fixed.rows)
      await host.db.query(
        "INSERT INTO rates.rate_days SELECT * FROM jsonb_populate_record(NULL::rates.rate_days, $1)",
        [JSON.stringify(row)],
      );
    const refused = await call(again, dice, { stake: "1", direction: "over", target: "49.99" });
    expect([refused.status, refused.body.code]).toEqual([409, "limit_reached"]);
    const { limits } = await limitsOf(again);
    expect(limits[0]).toMatchObject({ kind: "wager", currency: "USD", limit: "2", used: "2" });
  });

  test("that were merged are announced once, until the player dismisses the notice", async () => {
    const ines = await person();
    expect((await limitsOf(ines)).notice).toBeNull();
    await host.db.query("INSERT INTO limits.notices (player_id, kind) VALUES ($1, 'one_limit')", [ines.id]);
    expect((await limitsOf(ines)).notice).toBe("one_limit");
    expect((await call(ines, "POST /api/v1/limits/notice/dismiss")).status).toBe(200);
    expect((await limitsOf(ines)).notice).toBeNull();
  });

  test.each(["1e3", "-1", "0.001", 5, "1000000000.01", [[]], {}])(
    "a limit of %j is refused by name",
    async wager_limit => {
      const answer = await call(await person(), "PUT /api/v1/limits", { currency: "USD", wager_limit });
      expect(answer.status).toBe(422);
      expect(answer.body.errors.wager_limit).toHaveLength(1);
    },
  );

  test("tightened during fifty bets: nothing accepted after the response exceeds it", async () => {
    const frank = await person();
    const roll = () => call(frank, dice, { stake: "1", direction: "over", target: "49.99" });
    const flying = Array.from({ length: 50 }, roll);
    await Promise.race(flying);
    const answer = await call(frank, "PUT /api/v1/limits", { currency: "USD", wager_limit: "10" });
    const before = Number(answer.body.data.limits[0].used);
    const after = Array.from({ length: 20 }, roll);
    await Promise.all([...flying, ...after]);
    const { used } = (await limitsOf(frank)).limits[0];
    expect(Number(used)).toBeLessThanOrEqual(Math.max(10, before));
    expect(await auditBooks(host.db)).toEqual([]);
  });

  test("an exclusion during fifty bets: every accepted bet was accepted before its commit", async () => {
    const grace = await person();
    const roll = () => call(grace, dice, { stake: "1", direction: "over", target: "49.99" });
    const flying = Array.from({ length: 50 }, roll);
    await Promise.race(flying);
    await call(grace, "POST /api/v1/limits/self-exclusion", { months: 6 });
    const { used } = (await limitsOf(grace)).limits[0];
    const answers = await Promise.all([...flying, ...Array.from({ length: 20 }, roll)]);
    expect((await limitsOf(grace)).limits[0].used).toBe(used);
    expect(answers.slice(50).every(answer => answer.body.code === "limit_reached")).toBe(true);
    expect(answers.filter(answer => answer.status === 201)).toHaveLength(Number(used));
    expect(await auditBooks(host.db)).toEqual([]);
  });
});
