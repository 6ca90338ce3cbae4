import { afterAll, beforeAll, expect, test } from "vitest";
import type { PlayerId } from "#kit/std/brand.ts";
import type { TestApi } from "#kit/testing/test-api.ts";
import { type BetsTestApp, betsTestApp } from "../testing/bets-test-app.ts";

let app: BetsTestApp;
let api: TestApi;
beforeAll(async () => {
  app = await betsTestApp([]);
  api = await app.open();
});
afterAll(() => app.close());

const path = "/api/v1/autobet/strategies";
const losses = (count: number) => ({ when: { kind: "losses", count }, do: { kind: "stop" } });
const strategy = {
  stake: "1",
  count: 100,
  stop_on_profit: null,
  stop_on_loss: "20.5",
  after_win: { kind: "reset" },
  after_loss: { kind: "percent", percent: 100 },
  conditions: [
    losses(3),
    { when: { kind: "balance_below", amount: "10" }, do: { kind: "set", stake: "0.5" } },
    { when: { kind: "multiplier", multiplier: "10.00" }, do: { kind: "switch" } },
  ],
};
const given = (name: string, change: object = {}) => ({ game: "dice", currency: "USD", name, strategy, ...change });
const list = async (who: PlayerId) => (await api.call(`GET ${path}`, { token: who })).body.data;
const create = (who: PlayerId, body: unknown) => api.call(`POST ${path}`, { token: who, body });

test("alice sees her strategy on another device, changes it there, and deletes it", async () => {
  const [alice, bob] = [await app.player(0n), await app.player(0n)];
  const saved = await create(alice, given("  Evening "));
  expect(saved.status, saved.text).toBe(201);
  expect(saved.body.data).toMatchObject(given("Evening"));
  expect(await list(alice)).toEqual([saved.body.data]);
  expect(await list(bob)).toEqual([]);
  const { id } = saved.body.data;

  const change = { token: alice, body: given("Evening", { strategy: { ...strategy, count: 5 } }) };
  expect((await api.call(`PUT ${path}/${id}`, change)).status).toBe(200);
  expect((await list(alice))[0].strategy.count).toBe(5);

  const byBob = { token: bob, body: given("Mine now") };
  expect((await api.call(`PUT ${path}/${id}`, byBob)).body.code).toBe("strategy_not_found");
  expect((await api.call(`DELETE ${path}/${id}`, { token: bob })).body.code).toBe("strategy_not_found");
  expect(await list(alice)).toHaveLength(1);

  expect((await api.call(`DELETE ${path}/${id}`, { token: alice })).status).toBe(204);
  expect((await api.call(`DELETE ${path}/${id}`, { token: alice })).status).toBe(404);
  expect(await list(alice)).toEqual([]);
  expect((await api.call(`GET ${path}`)).status).toBe(401);
});

test("a name is unique per game and currency", async () => {
  const alice = await app.player(0n);
  expect((await create(alice, given("Calm"))).status).toBe(201);
  expect((await create(alice, given("Calm"))).body.code).toBe("strategy_name_taken");
  const other = await create(alice, given("Calm", { game: "limbo" }));
  expect(other.status).toBe(201);
  const body = given("Calm");
  const moved = await api.call(`PUT ${path}/${other.body.data.id}`, { token: alice, body });
  expect(moved.body.code).toBe("strategy_name_taken");
  expect(await list(alice)).toHaveLength(2);
});

test("of twenty-five saved at the same moment twenty are stored, and deleting one makes room for one", async () => {
  const alice = await app.player(0n);
  const answers = await Promise.all(Array.from({ length: 25 }, (_, i) => create(alice, given(`s${i}`))));
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(20);
  for (const { status, body } of answers) if (status !== 201) expect(body.code).toBe("too_many_strategies");
  const saved = await list(alice);
  expect(saved).toHaveLength(20);
  await api.call(`DELETE ${path}/${saved[7].id}`, { token: alice });
  expect((await create(alice, given("In its place"))).status).toBe(201);
  expect((await create(alice, given("One more"))).body.code).toBe("too_many_strategies");
});

test("a bad strategy gets one clear error, and nothing is saved", async () => {
  const alice = await app.player(0n);
  const bad = (change: object) => given("Bad", { strategy: { ...strategy, ...change } });
  const percent = (value: unknown) => ({ after_loss: { kind: "percent", percent: value } });
  const when = (trigger: object) => ({ conditions: [{ when: trigger, do: { kind: "stop" } }] });
  const twice = (one: object, other: object) => ({
    conditions: [
      { when: { kind: "losses", count: 3 }, do: one },
      { when: { kind: "losses", count: 3 }, do: other },
    ],
  });
  const bodies = {
    "raises and lowers at the same time": bad(
      twice({ kind: "percent", percent: 100 }, { kind: "percent", percent: -50 }),
    ),
    "switches and switches back": bad(twice({ kind: "switch" }, { kind: "switch" })),
    "balances of which one always holds": bad({
      conditions: [
        { when: { kind: "balance_below", amount: "100" }, do: { kind: "percent", percent: 100 } },
        { when: { kind: "balance_above", amount: "50" }, do: { kind: "percent", percent: -50 } },
      ],
    }),
    "a thousand conditions": bad({ conditions: Array.from({ length: 1_000 }, (_, i) => losses(i + 1)) }),
    "eleven conditions": bad({ conditions: Array.from({ length: 11 }, (_, i) => losses(i + 1)) }),
    "ten kilobytes": given("x".repeat(10_240)),
    "NaN as text": bad(percent("NaN")),
    "nothing where NaN was": bad(percent(Number.NaN)),
    "a negative stake": bad({ stake: "-1" }),
    "no stake": bad({ stake: "0.00" }),
    "half a percent": bad(percent(8.5)),
    "more than all is taken away": bad(percent(-100)),
    "a negative streak": bad(when({ kind: "losses", count: -3 })),
    "no streak": bad(when({ kind: "losses", count: 0 })),
    "a multiple of one": bad(when({ kind: "multiplier", multiplier: "1.00" })),
    "an unknown trigger": bad(when({ kind: "moon", count: 1 })),
    "an unknown field": bad({ balance: "1000000" }),
    "an unknown field of a condition": bad(when({ kind: "losses", count: 3, bet: "all" })),
    "an unknown field beside": { ...given("Bad"), player: alice },
    "no name": given("   "),
    "a name of 41": given("x".repeat(41)),
    "a name with a line break": given("a\nb"),
    "an amount above the ceiling": bad({ stake: "1000000000000" }),
    "a game that does not exist": given("Bad", { game: "pachinko" }),
  };
  for (const [what, body] of Object.entries(bodies)) {
    const answer = await create(alice, body);
    expect(answer.status, `${what}: ${answer.text}`).toBe(
      what === "a thousand conditions" || what === "ten kilobytes" ? 413 : 422,
    );
    if (answer.status === 422) expect(Object.keys(answer.body.errors), what).toHaveLength(1);
  }
  const conflict = await create(alice, bodies["switches and switches back"]);
  expect(conflict.body.errors).toEqual({ "strategy.conditions": ["conditions_conflict"] });
  const nowhere = await create(alice, bodies["a game that does not exist"]);
  expect(nowhere.body.errors).toEqual({ game: ["game_unknown"] });
  const many = await create(alice, bodies["eleven conditions"]);
  expect(many.body.errors).toEqual({ "strategy.conditions": ["conditions_too_many"] });
  expect(await list(alice)).toEqual([]);
});

test("strategies are in the player's data, and go with the account", async () => {
  const alice = await app.player(0n);
  await create(alice, given("Evening"));
  expect(await app.bets.personalData?.(alice)).toMatchObject({ autobet_strategies: [given("Evening")] });
  await app.host.db.tx(async tx => app.bets.onAccountClosed?.(tx, alice));
  expect(await list(alice)).toEqual([]);
});
