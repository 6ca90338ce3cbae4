import { expect, test } from "vitest";
import { describeInstantGame } from "#modules/engines/instant/testing/instant-suite.ts";
import { testGame, units } from "#modules/engines/instant/testing/test-game.ts";
import { createDice } from "./index.ts";

const bets = "POST /api/v1/games/dice/bets";
const under = { stake: "1", direction: "under", target: "49.50" };
/** All players use the golden seeds: the first roll is 9.70, the second 99.81. */
const openGame = () => testGame("dice", createDice);

describeInstantGame({
  game: "dice",
  create: createDice,
  bet: under,
  paid: 2,
  losing: { stake: "1", direction: "over", target: "98.00" },
  longShot: { stake: "1", direction: "under", target: "0.01" },
  mostAtTen: "5",
  overTen: "5.01",
});

test("alice wins at 9.70 and loses at 99.81; answer, history, feed and books agree", async () => {
  const { call, player, balance, result, frames, clock } = openGame();
  const alice = await player(units(10));
  const won = await call(bets, alice, under);
  expect(won).toMatchObject({ status: 201, body: { data: { outcome: { roll: "9.70" } } } });
  expect(won.body.data).toMatchObject({
    stake: "1",
    payout: "2",
    multiplier: "2.00",
    status: "settled",
    balance: "11",
    proof: {
      nonce: 0,
      client_seed: "player-seed_1",
      server_seed: null,
      inputs: { direction: "under", target: "49.50" },
    },
  });
  const lost = await call(bets, alice, under);
  expect(lost.body.data).toMatchObject({ payout: "0", multiplier: "0.00", balance: "10", outcome: { roll: "99.81" } });
  expect([await balance(alice), result()]).toEqual([units(10), 0n]);
  const { items } = (await call("GET /api/v1/games/dice/rounds", alice)).body.data;
  expect(items).toMatchObject([{ roll: "99.81" }, { id: won.body.data.id, roll: "9.70", payout: "2" }]);
  await clock.advance(250);
  expect(frames.flatMap(frame => (frame.data as { bets: object[] }).bets)).toMatchObject([
    { payout: "2" },
    { payout: "0" },
  ]);
});

test("13: hostile targets and directions move nothing", async () => {
  const { call, player, balance } = openGame();
  const alice = await player(units(1000));
  const refused = async (choice: object) =>
    expect((await call(bets, alice, { ...under, ...choice })).status, JSON.stringify(choice)).toBe(422);
  const targets = ["0.00", "98.01", "99.99", "100.00", "-1.00", "1", "1.5", "1.555", "01.50", "1e1", "NaN", 49.5];
  for (const target of [...targets, null, {}, ""]) await refused({ target });
  for (const target of ["0.00", "1.98", "99.99", "-1.00"]) await refused({ direction: "over", target });
  for (const direction of ["", "Over", "between", null, 1, {}, "__proto__"]) await refused({ direction });
  expect((await call(bets, alice)).body.errors).toMatchObject({
    direction: expect.any(Array),
    target: expect.any(Array),
  });
  expect(await balance(alice)).toBe(units(1000));
});
