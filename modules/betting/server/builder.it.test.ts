import { afterAll, beforeAll, expect, test } from "vitest";
import type { PlayerId } from "#kit/std/brand.ts";
import { oneXTwo, three, total } from "#modules/odds/testing/messages.ts";
import { home, type TestSportsbook, testSportsbook } from "../testing/test-sportsbook.ts";

let sportsbook: TestSportsbook;
beforeAll(async () => {
  sportsbook = await testSportsbook();
});
afterAll(async () => {
  await sportsbook.expectBooks();
  await sportsbook.close();
});

const over = (event: string) => ({ event, market: "total", spec: "total=2.5", outcome: "over", price: "2.1" });
const named = ({ market, spec, outcome }: { market: string; spec?: string; outcome: string }) => {
  return { market, spec, outcome };
};
/** At prices that are not the ones of the feed: only those of the quote count. */
const bothOf = (event: string) => [home(event, "5"), over(event)];

const open = (event: string) => sportsbook.openMatches([event], [oneXTwo(), total("2.5", "2.1", "1.7")]);

/** What the provider answers: the versions of the markets as they stand, and these prices of home, over and both. */
async function quoted(event: string, prices: readonly [number, number, number] = [2_030, 2_100, 3_550], p = 0.228688) {
  const { rows } = await sportsbook.host.db.query<{ n: bigint }>(
    "SELECT n FROM odds.markets WHERE event = $1 ORDER BY kind",
    [event],
  );
  sportsbook.quotes.next = {
    quote: "q1",
    expires: sportsbook.host.clock.now() + 10_000,
    versions: rows.map(({ n }) => Number(n)),
    subsets: [
      { legs: [0], price: prices[0], p: 0.475865 },
      { legs: [1], price: prices[1], p: 0.4 },
      { legs: [0, 1], price: prices[2], p },
    ],
  };
}

const ask = (player: PlayerId, event: string, legs: readonly object[] = bothOf(event).map(named)) =>
  sportsbook.api.call("POST /api/v1/betting/quotes", { token: player, body: { event, legs } });

const builder = (event: string, quote: string, legs: readonly object[] = bothOf(event)) => {
  return { kind: "builder", unit: "10", quote, legs };
};

test("selections of one match have a price together, which is staked on, paid and repeated", async () => {
  await open("m:q1");
  await quoted("m:q1");
  const player = await sportsbook.player("100");
  const answer = await ask(player, "m:q1");
  expect(answer.status, answer.text).toBe(200);
  expect(answer.body.data).toMatchObject({ price: "3.55" });
  const key = sportsbook.host.ids.next();
  const placed = await sportsbook.place(player, builder("m:q1", answer.body.data.quote), key);
  expect(placed.status, placed.text).toBe(201);
  expect(placed.body.data).toMatchObject({
    kind: "builder",
    price: "3.55",
    bets: 1,
    stake: "10",
    possible_return: "35.5",
    cash_out: null,
    legs: [
      { outcome: "home", price: "2.03" },
      { outcome: "over", price: "2.1" },
    ],
  });
  await sportsbook.expectBooks();
  // Long after the quote has expired.
  await sportsbook.host.pass(20_000);
  expect((await sportsbook.place(player, builder("m:q1", answer.body.data.quote), key)).text).toBe(placed.text);
  expect((await sportsbook.place(player, builder("m:q1", answer.body.data.quote))).body.code).toBe("builder_expired");
  await sportsbook.endMatch(
    "m:q1",
    [
      [2, 0],
      [1, 0],
    ],
    { markets: [decided("1x2", "", "home"), decided("total", "total=2.5", "over")] },
  );
  await sportsbook.settle();
  expect(await sportsbook.balance(player)).toBe("125.5");
});

const decided = (id: string, spec: string, winner: string) => ({
  id,
  spec,
  decided_at: sportsbook.feed.feed.now,
  outcomes: (id === "1x2" ? ["home", "draw", "away"] : ["over", "under"]).map(outcome => {
    return { id: outcome, result: outcome === winner ? 1 : 0, void_factor: 0, dead_heat: 1 };
  }),
});

test("a selection that is void leaves the quoted price of the others", async () => {
  await open("m:q2");
  await quoted("m:q2");
  const player = await sportsbook.player("100");
  const answer = await ask(player, "m:q2");
  const placed = await sportsbook.place(player, builder("m:q2", answer.body.data.quote));
  expect(placed.status, placed.text).toBe(201);
  await sportsbook.send("pre", sportsbook.messagesFor("m:q2").cancel());
  await sportsbook.endMatch(
    "m:q2",
    [
      [2, 0],
      [1, 0],
    ],
    { markets: [decided("total", "total=2.5", "over")] },
  );
  await sportsbook.settle();
  // 10 x 2.10, not 10 x 3.55 / 2.03.
  expect(await sportsbook.balance(player)).toBe("111");
});

test("a quote is one player's, for its own legs, for ten seconds, and for the markets as they were", async () => {
  await open("m:q3");
  await quoted("m:q3");
  const [player, other] = [await sportsbook.player("100"), await sportsbook.player("100")];
  const { quote } = (await ask(player, "m:q3")).body.data;
  const [first, second] = bothOf("m:q3");
  const refusals = [
    await sportsbook.place(other, builder("m:q3", quote)),
    await sportsbook.place(player, builder("m:q3", quote, [second ?? {}, first ?? {}])),
    await sportsbook.place(player, builder("m:q3", quote, [{ ...first, outcome: "away" }, second ?? {}])),
    await sportsbook.place(player, builder("m:q3", sportsbook.host.ids.next())),
    await sportsbook.place(player, builder("m:q3", "q1")),
  ];
  expect(refusals.map(({ body }) => body.code)).toEqual(new Array(5).fill("builder_expired"));
  await sportsbook.send("pre", sportsbook.messagesFor("m:q3").odds([oneXTwo(three("2.05"))]));
  const moved = await sportsbook.place(player, builder("m:q3", quote));
  expect(moved.body.code).toBe("odds_changed");
  expect([await sportsbook.balance(player), await sportsbook.balance(other)]).toEqual(["100", "100"]);
});

test.each([
  ["the provider combines nothing", async () => Object.assign(sportsbook.quotes, { next: undefined })],
  [
    "it priced markets that have changed",
    async (event: string) => sportsbook.send("pre", sportsbook.messagesFor(event).odds([oneXTwo()])),
  ],
  ["a price pays more than it may", async (event: string) => quoted(event, [2_030, 2_100, 4_800])],
  ["a price is none", async (event: string) => quoted(event, [2_030, 2_100, 0])],
  ["a chance is none", async (event: string) => quoted(event, undefined, Number.NaN)],
])("there is no quote where %s", async (_what, spoil) => {
  const event = `m:q4${sportsbook.host.ids.next().slice(-6)}`;
  await open(event);
  await quoted(event);
  await spoil(event);
  expect((await ask(await sportsbook.player("1"), event)).body.code).toBe("not_combinable");
});

test("there is no builder while operators have set a price of one of its markets", async () => {
  await open("m:q8");
  await quoted("m:q8");
  const player = await sportsbook.player("100");
  const { quote } = (await ask(player, "m:q8")).body.data;
  await sportsbook.host.db.query(
    `UPDATE odds.markets SET terms = '{"power": 900}' WHERE event = 'm:q8' AND kind = 'total'`,
  );
  expect((await ask(player, "m:q8")).body.code).toBe("not_combinable");
  expect((await sportsbook.place(player, builder("m:q8", quote))).body.code).toBe("builder_expired");
  expect(await sportsbook.balance(player)).toBe("100");
});

test("a stake above what an outcome may win is refused with the highest that is accepted", async () => {
  await open("m:q5");
  await quoted("m:q5");
  const player = await sportsbook.player("9000");
  const { quote } = (await ask(player, "m:q5")).body.data;
  const body = Object.assign({}, builder("m:q5", quote), { unit: "4000" });
  const refused = await sportsbook.place(player, body);
  // 10,000 dollars won at 3.55.
  expect(refused.body).toMatchObject({ code: "limit_exceeded", data: { limit: "win", max_stake: "3921.56" } });
  const placed = await sportsbook.place(player, Object.assign({}, body, { unit: "3921.56" }));
  expect(placed.status, placed.text).toBe(201);
  expect(await sportsbook.balance(player)).toBe("5078.44");
});

test.each([
  [{ event: "m:q6", legs: [] }, 422],
  [{ event: "m:q6", legs: [named(home("m:q6"))] }, 422],
  [{ event: "m:q6", legs: new Array(7).fill(named(home("m:q6"))) }, 422],
  [{ event: "m:q6", legs: [named(home("m:q6")), { market: "none", outcome: "home" }] }, 422],
  [{ event: "m:q6", legs: [named(home("m:q6")), { market: "total", spec: "total=x", outcome: "over" }] }, 422],
  [{ event: "m:unknown", legs: bothOf("m:unknown").map(named) }, 409],
])("a question that is none is refused: %j", async (body, status) => {
  const answer = await sportsbook.api.call("POST /api/v1/betting/quotes", {
    token: await sportsbook.player("1"),
    body,
  });
  expect(answer.status, answer.text).toBe(status);
});

test("quotes that have expired are removed", async () => {
  await open("m:q7");
  await quoted("m:q7");
  await ask(await sportsbook.player("1"), "m:q7");
  await sportsbook.host.pass(11_000);
  const job = sportsbook.betting.jobs?.find(({ name }) => name === "betting-quotes");
  await job?.run({} as never);
  const { rows } = await sportsbook.host.db.query<{ count: bigint }>("SELECT count(*) FROM betting.quotes");
  expect(rows[0]?.count).toBe(0n);
});

const offer = async (player: PlayerId, id: string) => (await sportsbook.read(player, id)).body.data.cash_out;

test("an open builder is cashed out by the joint chance of its selections, as long as their markets stay as they are", async () => {
  await open("m:q20");
  await quoted("m:q20");
  const player = await sportsbook.player("100");
  const { quote } = (await ask(player, "m:q20")).body.data;
  const { id } = (await sportsbook.place(player, builder("m:q20", quote))).body.data;
  // 10 x 3.55 x 0.228688, less 5 %.
  expect(await offer(player, id)).toBe("7.71");
  // Their markets have moved, and the provider answers for what they were.
  await sportsbook.send("pre", sportsbook.messagesFor("m:q20").odds([total("2.5", "2.15", "1.68")]));
  expect(await offer(player, id)).toBeNull();
  const cashOut = (accepted: string) =>
    sportsbook.api.call(`POST /api/v1/betting/slips/${id}/cash-out`, {
      token: player,
      key: sportsbook.host.ids.next(),
      body: { offer: accepted },
    });
  expect((await cashOut("7.71")).body.code).toBe("cash_out_unavailable");
  await sportsbook.send("pre", sportsbook.messagesFor("m:q20").odds([total("2.5", "2.1", "1.7")]));
  await quoted("m:q20", [2_030, 2_100, 3_550], 0.25);
  expect(await offer(player, id)).toBe("8.43");
  expect((await cashOut("8.43")).body.data).toMatchObject({ closed: "10", paid: "8.43", balance: "98.43" });
});

test("a builder is undone while its markets are as they were, and not once one has moved, even if its price is back", async () => {
  await open("m:q22");
  await quoted("m:q22");
  const player = await sportsbook.player("100");
  const undo = (id: string) =>
    sportsbook.api.call(`POST /api/v1/betting/slips/${id}/undo`, {
      token: player,
      key: sportsbook.host.ids.next(),
      body: {},
    });
  const place = async () => {
    const { quote } = (await ask(player, "m:q22")).body.data;
    return (await sportsbook.place(player, builder("m:q22", quote))).body.data.id as string;
  };
  expect((await undo(await place())).body.data).toMatchObject({ status: "voided" });
  const moved = await place();
  const messages = sportsbook.messagesFor("m:q22");
  await sportsbook.send("pre", messages.odds([total("2.5", "2.15", "1.68")]));
  await sportsbook.send("pre", messages.odds([total("2.5", "2.1", "1.7")]));
  expect((await undo(moved)).body.code).toBe("undo_unavailable");
  expect(await sportsbook.balance(player)).toBe("90");
});

test("a builder with one selection left is cashed out by the chance of that one, at the price of those that count", async () => {
  await open("m:q21");
  await quoted("m:q21");
  const player = await sportsbook.player("100");
  const { quote } = (await ask(player, "m:q21")).body.data;
  const { id } = (await sportsbook.place(player, builder("m:q21", quote))).body.data;
  await sportsbook.send("pre", sportsbook.messagesFor("m:q21").cancel());
  await sportsbook.settle();
  const { rows } = await sportsbook.host.db.query<{ win: number }>(
    "SELECT (outcomes -> 'over' -> 'p' ->> 'win')::float8 AS win FROM odds.markets WHERE event = 'm:q21' AND kind = 'total'",
  );
  const win = Math.floor((rows[0]?.win ?? 0) * 1_000_000 + 1e-6);
  // 10 x 2.10: the quoted price of the other selection alone.
  expect(Number(await offer(player, id))).toBe(Math.floor((10 * 2.1 * win * 0.95) / 10_000) / 100);
});
