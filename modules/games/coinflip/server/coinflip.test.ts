import { expect, test } from "vitest";
import { nobleHashes } from "#kit/fair/noble.ts";
import { openStream } from "#kit/fair/stream.ts";
import { micros } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { describeInstantGame } from "#modules/engines/instant/testing/instant-suite.ts";
import { newKey, testGame, units } from "#modules/engines/instant/testing/test-game.ts";
import { drawSides } from "../shared/rules.ts";
import { createCoinflip } from "./index.ts";

const bets = "POST /api/v1/games/coinflip/bets";
const tails = { stake: "1", side: "tails" };
const climb = { stake: "1", ladder: true };
/** All players use the golden seeds: the first flip is tails. */
const openGame = (bankroll?: bigint) =>
  testGame("coinflip", createCoinflip, bankroll === undefined ? {} : { bankroll: micros(bankroll) });
const golden = drawSides(
  openStream(
    nobleHashes,
    Uint8Array.from({ length: 32 }, (_, index) => index),
    ["coinflip", "player-seed_1", 0],
  ),
  20,
);
const wrong = (index: number) => (golden[index] === "heads" ? "tails" : "heads");

describeInstantGame({
  game: "coinflip",
  create: createCoinflip,
  bet: tails,
  paid: 1.98,
  losing: { stake: "1", side: "heads" },
  // Every flip pays the same: a cap of ten allows 5.05 of any.
  longShot: { stake: "100", side: "heads" },
  longShotMost: "5.05",
  mostAtTen: "5.05",
  overTen: "5.06",
});

test("alice calls tails and it lies up; answer, history and books agree", async () => {
  const { call, player, balance, result } = openGame();
  const alice = await player(units(10));
  const won = await call(bets, alice, tails);
  expect(won).toMatchObject({ status: 201, body: { data: { outcome: { landed: ["tails"] } } } });
  expect(won.body.data).toMatchObject({
    payout: "1.98",
    multiplier: "1.98",
    balance: "10.98",
    status: "settled",
    proof: { nonce: 0, inputs: { side: "tails" }, outcome: { landed: ["tails"] } },
  });
  expect(won.body.data.round).toBeUndefined();
  expect([await balance(alice), result()]).toEqual([units(10.98), -units(0.98)]);
  const { items } = (await call("GET /api/v1/games/coinflip/rounds", alice)).body.data;
  expect(items).toMatchObject([{ ladder: false, called: ["tails"], outcome: { landed: ["tails"] } }]);
});

/** A ladder with so many right flips. */
async function climbed(call: ReturnType<typeof openGame>["call"], player: PlayerId, flips: number, stake = "1") {
  let { data } = (await call(bets, player, { ...climb, stake })).body;
  for (let index = 0; index < flips; index++) {
    const side = required(golden[index], "a flip");
    data = (await call("POST /api/v1/games/coinflip/bets/:id/flip", player, { side }, newKey(), { id: data.id })).body
      .data;
  }
  return data;
}

test("bob climbs three flips and cashes out 7.92; the ladder was one bet with one nonce", async () => {
  const { call, player, balance } = openGame();
  const bob = await player(units(10));
  const open = await climbed(call, bob, 3);
  expect(open).toMatchObject({
    status: "open",
    balance: "9",
    round: { steps: 3, worth: "7.92", multiplier: "7.92", landed: golden.slice(0, 3), next: "15.84" },
    proof: { nonce: 0, inputs: { ladder: true, called: [] }, outcome: null },
  });
  const out = await call("POST /api/v1/games/coinflip/bets/:id/cash-out", bob, {}, newKey(), { id: open.id });
  expect(out.body.data).toMatchObject({
    status: "settled",
    payout: "7.92",
    outcome: { landed: golden.slice(0, 3), end: "cashed_out" },
    proof: { inputs: { ladder: true, called: golden.slice(0, 3) } },
  });
  expect(await balance(bob)).toBe(units(16.92));
  expect((await call(bets, bob, tails)).body.data.proof.nonce).toBe(1);
});

test("a wrong flip ends the ladder with nothing, and it is over", async () => {
  const { call, player, balance } = openGame();
  const carol = await player(units(10));
  const { id } = await climbed(call, carol, 2);
  const flip = "POST /api/v1/games/coinflip/bets/:id/flip";
  const lost = await call(flip, carol, { side: wrong(2) }, newKey(), { id });
  expect(lost.body.data).toMatchObject({ status: "settled", payout: "0", outcome: { end: "lost" } });
  expect(await balance(carol)).toBe(units(9));
  expect((await call(flip, carol, { side: "heads" }, newKey(), { id })).body.code).toBe("round_over");
});

test("the twentieth right flip is paid automatically, a million times the stake less the edge", async () => {
  const { call, player, balance } = openGame();
  const dave = await player(units(1));
  const done = await climbed(call, dave, 20, "0.01");
  expect(done).toMatchObject({ status: "settled", payout: "10380.9024", outcome: { end: "completed" } });
  expect(await balance(dave)).toBe(units(0.99) + 10_380_902_400n);
});

test("at the win cap the ladder is paid automatically: no prize is reduced, no flip is offered above it", async () => {
  // The cap is a hundredth of the bankroll: 10. Three flips are 7.92, four would be 15.84.
  const { call, player, balance } = openGame(units(1000));
  const erin = await player(units(10));
  const done = await climbed(call, erin, 3);
  expect(done).toMatchObject({ status: "settled", payout: "7.92", outcome: { end: "completed" } });
  expect(await balance(erin)).toBe(units(16.92));
  expect((await call(bets, erin, { ...climb, stake: "5.06" })).body).toMatchObject({ code: "win_cap" });
});

test("a second ladder answers with the open one; a single flip may be made beside it", async () => {
  const { call, player } = openGame();
  const frank = await player(units(10));
  const first = (await call(bets, frank, climb)).body.data;
  const second = await call(bets, frank, climb);
  expect(second).toMatchObject({ status: 409, body: { code: "round_open", data: { round: { id: first.id } } } });
  expect((await call("GET /api/v1/games/coinflip", frank)).body.data.round).toMatchObject({
    id: first.id,
    status: "open",
  });
  expect((await call(bets, frank, tails)).body.data.proof.nonce).toBe(1);
});

test("13: hostile sides move nothing", async () => {
  const { call, player, balance } = openGame();
  const alice = await player(units(100));
  const refused = async (choice: object) =>
    expect((await call(bets, alice, { stake: "1", ...choice })).status, JSON.stringify(choice)).toBe(422);
  for (const side of ["", "Heads", "edge", null, 0, 1, {}, [], "__proto__", "constructor"]) await refused({ side });
  for (const ladder of [false, 1, "true", null, {}]) await refused({ ladder });
  await refused({});
  await refused({ side: "heads", ladder: true });
  expect(await balance(alice)).toBe(units(100));
});
