import { expect, test } from "vitest";
import { describeInstantGame } from "#modules/engines/instant/testing/instant-suite.ts";
import { testGame, units } from "#modules/engines/instant/testing/test-game.ts";
import { createLimbo } from "./index.ts";

const bets = "POST /api/v1/games/limbo/bets";
const double = { stake: "1", target: "2.00" };
/** All players use the golden seeds: the first result is 3.70, the second 1.16. */
const openGame = () => testGame("limbo", createLimbo);

describeInstantGame({
  game: "limbo",
  create: createLimbo,
  bet: double,
  paid: 2,
  losing: { stake: "1", target: "3.71" },
  longShot: { stake: "1", target: "1000000.00" },
  mostAtTen: "5",
  overTen: "5.01",
});

test("alice wins at 3.70 and loses at 1.16; answer, history, feed and books agree", async () => {
  const { call, player, balance, result, frames, clock } = openGame();
  const alice = await player(units(10));
  const won = await call(bets, alice, double);
  expect(won).toMatchObject({ status: 201, body: { data: { outcome: { result: "3.70" } } } });
  expect(won.body.data).toMatchObject({
    stake: "1",
    payout: "2",
    multiplier: "2.00",
    status: "settled",
    balance: "11",
    proof: { nonce: 0, client_seed: "player-seed_1", server_seed: null, inputs: { target: "2.00" } },
  });
  const lost = await call(bets, alice, double);
  expect(lost.body.data).toMatchObject({ payout: "0", multiplier: "0.00", balance: "10", outcome: { result: "1.16" } });
  expect([await balance(alice), result()]).toEqual([units(10), 0n]);
  const { items } = (await call("GET /api/v1/games/limbo/rounds", alice)).body.data;
  expect(items).toMatchObject([{ result: "1.16" }, { id: won.body.data.id, result: "3.70", payout: "2" }]);
  await clock.advance(250);
  expect(frames.flatMap(frame => (frame.data as { bets: object[] }).bets)).toMatchObject([
    { payout: "2" },
    { payout: "0" },
  ]);
});

test("a target that is reached exactly wins, and the next hundredth does not", async () => {
  const { call, player } = openGame();
  const [alice, bob] = [await player(units(10)), await player(units(10))];
  expect((await call(bets, alice, { stake: "1", target: "3.70" })).body.data).toMatchObject({ payout: "3.7" });
  expect((await call(bets, bob, { stake: "1", target: "3.71" })).body.data).toMatchObject({ payout: "0" });
});

test("a target whose payout would pass the win cap is refused with the stake that would not", async () => {
  const { call, player, balance } = openGame();
  const alice = await player(units(1000));
  const refused = await call(bets, alice, { stake: "100", target: "1000000.00" });
  expect(refused).toMatchObject({ status: 422, body: { code: "win_cap", data: { max_stake: "1" } } });
  expect(await balance(alice)).toBe(units(1000));
});

test("13: hostile targets move nothing", async () => {
  const { call, player, balance } = openGame();
  const alice = await player(units(1000));
  const refused = async (target: unknown) =>
    expect((await call(bets, alice, { ...double, target })).body, JSON.stringify(target)).toMatchObject({
      code: "validation_failed",
      errors: { target: ["target_invalid"] },
    });
  const targets = [
    "0.00",
    "1.00",
    "0.99",
    "1000000.01",
    "9999999.99",
    "10000000.00",
    "-2.00",
    "2",
    "2.0",
    "2.000",
    "02.00",
  ];
  for (const target of [...targets, "1e3", "NaN", "Infinity", "2,00", " 2.00", "\u0662.00", 2, null, {}, [], ""])
    await refused(target);
  expect((await call(bets, alice)).body.errors).toMatchObject({ target: expect.any(Array) });
  expect(await balance(alice)).toBe(units(1000));
});
