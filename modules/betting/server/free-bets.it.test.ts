import { afterAll, beforeAll, expect, test } from "vitest";
import { home, single, type TestSportsbook, testSportsbook } from "../testing/test-sportsbook.ts";

let sportsbook: TestSportsbook;
beforeAll(async () => {
  sportsbook = await testSportsbook();
});
afterAll(async () => {
  await sportsbook.expectBooks();
  await sportsbook.close();
});

const listed = async (token: string) =>
  (await sportsbook.api.call("GET /api/v1/betting/free-bets", { token })).body.data as readonly object[];
const withFreeBet = (event: string, id: string, rest: object = {}) =>
  Object.assign(single(event, "10"), { free_bet: id }, rest);
const won = [
  [1, 0],
  [0, 0],
] as const;

test("row 18: a free bet of 10 at 2.50 pays 15, has no cash-out, and is gone", async () => {
  await sportsbook.openMatches(["m:fb1"]);
  const alice = await sportsbook.player("0.01");
  const id = await sportsbook.freeBet(alice, "10");
  expect(await listed(alice)).toMatchObject([{ id, amount: "10", currency: "USD" }]);
  const placed = await sportsbook.place(alice, withFreeBet("m:fb1", id));
  expect(placed.body.data).toMatchObject({ free_bet: true, stake: "10", balance: "0.01", possible_return: "10.3" });
  expect(await listed(alice)).toEqual([]);
  const slip = placed.body.data.id as string;
  expect((await sportsbook.read(alice, slip)).body.data.cash_out).toBeNull();
  const offer = { token: alice, body: { offer: "1" }, key: sportsbook.host.ids.next() };
  const cashed = await sportsbook.api.call(`POST /api/v1/betting/slips/${slip}/cash-out`, offer);
  expect(cashed.body.code).toBe("cash_out_unavailable");
  await sportsbook.endMatch("m:fb1", won);
  await sportsbook.settle();
  // 10 x 2.03, less the stake.
  expect(await sportsbook.balance(alice)).toBe("10.31");
  expect((await sportsbook.place(alice, withFreeBet("m:fb1", id))).body.code).toBe("free_bet_unavailable");
});

test("a void slip gives the free bet back, whose stake the player never sees as money", async () => {
  await sportsbook.openMatches(["m:fb2", "m:fb3"]);
  const bob = await sportsbook.player("1");
  const id = await sportsbook.freeBet(bob, "10");
  const key = sportsbook.host.ids.next();
  const first = await sportsbook.place(bob, withFreeBet("m:fb2", id), key);
  expect((await sportsbook.place(bob, withFreeBet("m:fb2", id), key)).text).toBe(first.text);
  expect((await sportsbook.place(bob, withFreeBet("m:fb3", id))).body.code).toBe("free_bet_unavailable");
  await sportsbook.send("live", sportsbook.messagesFor("m:fb2").cancel());
  await sportsbook.settle();
  expect((await sportsbook.read(bob, first.body.data.id)).body.data.status).toBe("voided");
  expect(await sportsbook.balance(bob)).toBe("1");
  expect((await sportsbook.place(bob, withFreeBet("m:fb3", id))).status).toBe(201);
});

test("a request that is repeated while its slip is being accepted gets the slip, not a refusal of the free bet that it staked", async () => {
  await sportsbook.openMatches(["m:fb7"]);
  const fay = await sportsbook.player("1");
  const id = await sportsbook.freeBet(fay, "10");
  const key = sportsbook.host.ids.next();
  const { freeBets } = sportsbook.wallet;
  const { of } = freeBets;
  let first: string | undefined;
  const acceptedMeanwhile: typeof of = async (...asked) => {
    Object.assign(freeBets, { of });
    first = (await sportsbook.place(fay, withFreeBet("m:fb7", id), key)).text;
    return of(...asked);
  };
  Object.assign(freeBets, { of: acceptedMeanwhile });
  const repeated = await sportsbook.place(fay, withFreeBet("m:fb7", id), key);
  expect(repeated.status, repeated.text).toBe(201);
  expect(repeated.text).toBe(first);
  expect((await sportsbook.place(fay, withFreeBet("m:fb7", id))).body.code).toBe("free_bet_unavailable");
});

test("free bets of others, of another amount, on a system or under an unknown id are refused and stay", async () => {
  await sportsbook.openMatches(["m:fb4", "m:fb5"]);
  const [carl, dora] = [await sportsbook.player("100"), await sportsbook.player("100")];
  const id = await sportsbook.freeBet(carl, "10");
  const refused = async (player: typeof carl, body: object) => (await sportsbook.place(player, body)).body.code;
  expect(await refused(dora, withFreeBet("m:fb4", id))).toBe("free_bet_unavailable");
  expect(await refused(carl, withFreeBet("m:fb4", id, { unit: "9" }))).toBe("validation_failed");
  expect(await refused(carl, withFreeBet("m:fb4", sportsbook.host.ids.next()))).toBe("free_bet_unavailable");
  expect(await refused(carl, withFreeBet("m:fb4", "mine"))).toBe("validation_failed");
  const system = { kind: "system", folds: [1], unit: "10", free_bet: id, legs: [home("m:fb4"), home("m:fb5")] };
  expect(await refused(carl, system)).toBe("bad_system");
  expect(await listed(carl)).toMatchObject([{ id }]);
  expect(await sportsbook.balance(carl)).toBe("100");
});

test("a free bet waits for the live delay without reserving the player's money", async () => {
  await sportsbook.openMatches(["m:fb6"]);
  const eve = await sportsbook.player("3");
  const id = await sportsbook.freeBet(eve, "10");
  await sportsbook.send(
    "live",
    sportsbook.messagesFor("m:fb6").state("live", [[0, 0]]),
    sportsbook.messagesFor("m:fb6").odds(),
  );
  const waiting = sportsbook.place(eve, withFreeBet("m:fb6", id));
  await sportsbook.feed.beat(2);
  await sportsbook.moveToVault(eve, "3");
  await sportsbook.feed.beat(5);
  expect((await waiting).status).toBe(201);
  expect(await sportsbook.balance(eve)).toBe("0");
});
