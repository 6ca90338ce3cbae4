import { afterAll, beforeAll, expect, test } from "vitest";
import { type BettingTable, bettingTable, home, single } from "../testing/betting-table.ts";

let table: BettingTable;
beforeAll(async () => {
  table = await bettingTable();
});
afterAll(async () => {
  await table.expectBooks();
  await table.close();
});

const listed = async (token: string) =>
  (await table.api.call("GET /api/v1/betting/free-bets", { token })).body.data as readonly object[];
const withFreeBet = (event: string, id: string, rest: object = {}) =>
  Object.assign(single(event, "10"), { free_bet: id }, rest);
const won = [
  [1, 0],
  [0, 0],
] as const;

test("row 18: a free bet of 10 at 2.50 pays 15, has no cash-out, and is gone", async () => {
  await table.open(["m:fb1"]);
  const alice = await table.player("0.01");
  const id = await table.freeBet(alice, "10");
  expect(await listed(alice)).toMatchObject([{ id, amount: "10", currency: "USD" }]);
  const placed = await table.place(alice, withFreeBet("m:fb1", id));
  expect(placed.body.data).toMatchObject({ free_bet: true, stake: "10", balance: "0.01", possible_return: "10.3" });
  expect(await listed(alice)).toEqual([]);
  const slip = placed.body.data.id as string;
  expect((await table.read(alice, slip)).body.data.cash_out).toBeNull();
  const offer = { token: alice, body: { offer: "1" }, key: table.host.ids.next() };
  const cashed = await table.api.call(`POST /api/v1/betting/slips/${slip}/cash-out`, offer);
  expect(cashed.body.code).toBe("cash_out_unavailable");
  await table.end("m:fb1", won);
  await table.settle();
  // 10 x 2.03, less the stake.
  expect(await table.balance(alice)).toBe("10.31");
  expect((await table.place(alice, withFreeBet("m:fb1", id))).body.code).toBe("free_bet_unavailable");
});

test("a void slip gives the free bet back, whose stake the player never sees as money", async () => {
  await table.open(["m:fb2", "m:fb3"]);
  const bob = await table.player("1");
  const id = await table.freeBet(bob, "10");
  const key = table.host.ids.next();
  const first = await table.place(bob, withFreeBet("m:fb2", id), key);
  expect((await table.place(bob, withFreeBet("m:fb2", id), key)).text).toBe(first.text);
  expect((await table.place(bob, withFreeBet("m:fb3", id))).body.code).toBe("free_bet_unavailable");
  await table.send("live", table.say("m:fb2").cancel());
  await table.settle();
  expect((await table.read(bob, first.body.data.id)).body.data.status).toBe("voided");
  expect(await table.balance(bob)).toBe("1");
  expect((await table.place(bob, withFreeBet("m:fb3", id))).status).toBe(201);
});

test("a request that is repeated while its slip is being accepted gets the slip, not a refusal of the free bet that it staked", async () => {
  await table.open(["m:fb7"]);
  const fay = await table.player("1");
  const id = await table.freeBet(fay, "10");
  const key = table.host.ids.next();
  const { freeBets } = table.wallet;
  const { of } = freeBets;
  let first: string | undefined;
  const acceptedMeanwhile: typeof of = async (...asked) => {
    Object.assign(freeBets, { of });
    first = (await table.place(fay, withFreeBet("m:fb7", id), key)).text;
    return of(...asked);
  };
  Object.assign(freeBets, { of: acceptedMeanwhile });
  const repeated = await table.place(fay, withFreeBet("m:fb7", id), key);
  expect(repeated.status, repeated.text).toBe(201);
  expect(repeated.text).toBe(first);
  expect((await table.place(fay, withFreeBet("m:fb7", id))).body.code).toBe("free_bet_unavailable");
});

test("free bets of others, of another amount, on a system or under an unknown id are refused and stay", async () => {
  await table.open(["m:fb4", "m:fb5"]);
  const [carl, dora] = [await table.player("100"), await table.player("100")];
  const id = await table.freeBet(carl, "10");
  const refused = async (player: typeof carl, body: object) => (await table.place(player, body)).body.code;
  expect(await refused(dora, withFreeBet("m:fb4", id))).toBe("free_bet_unavailable");
  expect(await refused(carl, withFreeBet("m:fb4", id, { unit: "9" }))).toBe("validation_failed");
  expect(await refused(carl, withFreeBet("m:fb4", table.host.ids.next()))).toBe("free_bet_unavailable");
  expect(await refused(carl, withFreeBet("m:fb4", "mine"))).toBe("validation_failed");
  const system = { kind: "system", folds: [1], unit: "10", free_bet: id, legs: [home("m:fb4"), home("m:fb5")] };
  expect(await refused(carl, system)).toBe("bad_system");
  expect(await listed(carl)).toMatchObject([{ id }]);
  expect(await table.balance(carl)).toBe("100");
});

test("a free bet waits for the live delay without reserving the player's money", async () => {
  await table.open(["m:fb6"]);
  const eve = await table.player("3");
  const id = await table.freeBet(eve, "10");
  await table.send("live", table.say("m:fb6").state("live", [[0, 0]]), table.say("m:fb6").odds());
  const waiting = table.place(eve, withFreeBet("m:fb6", id));
  await table.feed.beat(2);
  await table.setAside(eve, "3");
  await table.feed.beat(5);
  expect((await waiting).status).toBe(201);
  expect(await table.balance(eve)).toBe("0");
});
