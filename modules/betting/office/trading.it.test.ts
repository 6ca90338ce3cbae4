import { afterAll, beforeAll, expect, test } from "vitest";
import { approveRequest } from "#modules/approvals/testing/approve-request.ts";
import { oneXTwo, three } from "#modules/odds/testing/messages.ts";
import type { TestOperator } from "#modules/operators/testing/test-operators.ts";
import { single, type TestSportsbook } from "../testing/test-sportsbook.ts";
import { code, reason, type TestTraders, testTraders, trading } from "../testing/test-traders.ts";

let traders: TestTraders;
let sportsbook: TestSportsbook;
let serik: TestOperator;
let aizhan: TestOperator;
let boris: TestOperator;
beforeAll(async () => {
  traders = await testTraders();
  ({ sportsbook, serik, aizhan, boris } = traders);
});
afterAll(() => sportsbook.close());

const hold = (level: string, id: string, to = "suspended", by = serik) =>
  by.call(`POST ${trading}/holds`, { level, id, hold: to, reason });
const lift = (level: string, id: string) => serik.call(`POST ${trading}/holds/lift`, { level, id, reason });
const settle = (market: string, body: object, by = serik) =>
  by.call(`POST ${trading}/markets/${market}/settle`, { reason, ...body });
const terms = (market: string, body: object) =>
  serik.call(`PUT ${trading}/markets/${market}/terms`, { reason, ...body });
const tomorrow = () => new Date(sportsbook.host.clock.now() + 86_400_000).toISOString();

test.each(["market", "event", "producer"])(
  "one trader suspends a %s at once; opening it again takes a second one",
  async level => {
    const event = `m:hold:${level}`;
    await sportsbook.openMatches([event]);
    const alice = await sportsbook.player("100");
    const id = level === "market" ? await traders.marketOf(event) : level === "event" ? event : "pre";
    expect((await hold(level, id)).body.data).toEqual({ request: null, expires_at: null });
    expect(code(await hold(level, id))).toBe("nothing_to_decide");
    expect(code(await sportsbook.place(alice, single(event)))).toBe("market_suspended");
    const { request } = (await lift(level, id)).body.data;
    expect(code(await sportsbook.place(alice, single(event)))).toBe("market_suspended");
    expect(code(await approveRequest(serik, request))).toBe("second_person_needed");
    expect(code(await approveRequest(boris, request))).toBe("forbidden");
    expect((await approveRequest(aizhan, request)).body.data.status).toBe("approved");
    expect((await sportsbook.place(alice, single(event))).status).toBe(201);
    const resumed = (await traders.audited("betting.resume")).at(-1);
    expect(resumed).toMatchObject({ operatorName: "Aizhan", before: '{"hold":"suspended"}' });
    expect(JSON.parse(resumed?.after ?? "")).toMatchObject({ asked_by: "Serik", hold: null, request });
  },
);

test("one trader cannot raise a price: a ceiling holds at once, a fixed price waits for a second one and never pays too much", async () => {
  await sportsbook.openMatches(["m:price"]);
  const market = await traders.marketOf("m:price");
  const alice = await sportsbook.player("100");
  const priceOf = async () => {
    const answer = await sportsbook.place(alice, Object.assign(single("m:price", "1"), { policy: "any" }));
    return answer.body.data.legs[0].price;
  };
  const own = (kind: string, price: string) => ({ prices: [{ outcome: "home", kind, price, until: tomorrow() }] });
  expect(await priceOf()).toBe("2.03");
  expect((await terms(market, own("ceiling", "1.95"))).body.data.request).toBeNull();
  expect(await priceOf()).toBe("1.95");
  // The chance is 47.5865 %: 2.11 would return more than the stake on average.
  expect(code(await terms(market, own("fixed", "2.11")))).toBe("price_too_high");
  const { request } = (await terms(market, own("fixed", "2.08"))).body.data;
  expect(await priceOf()).toBe("1.95");
  await approveRequest(aizhan, request);
  expect(await priceOf()).toBe("2.08");
  await sportsbook.send(
    "pre",
    sportsbook.messagesFor("m:price").odds([
      {
        id: "1x2",
        spec: "",
        status: "active",
        outcomes: three("1.90").map(each =>
          each.id === "home" ? Object.assign(each, { p: { win: 0.5, half_win: 0, refund: 0, half_lose: 0 } }) : each,
        ),
      },
    ]),
  );
  expect(await priceOf()).toBe("1.9");
  expect((await terms(market, {})).body.data.request).not.toBeNull();
});

test("an own margin lowers every price on the ladder; limits hold from the next slip, and a higher one waits", async () => {
  await sportsbook.openMatches(["m:limits"]);
  const market = await traders.marketOf("m:limits");
  const alice = await sportsbook.player("1000");
  expect((await terms(market, { power: "0.95", max_win: "10", cap: "15" })).body.data.request).toBeNull();
  const place = (unit: string) => sportsbook.place(alice, single("m:limits", unit, { price: "1.95" }));
  expect((await place("5")).body.data.legs[0].price).toBe("1.95");
  const refused = await place("20");
  expect(refused.body).toMatchObject({ code: "limit_exceeded", data: { limit: "win", max_stake: "10.52" } });
  expect((await place("10")).body).toMatchObject({ code: "limit_exceeded", data: { limit: "exposure" } });
  expect((await terms(market, { power: "0.95", max_win: "11", cap: "15" })).body.data.request).not.toBeNull();
  expect((await place("20")).body.data.max_stake).toBe("10.52");
});

test("a lowered factor is the player's own limit and is named so; raising it takes two", async () => {
  await sportsbook.openMatches(["m:factor"]);
  const alice = await sportsbook.player("20000");
  const change = (factor: string) => serik.call(`PUT ${trading}/players/${alice}/factor`, { factor, reason });
  expect((await change("0.01")).body.data.request).toBeNull();
  const refused = await sportsbook.place(alice, single("m:factor", "200"));
  expect(refused.body).toMatchObject({ code: "limit_exceeded", data: { limit: "your_limit", max_stake: "97.08" } });
  await traders.byTwo(change("1"));
  expect((await sportsbook.place(alice, single("m:factor", "200"))).status).toBe(201);
  expect(code(await change("1"))).toBe("nothing_to_decide");
});

test("seconds are added to a live delay by one trader and taken off by two", async () => {
  await sportsbook.openMatches(["m:delay"]);
  const delay = (added_s: number) => serik.call(`PUT ${trading}/events/m:delay/delay`, { added_s, reason });
  expect((await delay(7)).body.data.request).toBeNull();
  const { request } = (await delay(2)).body.data;
  const read = async () => (await boris.call(`GET ${trading}/events/m:delay`)).body.data;
  expect(await read()).toMatchObject({ delay_s: 12, added_delay_s: 7 });
  expect((await read()).requests).toEqual({ "event:m:delay": request });
  await approveRequest(aizhan, request);
  expect(await read()).toMatchObject({ delay_s: 7, added_delay_s: 2 });
});

test("the list of events has what outcomes cost, and its alerts lead to the page where one acts", async () => {
  await sportsbook.openMatches(["m:cost"]);
  const alice = await sportsbook.player("500");
  const market = await traders.marketOf("m:cost");
  await sportsbook.place(alice, single("m:cost", "100"));
  await sportsbook.place(alice, single("m:cost", "50", { outcome: "draw", price: "3.5" }));
  await terms(market, { cap: "210" });
  const { items, producers } = (await boris.call(`GET ${trading}/events?state=upcoming`)).body.data;
  const row = items.find((each: { id: string }) => each.id === "m:cost");
  expect(row).toMatchObject({
    stake: "150",
    legs: 2,
    worst: { outcome: "home", loss: "53", payout: "203", cap: "210", used: 97 },
  });
  expect(producers).toContainEqual(expect.objectContaining({ producer: "pre", takes_bets: true, hold: null }));
  const page = (await boris.call(`GET ${trading}/events/m:cost`)).body.data;
  const home = page.markets[0].outcomes[0];
  expect(home).toMatchObject({
    id: "home",
    offered: "2.03",
    chance: "47.6",
    stake: "100",
    average: "2.03",
    loss: "53",
  });
  expect(page.decisions[0]).toMatchObject({ kind: "terms", asked_by: "Serik", approved_by: null });
  const { alerts } = (await boris.call(`GET ${trading}/alerts`)).body.data;
  expect(alerts).toContainEqual(
    expect.objectContaining({ kind: "exposure", value: "97", link: `/trading/events/m:cost?market=${market}` }),
  );
});

test("a silent producer and a price outside the bounds are alerts", async () => {
  const absurd = three("9.00", "9.00", "9.00");
  await sportsbook.openMatches(["m:absurd"], [{ id: "1x2", spec: "", status: "active", outcomes: absurd }]);
  await sportsbook.host.db.query("UPDATE odds.heartbeats SET at = now() - interval '1 hour' WHERE producer = 'live'");
  const { alerts } = (await boris.call(`GET ${trading}/alerts`)).body.data;
  expect(alerts).toContainEqual(expect.objectContaining({ kind: "producer_down", value: "live", link: "/trading" }));
  expect(alerts).toContainEqual(expect.objectContaining({ kind: "price_fault", value: "sum_below_one" }));
});

test("a feed is down since its last heartbeat's limit ended, also when that is noticed hours later", async () => {
  const { db } = sportsbook.host;
  const silentFrom = async () => {
    const { rows } = await db.query<{ at: Date }>(
      "SELECT at + limit_ms * interval '1 millisecond' AS at FROM odds.heartbeats WHERE producer = 'live'",
    );
    return rows[0]?.at.toISOString();
  };
  const downSince = async () => {
    const { alerts } = (await boris.call(`GET ${trading}/alerts`)).body.data;
    return alerts.find(
      ({ kind, value }: { kind: string; value: string }) => kind === "producer_down" && value === "live",
    )?.at;
  };
  await db.query("UPDATE odds.producers SET since = now() - interval '9 hours' WHERE producer = 'live'");
  await db.query("UPDATE odds.heartbeats SET at = now() - interval '3 hours' WHERE producer = 'live'");
  expect(await downSince()).toBe(await silentFrom());
  // What a node does that takes over the feed after the break.
  await db.query(
    "UPDATE odds.producers SET up = false, reason = 'not_connected', since = now() WHERE producer = 'live'",
  );
  expect(await downSince()).toBe(await silentFrom());
  // Disconnected while it was heard.
  await db.query("UPDATE odds.producers SET since = now() - interval '3 hours' WHERE producer = 'live'");
  await db.query("UPDATE odds.heartbeats SET at = now() WHERE producer = 'live'");
  const { rows } = await db.query<{ since: Date }>("SELECT since FROM odds.producers WHERE producer = 'live'");
  expect(await downSince()).toBe(rows[0]?.since.toISOString());
  await db.query("UPDATE odds.producers SET up = true, reason = NULL WHERE producer = 'live'");
});

test("the same bets of linked accounts are an alert, those of strangers are not", async () => {
  await sportsbook.openMatches(["m:linked", "m:strangers"]);
  const [alice, bob, carol] = [
    await sportsbook.player("100"),
    await sportsbook.player("100"),
    await sportsbook.player("100"),
  ];
  for (const player of [alice, bob, carol]) await sportsbook.place(player, single("m:linked", "10"));
  for (const player of [alice, carol]) await sportsbook.place(player, single("m:strangers", "10"));
  const found = async () =>
    (await boris.call(`GET ${trading}/alerts`)).body.data.alerts.filter(
      ({ kind }: { kind: string }) => kind === "linked_accounts",
    );
  expect(await found()).toEqual([]);
  sportsbook.linked.add(alice).add(bob);
  expect(await found()).toEqual([
    expect.objectContaining({ value: "2", outcome: "home", market: { kind: "1x2", spec: "" } }),
  ]);
});

test("a slip page has every message that made its price and its result; slips are listed by event, player and page", async () => {
  await sportsbook.openMatches(["m:page"]);
  const alice = await sportsbook.player("1000");
  const ids: string[] = [];
  for (let i = 0; i < 30; i++) ids.push((await sportsbook.place(alice, single("m:page", "1"))).body.data.id);
  await sportsbook.endMatch("m:page", [[1, 0]]);
  await sportsbook.settle();
  const first = (await boris.call(`GET ${trading}/slips?event=m:page`)).body.data;
  const rest = (await boris.call(`GET ${trading}/slips?event=m:page&cursor=${first.next_cursor}`)).body.data;
  const listed = [...first.items, ...rest.items].map(({ id }: { id: string }) => id);
  expect([first.items.length, rest.items.length, rest.next_cursor]).toEqual([25, 5, null]);
  expect([...listed].sort()).toEqual([...ids].sort());
  expect((await boris.call(`GET ${trading}/slips?state=open&player=${alice}`)).body.data.items).toEqual([]);
  expect((await boris.call(`GET ${trading}/slips?event=m:unknown`)).body.data.items).toEqual([]);
  const page = (await boris.call(`GET ${trading}/slips/${ids[0]}`)).body.data;
  const types = page.messages[0].map(({ type, made_price }: { type: string; made_price: boolean }) => [
    type,
    made_price,
  ]);
  expect(types).toEqual([
    ["odds_change", true],
    ["bet_settlement", false],
  ]);
  expect(page.messages[0][0].text).toContain('"price":"2.03"');
  expect(page).toMatchObject({ factor: "1.00", slip: { status: "settled", payout: "2.03" } });
});

test("closing prices are the last that took bets before the start, and a player's record compares with them by stake", async () => {
  await sportsbook.openMatches(["m:close1", "m:close2", "m:close3"]);
  const alice = await sportsbook.player("1000");
  for (const [event, stake] of [
    ["m:close1", "90"],
    ["m:close2", "10"],
    ["m:close3", "5"],
  ] as const)
    expect((await sportsbook.place(alice, single(event, stake))).status).toBe(201);
  const record = async () => (await serik.call(`GET ${trading}/players/${alice}`)).body.data;
  expect(await record()).toMatchObject({ slips: 3, selections: 0, beat_the_close: null, factor: "1.00" });
  // The first closes at 1.90 by a stop, and what the provider says after it counts no more; the second is open until the start.
  const [first, second] = [sportsbook.messagesFor("m:close1"), sportsbook.messagesFor("m:close2")];
  await sportsbook.send("pre", first.odds([oneXTwo(three("1.9"))]), second.odds([oneXTwo(three("2.03"))]));
  await sportsbook.send("pre", first.stop());
  await sportsbook.send("pre", second.odds([oneXTwo(three("2.1"))]));
  expect(await record()).toMatchObject({ selections: 0, beat_the_close: null });
  await sportsbook.host.pass(5);
  for (const messages of [first, second])
    await sportsbook.send("live", messages.odds([oneXTwo(three("1.5"))]), messages.state("live", [[0, 0]]));
  // 2.03 / 1.9 - 1 = 6.8421 %, 2.03 / 2.1 - 1 = -3.3333 %: (90 x 6.8421 - 10 x 3.3333) / 100.
  const found = await record();
  expect(found).toMatchObject({ slips: 3, selections: 2, above: 1, stake: "100", beat_the_close: "+5.82" });
  const legs: readonly { readonly event: string }[] = found.recent.flatMap(
    (slip: { legs: readonly object[] }) => slip.legs,
  );
  expect(legs.toSorted((one, other) => one.event.localeCompare(other.event))).toMatchObject([
    { event: "m:close1", price: "2.03", closing: "1.90", gain: "+6.84" },
    { event: "m:close2", price: "2.03", closing: "2.10", gain: "-3.33" },
    { event: "m:close3", closing: null, gain: null },
  ]);
  expect((await serik.call(`GET ${trading}/players/${sportsbook.host.ids.next()}`)).body.code).toBe("not_found");
  expect((await boris.call(`GET ${trading}/players/${alice}`)).status).toBe(200);
});

test("bad input gets one declared error and changes nothing", async () => {
  await sportsbook.openMatches(["m:bad"]);
  const market = await traders.marketOf("m:bad");
  const until = tomorrow();
  const price = { outcome: "home", kind: "ceiling", price: "1.9", until };
  for (const body of [
    { power: "1.1" },
    { power: "0.4" },
    { power: "NaN" },
    { max_win: "-1" },
    { cap: "1e9" },
    ...["1.000", "0", "1001", "1,5", "1.9999"].map(wrong => ({ prices: [Object.assign({}, price, { price: wrong })] })),
    { prices: [Object.assign({}, price, { until: "tomorrow" })] },
  ])
    expect(code(await terms(market, body)), JSON.stringify(body)).toBe("validation_failed");
  expect(code(await terms(market, { prices: [Object.assign({}, price, { outcome: "nobody" })] }))).toBe("not_found");
  expect(code(await terms("999999", {}))).toBe("not_found");
  expect(code(await hold("market", "999999"))).toBe("not_found");
  expect(code(await hold("market", "m:bad"))).toBe("not_found");
  expect(code(await hold("event", "m:bad", "open"))).toBe("validation_failed");
  for (const wrong of [{}, { home: "won" }, { home: "won", draw: "won", away: "lost" }])
    expect(code(await settle(market, { decision: "settle", ends: wrong }))).toBe("result_incomplete");
  expect(code(await settle(market, { decision: "settle", ends: { home: "wins" } }))).toBe("validation_failed");
  expect(
    code(await serik.call(`PUT ${trading}/players/${sportsbook.host.ids.next()}/factor`, { factor: "6", reason })),
  ).toBe("validation_failed");
  expect(code(await serik.call(`POST ${trading}/slips/${"A".repeat(43)}/void`, { reason }))).toBe("not_found");
  expect(code(await serik.call(`GET ${trading}/slips?cursor=1.2.3`))).toBe("validation_failed");
  expect(code(await hold("market", market, "suspended", boris))).toBe("forbidden");
  const decisions = (await boris.call(`GET ${trading}/events/m:bad`)).body.data.decisions;
  expect(decisions).toEqual([]);
});
