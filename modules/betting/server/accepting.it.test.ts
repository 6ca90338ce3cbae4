import { afterAll, beforeAll, expect, test } from "vitest";
import type { PlayerId } from "#kit/std/brand.ts";
import { oneXTwo, three, total } from "#modules/odds/testing/messages.ts";
import { home, single, type TestSportsbook, testSportsbook } from "../testing/test-sportsbook.ts";

/** What is refused, and what cannot be had by asking often. */

let sportsbook: TestSportsbook;
let alice: PlayerId;
beforeAll(async () => {
  sportsbook = await testSportsbook();
  alice = await sportsbook.player("100000");
  await sportsbook.openMatches(["m:1", "m:2", "m:3"], [oneXTwo(), total("2.5", "1.9", "1.9")]);
});
afterAll(async () => {
  await sportsbook.expectBooks();
  await sportsbook.close();
});

const legs = (...events: string[]) => events.map(event => home(event));
const body = (rest: object) => Object.assign({ kind: "single", unit: "1", legs: legs("m:1") }, rest);
const leg = (rest: object) => body({ legs: [Object.assign(home("m:1"), rest)] });

test.each<[string, object, string]>([
  ["a price with six places", leg({ price: "1.850000" }), "validation_failed"],
  ["a price in exponents", leg({ price: "1e1" }), "validation_failed"],
  ["a price of zero", leg({ price: "0" }), "validation_failed"],
  ["a price of one", leg({ price: "1" }), "validation_failed"],
  ["a negative price", leg({ price: "-2" }), "validation_failed"],
  ["a price that is none", leg({ price: "NaN" }), "validation_failed"],
  ["a price with a comma", leg({ price: "1,85" }), "validation_failed"],
  ["a unit with three decimals", body({ unit: "1.001" }), "validation_failed"],
  ["a unit of zero", body({ unit: "0" }), "validation_failed"],
  ["a huge unit", body({ unit: "1000000000" }), "validation_failed"],
  ["a unit below the smallest slip", body({ unit: "0.05" }), "stake_out_of_limits"],
  ["each way on a match", body({ each_way: true }), "bad_system"],
  ["an unknown market", leg({ market: "coin_toss" }), "validation_failed"],
  ["an unknown specifier", leg({ market: "total", spec: "goals=2", outcome: "over" }), "validation_failed"],
  ["an unknown outcome", leg({ outcome: "both" }), "validation_failed"],
  ["an unknown event", leg({ event: "m:nowhere" }), "event_closed"],
  ["a market that is not offered", leg({ market: "total", spec: "total=9.5", outcome: "over" }), "market_suspended"],
  ["the same leg twice", body({ kind: "accumulator", legs: legs("m:1", "m:1") }), "related_legs"],
  [
    "two legs of one event",
    body({ kind: "accumulator", legs: [home("m:1"), { ...home("m:1"), outcome: "draw" }] }),
    "related_legs",
  ],
  [
    "21 legs",
    body({ kind: "accumulator", legs: legs(...Array.from({ length: 21 }, (_, n) => `m:${n}`)) }),
    "bad_system",
  ],
  ["an accumulator of one leg", body({ kind: "accumulator" }), "bad_system"],
  ["fold 0", body({ kind: "system", folds: [0], legs: legs("m:1", "m:2", "m:3") }), "bad_system"],
  ["fold 4 of 3", body({ kind: "system", folds: [4], legs: legs("m:1", "m:2", "m:3") }), "bad_system"],
  ["a fold twice", body({ kind: "system", folds: [2, 2], legs: legs("m:1", "m:2", "m:3") }), "bad_system"],
  [
    "only bankers",
    body({ kind: "system", folds: [1], legs: legs("m:1", "m:2").map(each => ({ ...each, banker: true })) }),
    "bad_system",
  ],
  [
    "1,001 combinations",
    body({ kind: "system", folds: [5], unit: "0.01", legs: legs(...Array.from({ length: 15 }, (_, n) => `m:${n}`)) }),
    "bad_system",
  ],
  ["a builder", body({ kind: "builder" }), "validation_failed"],
  ["another currency", body({ currency: "EUR" }), "currency_changed"],
])("%s is refused by name and moves nothing", async (_what, request, code) => {
  const before = await sportsbook.balance(alice);
  const answer = await sportsbook.place(alice, request);
  expect([answer.body.code, answer.status >= 400 && answer.status < 500], answer.text).toEqual([code, true]);
  expect(await sportsbook.balance(alice)).toBe(before);
});

test("`total=2.50` is the line `total=2.5`", async () => {
  const answer = await sportsbook.place(
    alice,
    leg({ market: "total", spec: "total=2.50", outcome: "over", price: "1.9" }),
  );
  expect(answer.status, answer.text).toBe(201);
  expect(answer.body.data.legs[0].spec).toBe("total=2.5");
});

test("an outright and a match of the competitor it names are related", async () => {
  const messages = sportsbook.messagesFor("t:cup");
  const fixture = messages.fixture({
    kind: "outright",
    competitors: [{ id: "k:ravenmoor" }, { id: "k:saltby" }, { id: "k:other" }],
  });
  const outcomes = ["k:ravenmoor", "k:saltby", "k:other"].map((id, n) => ({
    id,
    price: ["2.5", "3.1", "3.6"][n],
    p: { win: 0.33, half_win: 0, refund: 0, half_lose: 0 },
  }));
  await sportsbook.send(
    "pre",
    fixture,
    messages.odds([{ id: "outright_winner", spec: "", status: "active", outcomes }]),
  );
  const winner = (outcome: string) => ({ event: "t:cup", market: "outright_winner", outcome, price: "2.5" });
  const answer = await sportsbook.place(alice, body({ kind: "accumulator", legs: [home("m:1"), winner("k:saltby")] }));
  expect(answer.body).toMatchObject({ code: "related_legs", data: { legs: [0, 1] } });
});

test("a suspended market, a silent feed and a stake above the limits have codes of their own", async () => {
  await sportsbook.openMatches(["m:s"]);
  await sportsbook.send("pre", sportsbook.messagesFor("m:s").stop());
  expect((await sportsbook.place(alice, single("m:s"))).body).toMatchObject({
    code: "market_suspended",
    data: { legs: [0] },
  });
  // The return may be 50,000; of one slip an outcome may win 10,000.
  expect((await sportsbook.place(alice, single("m:1", "30000"))).body).toMatchObject({
    code: "limit_exceeded",
    data: { limit: "win_cap", max_stake: "24630.54" },
  });
  expect((await sportsbook.place(alice, single("m:1", "20000"))).body).toMatchObject({
    code: "limit_exceeded",
    data: { limit: "win", max_stake: "9708.73" },
  });
  await sportsbook.host.db.query("UPDATE odds.heartbeats SET at = '-infinity' WHERE producer = 'pre'");
  expect((await sportsbook.place(alice, single("m:1"))).body.code).toBe("feed_down");
  await sportsbook.feed.beat(1);
  const poor = await sportsbook.player("5");
  expect((await sportsbook.place(poor, single("m:1"))).body).toMatchObject({
    code: "insufficient_funds",
    data: { balance: "5" },
  });
});

test("200 slips of 200 players against one exposure cap: what fits is accepted, the rest learns what is left", {
  timeout: 120_000,
}, async () => {
  await sportsbook.openMatches(["m:cap"]);
  const players = await Promise.all(Array.from({ length: 200 }, () => sportsbook.player("30000")));
  // Each may cost 2,030: 24 fit below 50,000.
  const answers = await Promise.all(players.map(player => sportsbook.place(player, single("m:cap", "1000"))));
  const busy = answers.filter(({ status }) => status === 503).length;
  for (const { body: refused, status } of answers)
    if (status !== 201 && status !== 503)
      expect(refused).toMatchObject({ code: "limit_exceeded", data: { limit: "exposure" } });
  let accepted = answers.filter(({ status }) => status === 201).length;
  expect(accepted + busy).toBeGreaterThanOrEqual(24);
  const again = () => sportsbook.place(players.at(-1) as PlayerId, single("m:cap", "1000"));
  let last = await again();
  // Where a busy machine refused a slip that fits.
  for (; last.status === 201; accepted++) last = await again();
  expect(accepted).toBe(24);
  expect(last.body.data).toEqual({ limit: "exposure", max_stake: "630.54" });
  await sportsbook.expectBooks();
});

test("200 requests under one key place one slip; 200 under their own stop at the balance", {
  timeout: 120_000,
}, async () => {
  await sportsbook.openMatches(["m:keys"]);
  const bob = await sportsbook.player("100");
  const key = sportsbook.host.ids.next();
  const same = await Promise.all(Array.from({ length: 200 }, () => sportsbook.place(bob, single("m:keys"), key)));
  expect(new Set(same.map(({ text }) => text)).size).toBe(1);
  expect(await sportsbook.balance(bob)).toBe("90");
  const own = await Promise.all(Array.from({ length: 200 }, () => sportsbook.place(bob, single("m:keys"))));
  expect(own.filter(({ status }) => status === 201)).toHaveLength(9);
  expect(await sportsbook.balance(bob)).toBe("0");
});

test("a live slip waits five seconds; a goal meanwhile refuses it, and no money has moved", async () => {
  await sportsbook.openMatches(["m:live"]);
  const messages = sportsbook.messagesFor("m:live");
  await sportsbook.send("live", messages.state("live", [[0, 0]]));
  await sportsbook.send("live", messages.odds([oneXTwo(three())]));
  const carol = await sportsbook.player("100");
  const waiting = sportsbook.place(carol, single("m:live"));
  await sportsbook.feed.beat(4);
  expect(await sportsbook.balance(carol)).toBe("100");
  await sportsbook.feed.beat(2);
  const accepted = await waiting;
  expect(accepted.status, accepted.text).toBe(201);
  expect(accepted.body.data.legs).toMatchObject([{ is_live: true }]);
  const late = sportsbook.place(carol, single("m:live"));
  await sportsbook.feed.beat(1);
  const goal = { id: "g1", kind: "goal", side: "home", period: 1, clock: 60, at: sportsbook.feed.feed.now };
  await sportsbook.send("live", messages.state("live", [[1, 0]], [goal]), messages.odds([oneXTwo(three())]));
  await sportsbook.feed.beat(5);
  expect((await late).body).toMatchObject({ code: "event_changed", data: { legs: [0] } });
  // What is refused already does not wait: no time has to pass.
  expect((await sportsbook.place(carol, single("m:live", "10", { price: "9" }))).body.code).toBe("odds_changed");
  // Prices return later than the delay ends: the answer still says that the match has changed.
  const shut = sportsbook.place(carol, single("m:live"));
  await sportsbook.feed.beat(1);
  const second = Object.assign({}, goal, { id: "g2", clock: 90, at: sportsbook.feed.feed.now });
  await sportsbook.send("live", messages.stop(), messages.state("live", [[2, 0]], [second]));
  await sportsbook.feed.beat(5);
  expect((await shut).body).toMatchObject({ code: "market_suspended", data: { legs: [0], changed: [0] } });
  expect((await sportsbook.place(carol, single("m:live"))).body).toEqual(
    expect.objectContaining({ code: "market_suspended", data: { legs: [0] } }),
  );
  expect(await sportsbook.balance(carol)).toBe("90");
});

test("emptying the wallet does not cancel a waiting slip", async () => {
  await sportsbook.openMatches(["m:hold"]);
  const messages = sportsbook.messagesFor("m:hold");
  await sportsbook.send("live", messages.state("live", [[0, 0]]), messages.odds([oneXTwo(three())]));
  const eve = await sportsbook.player("10");
  const waiting = sportsbook.place(eve, single("m:hold"));
  await sportsbook.feed.beat(2);
  expect(await sportsbook.moveToVault(eve, "10")).toMatchObject({ kind: "refused" });
  expect((await sportsbook.place(eve, single("m:hold"))).body.code).toBe("insufficient_funds");
  await sportsbook.feed.beat(5);
  expect((await waiting).status).toBe(201);
  expect(await sportsbook.balance(eve)).toBe("0");
  const fay = await sportsbook.player("10");
  const refused = sportsbook.place(fay, single("m:hold"));
  await sportsbook.feed.beat(2);
  await sportsbook.send("live", messages.stop());
  await sportsbook.feed.beat(5);
  expect((await refused).body.code).toBe("market_suspended");
  expect(await sportsbook.moveToVault(fay, "10")).toMatchObject({ kind: "moved" });
});

test("a fifth live slip of a player is refused while four wait", async () => {
  await sportsbook.openMatches(["m:five"]);
  const messages = sportsbook.messagesFor("m:five");
  await sportsbook.send("live", messages.state("live", [[0, 0]]), messages.odds([oneXTwo(three())]));
  const dave = await sportsbook.player("100");
  const waiting = Array.from({ length: 5 }, () => sportsbook.place(dave, single("m:five", "1")));
  await sportsbook.feed.beat(7);
  const codes = (await Promise.all(waiting)).map(answer => answer.body.code ?? answer.status);
  expect(codes.toSorted()).toEqual([201, 201, 201, 201, "too_many_waiting"]);
});
