import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestAnswer } from "#kit/testing/test-api.ts";
import { approveRequest } from "#modules/approvals/testing/approve-request.ts";
import { collectDebts } from "#modules/debts/server/index.ts";
import { oneXTwo, three } from "#modules/odds/testing/messages.ts";
import { type TestOperator, testOperator } from "#modules/operators/testing/test-operators.ts";
import { single, type TestSportsbook, testSportsbook } from "../testing/test-sportsbook.ts";

/** serik and aizhan trade; boris only reads. */
const reason = "checked with the league's report";
let sportsbook: TestSportsbook;
let serik: TestOperator;
let aizhan: TestOperator;
let boris: TestOperator;
beforeAll(async () => {
  sportsbook = await testSportsbook();
  const office = { host: sportsbook.host, api: sportsbook.api, operators: sportsbook.operators };
  serik = await testOperator(office, "trading", "Serik");
  aizhan = await testOperator(office, "trading", "Aizhan");
  boris = await testOperator(office, "auditor", "Boris");
});
afterAll(() => sportsbook.close());

const base = "/api/office/betting";
const marketOf = async (event: string) =>
  String(
    (await sportsbook.host.db.query<{ id: bigint }>("SELECT id FROM odds.markets WHERE event = $1", [event])).rows[0]
      ?.id,
  );

async function byTwo(asked: Promise<TestAnswer>): Promise<void> {
  const answer = await asked;
  expect(answer.status, answer.text).toBe(200);
  const approved = await approveRequest(aizhan, answer.body.data.request);
  expect(approved.status, approved.text).toBe(200);
  await sportsbook.settle();
}

const audited = async (action: string) =>
  (
    await sportsbook.host.db.query<{ operatorName: string; before: string; after: string }>(
      'SELECT operator_name AS "operatorName", before, after FROM audit.entries WHERE action = $1 ORDER BY number',
      [action],
    )
  ).rows;

const hold = (level: string, id: string, to = "suspended", by = serik) =>
  by.call(`POST ${base}/holds`, { level, id, hold: to, reason });
const lift = (level: string, id: string) => serik.call(`POST ${base}/holds/lift`, { level, id, reason });
const settle = (market: string, body: object, by = serik) =>
  by.call(`POST ${base}/markets/${market}/settle`, { reason, ...body });
const terms = (market: string, body: object) => serik.call(`PUT ${base}/markets/${market}/terms`, { reason, ...body });
/** Every slip becomes three days older. */
const settledLongAgo = () =>
  sportsbook.host.db.query(
    "UPDATE wallet.slips SET placed_at = placed_at - interval '73 hours', settled_at = settled_at - interval '73 hours'",
  );
const tomorrow = () => new Date(sportsbook.host.clock.now() + 86_400_000).toISOString();
const code = (answer: TestAnswer) => answer.body.code ?? answer.status;
const ends = { home: "won", draw: "lost", away: "lost" };

test.each(["market", "event", "producer"])(
  "one trader suspends a %s at once; opening it again takes a second one",
  async level => {
    const event = `m:hold:${level}`;
    await sportsbook.openMatches([event]);
    const alice = await sportsbook.player("100");
    const id = level === "market" ? await marketOf(event) : level === "event" ? event : "pre";
    expect((await hold(level, id)).body.data).toEqual({ request: null, expires_at: null });
    expect(code(await hold(level, id))).toBe("nothing_to_decide");
    expect(code(await sportsbook.place(alice, single(event)))).toBe("market_suspended");
    const { request } = (await lift(level, id)).body.data;
    expect(code(await sportsbook.place(alice, single(event)))).toBe("market_suspended");
    expect(code(await approveRequest(serik, request))).toBe("second_person_needed");
    expect(code(await approveRequest(boris, request))).toBe("forbidden");
    expect((await approveRequest(aizhan, request)).body.data.status).toBe("approved");
    expect((await sportsbook.place(alice, single(event))).status).toBe(201);
    const resumed = (await audited("betting.resume")).at(-1);
    expect(resumed).toMatchObject({ operatorName: "Aizhan", before: '{"hold":"suspended"}' });
    expect(JSON.parse(resumed?.after ?? "")).toMatchObject({ asked_by: "Serik", hold: null, request });
  },
);

test("one trader cannot raise a price: a ceiling holds at once, a fixed price waits for a second one and never pays too much", async () => {
  await sportsbook.openMatches(["m:price"]);
  const market = await marketOf("m:price");
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
  const market = await marketOf("m:limits");
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
  const change = (factor: string) => serik.call(`PUT ${base}/players/${alice}/factor`, { factor, reason });
  expect((await change("0.01")).body.data.request).toBeNull();
  const refused = await sportsbook.place(alice, single("m:factor", "200"));
  expect(refused.body).toMatchObject({ code: "limit_exceeded", data: { limit: "your_limit", max_stake: "97.08" } });
  await byTwo(change("1"));
  expect((await sportsbook.place(alice, single("m:factor", "200"))).status).toBe(201);
  expect(code(await change("1"))).toBe("nothing_to_decide");
});

test("seconds are added to a live delay by one trader and taken off by two", async () => {
  await sportsbook.openMatches(["m:delay"]);
  const delay = (added_s: number) => serik.call(`PUT ${base}/events/m:delay/delay`, { added_s, reason });
  expect((await delay(7)).body.data.request).toBeNull();
  const { request } = (await delay(2)).body.data;
  const read = async () => (await boris.call(`GET ${base}/events/m:delay`)).body.data;
  expect(await read()).toMatchObject({ delay_s: 12, added_delay_s: 7 });
  expect((await read()).requests).toEqual({ "event:m:delay": request });
  await approveRequest(aizhan, request);
  expect(await read()).toMatchObject({ delay_s: 7, added_delay_s: 2 });
});

test("a disputed match is settled by two traders: the winner is paid once, and the books agree", async () => {
  await sportsbook.openMatches(["m:dispute"]);
  const [alice, bob] = [await sportsbook.player("100"), await sportsbook.player("100")];
  const { id } = (await sportsbook.place(alice, single("m:dispute"))).body.data;
  await sportsbook.place(bob, single("m:dispute", "10", { outcome: "away", price: "3.6" }));
  await sportsbook.host.pass(5);
  // The facts say 2:1, the provider says the away side won.
  await sportsbook.send(
    "live",
    sportsbook.messagesFor("m:dispute").state("ended", [[2, 1]]),
    sportsbook.messagesFor("m:dispute").settlement("away"),
  );
  await sportsbook.settle();
  expect(await sportsbook.balance(alice)).toBe("90");
  const market = await marketOf("m:dispute");
  const queue = async () =>
    (await boris.call(`GET ${base}/settlement`)).body.data.markets.find(
      (each: { event: string }) => each.event === "m:dispute",
    );
  expect(await queue()).toMatchObject({ why: "disputed", slips: 2, request: null });
  const away = (await queue()).market.outcomes.find((each: { id: string }) => each.id === "away");
  expect(away).toMatchObject({ end: "won", own_end: "lost" });
  const alerts = (await serik.call(`GET ${base}/alerts`)).body.data.alerts;
  expect(alerts).toContainEqual(expect.objectContaining({ kind: "disputed", link: "/trading/settlement#m:dispute" }));

  const { request } = (await settle(market, { decision: "settle", ends })).body.data;
  expect((await queue()).request).toBe(request);
  await sportsbook.settle();
  expect(await sportsbook.balance(alice)).toBe("90");
  expect(code(await approveRequest(serik, request))).toBe("second_person_needed");
  expect((await approveRequest(aizhan, request)).status).toBe(200);
  await sportsbook.settle();
  expect(await sportsbook.balance(alice)).toBe("110.3");
  expect(await sportsbook.balance(bob)).toBe("90");
  expect(await queue()).toBeUndefined();
  const read = await sportsbook.read(alice, id);
  expect(read.body.data).toMatchObject({ status: "settled", payout: "20.3", revisions: [{ reason: "by_hand" }] });
  expect(read.body.data.legs[0]).toMatchObject({ status: "won", cause: "by_hand" });
  const [entry] = await audited("betting.settle");
  expect(entry?.operatorName).toBe("Aizhan");
  expect(JSON.parse(entry?.before ?? "").result.away.result).toBe(1);
  expect(JSON.parse(entry?.after ?? "")).toMatchObject({ asked_by: "Serik", result: { home: { result: 1 } } });
  await sportsbook.expectBooks();
});

test("a correction by the provider makes a request stale and is settled automatically", async () => {
  await sportsbook.openMatches(["m:stale"]);
  const alice = await sportsbook.player("100");
  await sportsbook.place(alice, single("m:stale"));
  await sportsbook.host.pass(5);
  await sportsbook.send(
    "live",
    sportsbook.messagesFor("m:stale").state("ended", [[2, 1]]),
    sportsbook.messagesFor("m:stale").settlement("away"),
  );
  const { request } = (await settle(await marketOf("m:stale"), { decision: "void" })).body.data;
  await sportsbook.send("live", sportsbook.messagesFor("m:stale").settlement("home"));
  expect(code(await approveRequest(aizhan, request))).toBe("request_stale");
  await sportsbook.settle();
  expect(await sportsbook.balance(alice)).toBe("110.3");
});

test("of two approvers at the same moment one settles, and slips are paid once", async () => {
  await sportsbook.openMatches(["m:race"]);
  const alice = await sportsbook.player("100");
  await sportsbook.place(alice, single("m:race"));
  await sportsbook.host.pass(5);
  await sportsbook.send(
    "live",
    sportsbook.messagesFor("m:race").state("ended", [[2, 1]]),
    sportsbook.messagesFor("m:race").settlement("away"),
  );
  const office = { host: sportsbook.host, api: sportsbook.api, operators: sportsbook.operators };
  await sportsbook.host.clock.advance(31_000);
  const others = await Promise.all(["Ruslan", "Saule"].map(name => testOperator(office, "trading", name)));
  const { request } = (await settle(await marketOf("m:race"), { decision: "settle", ends })).body.data;
  const codes = (await Promise.all([aizhan, ...others].map(by => approveRequest(by, request)))).map(code);
  expect(codes.sort()).toEqual([200, "request_closed", "request_closed"]);
  await sportsbook.settle();
  expect(await sportsbook.balance(alice)).toBe("110.3");
  expect((await audited("betting.settle")).filter(({ after }) => after.includes(request))).toHaveLength(1);
  await sportsbook.expectBooks();
});

test("a market settled by hand stays so against later results, until two traders lift it", async () => {
  await sportsbook.openMatches(["m:lift"]);
  const alice = await sportsbook.player("100");
  await sportsbook.place(alice, single("m:lift"));
  const market = await marketOf("m:lift");
  expect(code(await settle(market, { decision: "lift" }))).toBe("nothing_to_decide");
  await byTwo(settle(market, { decision: "void" }));
  expect(await sportsbook.balance(alice)).toBe("100");
  expect(code(await sportsbook.place(alice, single("m:lift")))).toBe("market_suspended");
  await sportsbook.endMatch("m:lift", [[3, 0]]);
  await sportsbook.settle();
  expect(await sportsbook.balance(alice)).toBe("100");
  await byTwo(settle(market, { decision: "lift" }));
  expect(await sportsbook.balance(alice)).toBe("110.3");
  await sportsbook.expectBooks();
});

test("a slip is voided by two traders and stays void whatever its match becomes", async () => {
  await sportsbook.openMatches(["m:void"]);
  const [alice, bob] = [await sportsbook.player("100"), await sportsbook.player("100")];
  const { id } = (await sportsbook.place(alice, single("m:void"))).body.data;
  await sportsbook.place(bob, single("m:void"));
  const ask = () => serik.call(`POST ${base}/slips/${id}/void`, { reason });
  await byTwo(ask());
  expect(await sportsbook.balance(alice)).toBe("100");
  expect((await sportsbook.read(alice, id)).body.data).toMatchObject({
    status: "voided",
    revisions: [{ reason: "by_hand", result: "voided" }],
  });
  expect(code(await ask())).toBe("nothing_to_decide");
  await sportsbook.endMatch("m:void", [[3, 0]]);
  await sportsbook.settle();
  expect([await sportsbook.balance(alice), await sportsbook.balance(bob)]).toEqual(["100", "110.3"]);
  await sportsbook.expectBooks();
});

test("what a corrected slip lacks is shown and waived by two traders; a later win is paid in full", async () => {
  await sportsbook.openMatches(["m:owed"]);
  const alice = await sportsbook.player("10");
  const { id } = (await sportsbook.place(alice, single("m:owed"))).body.data;
  const waive = () => serik.call(`POST ${base}/slips/${id}/waive-debt`, { reason });
  await sportsbook.endMatch("m:owed", [[1, 0]]);
  await sportsbook.settle();
  expect(code(await waive())).toBe("nothing_to_decide");
  await sportsbook.moveToVault(alice, "12.3");
  await sportsbook.endMatch("m:owed", [[0, 1]]);
  await sportsbook.settle();
  expect((await sportsbook.read(alice, id)).body.data).toMatchObject({ payout: "0", debt: "12.3" });
  expect((await serik.call(`GET ${base}/slips/${id}`)).body.data.slip.debt).toBe("12.3");
  await byTwo(waive());
  expect((await sportsbook.read(alice, id)).body.data.debt).toBe("0");
  expect((await audited("betting.waive_debt")).at(-1)).toMatchObject({
    operatorName: "Aizhan",
    before: '{"currency":"USD","owed":"12.3"}',
  });
  expect(code(await waive())).toBe("nothing_to_decide");
  await sportsbook.endMatch("m:owed", [[1, 0]]);
  await sportsbook.settle();
  expect(await sportsbook.balance(alice)).toBe("20.3");
  await sportsbook.expectBooks();
});

test("a debt that is partly repaid while its waiver is approved is not waived", async () => {
  await sportsbook.openMatches(["m:repaid"]);
  const alice = await sportsbook.player("10");
  const { id } = (await sportsbook.place(alice, single("m:repaid"))).body.data;
  await sportsbook.endMatch("m:repaid", [[1, 0]]);
  await sportsbook.settle();
  await sportsbook.moveToVault(alice, "12.3");
  await sportsbook.endMatch("m:repaid", [[0, 1]]);
  await sportsbook.settle();
  const { request } = (await serik.call(`POST ${base}/slips/${id}/waive-debt`, { reason })).body.data;
  await sportsbook.moveFromVault(alice, "5");
  const { db, ids } = sportsbook.host;
  let commit = () => {};
  const committed = new Promise<void>(resolve => {
    commit = resolve;
  });
  let repaying: Promise<void> | undefined;
  await new Promise<void>(started => {
    repaying = db.tx(async tx => {
      await collectDebts({ ids, wallet: sportsbook.wallet }, tx, alice, "USD");
      started();
      await committed;
    });
  });
  const approving = approveRequest(aizhan, request);
  const waiting = async () => (await db.query("SELECT FROM pg_locks WHERE NOT granted")).rowCount;
  await expect.poll(waiting, { timeout: 5_000 }).toBeGreaterThan(0);
  commit();
  await repaying;
  expect(code(await approving)).toBe("request_stale");
  expect((await sportsbook.read(alice, id)).body.data.debt).toBe("7.3");
  await sportsbook.expectBooks();
});

test("every bet at a palpable error is void, won or lost; bets at a fair price stand, and old errors are refused", async () => {
  await sportsbook.openMatches(
    ["m:error"],
    [{ id: "1x2", spec: "", status: "active", outcomes: three("2.25").map(each => Object.assign(each, { p: null })) }],
  );
  const [alice, bob] = [await sportsbook.player("100"), await sportsbook.player("100")];
  const [early, late] = [await sportsbook.player("100"), await sportsbook.player("100")];
  const homeWins = single("m:error", "10", { price: "2.25" });
  const momentLater = async () => {
    await sportsbook.host.pass(250);
    return new Date(sportsbook.host.clock.now()).toISOString();
  };
  await sportsbook.place(early, homeWins);
  const from = await momentLater();
  await sportsbook.place(alice, homeWins);
  await sportsbook.place(bob, single("m:error", "10", { outcome: "away", price: "3.6" }));
  const to = await momentLater();
  await momentLater();
  await sportsbook.place(late, homeWins);
  await sportsbook.endMatch("m:error", [[1, 0]]);
  await sportsbook.settle();
  expect(await sportsbook.balance(alice)).toBe("112.5");
  const market = await marketOf("m:error");
  const ask = (body: object) =>
    serik.call(`POST ${base}/markets/${market}/palpable-error`, { outcome: "home", from, to, reason, ...body });
  const old = new Date(sportsbook.host.clock.now() - 25 * 3_600_000).toISOString();
  for (const body of [{ from: old }, { to: tomorrow() }, { from: to, to: from }])
    expect(code(await ask(body)), JSON.stringify(body)).toBe("error_unproven");
  await byTwo(ask({ fair_price: "3" }));
  expect(await sportsbook.balance(alice)).toBe("112.5");
  await byTwo(ask({ fair_price: "1.1" }));
  expect([await sportsbook.balance(alice), await sportsbook.balance(bob)]).toEqual(["100", "90"]);
  expect([await sportsbook.balance(early), await sportsbook.balance(late)]).toEqual(["112.5", "112.5"]);
  await sportsbook.expectBooks();
});

test.each([
  ["after 72 hours", "late"],
  ["after a withdrawal", "withdrawn"],
])("a correction that takes money back %s waits for two traders", async (_, why) => {
  const [apply, keep] = [`m:${why}:apply`, `m:${why}:keep`];
  await sportsbook.openMatches([apply, keep]);
  const [alice, bob] = [await sportsbook.player("100"), await sportsbook.player("100")];
  await sportsbook.place(alice, single(apply));
  await sportsbook.place(bob, single(keep));
  for (const event of [apply, keep]) await sportsbook.endMatch(event, [[1, 0]]);
  await sportsbook.settle();
  if (why === "late") await settledLongAgo();
  else for (const player of [alice, bob]) sportsbook.withdrawn.add(player);
  for (const event of [apply, keep])
    await sportsbook.send(
      "live",
      sportsbook.messagesFor(event).state("ended", [[0, 1]]),
      sportsbook.messagesFor(event).settlement("away"),
    );
  await sportsbook.settle();
  expect([await sportsbook.balance(alice), await sportsbook.balance(bob)]).toEqual(["110.3", "110.3"]);
  const waiting = async () => (await boris.call(`GET ${base}/settlement`)).body.data.corrections;
  const found = await waiting();
  expect(found).toHaveLength(2);
  const idOf = (player: string) => found.find((each: { player: { id: string } }) => each.player.id === player).id;
  expect(found[0]).toMatchObject({ why, paid: "20.3", would_pay: "0", result: "settled" });
  const decide = (player: string, decision: string) =>
    serik.call(`POST ${base}/corrections/${idOf(player)}/decide`, { decision, reason });
  await byTwo(decide(alice, "apply"));
  await byTwo(decide(bob, "keep"));
  expect([await sportsbook.balance(alice), await sportsbook.balance(bob)]).toEqual(["90", "110.3"]);
  expect(await waiting()).toEqual([]);
  expect(code(await decide(bob, "apply"))).toBe("nothing_to_decide");
  await sportsbook.expectBooks();
});

test("a correction that waits is dropped when the provider takes it back", async () => {
  await sportsbook.openMatches(["m:dropped"]);
  const alice = await sportsbook.player("100");
  await sportsbook.place(alice, single("m:dropped"));
  await sportsbook.endMatch("m:dropped", [[1, 0]]);
  await sportsbook.settle();
  await settledLongAgo();
  await sportsbook.send(
    "live",
    sportsbook.messagesFor("m:dropped").state("ended", [[0, 1]]),
    sportsbook.messagesFor("m:dropped").settlement("away"),
  );
  await sportsbook.settle();
  const waiting = async () => (await boris.call(`GET ${base}/settlement`)).body.data.corrections;
  expect(await waiting()).toHaveLength(1);
  await sportsbook.send(
    "live",
    sportsbook.messagesFor("m:dropped").state("ended", [[1, 0]]),
    sportsbook.messagesFor("m:dropped").settlement("home"),
  );
  await sportsbook.settle();
  expect(await waiting()).toEqual([]);
  expect(await sportsbook.balance(alice)).toBe("110.3");
});

test("the list of events has what outcomes cost, and its alerts lead to the page where one acts", async () => {
  await sportsbook.openMatches(["m:cost"]);
  const alice = await sportsbook.player("500");
  const market = await marketOf("m:cost");
  await sportsbook.place(alice, single("m:cost", "100"));
  await sportsbook.place(alice, single("m:cost", "50", { outcome: "draw", price: "3.5" }));
  await terms(market, { cap: "210" });
  const { items, producers } = (await boris.call(`GET ${base}/events?state=upcoming`)).body.data;
  const row = items.find((each: { id: string }) => each.id === "m:cost");
  expect(row).toMatchObject({
    stake: "150",
    legs: 2,
    worst: { outcome: "home", loss: "53", payout: "203", cap: "210", used: 97 },
  });
  expect(producers).toContainEqual(expect.objectContaining({ producer: "pre", takes_bets: true, hold: null }));
  const page = (await boris.call(`GET ${base}/events/m:cost`)).body.data;
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
  const { alerts } = (await boris.call(`GET ${base}/alerts`)).body.data;
  expect(alerts).toContainEqual(
    expect.objectContaining({ kind: "exposure", value: "97", link: `/trading/events/m:cost?market=${market}` }),
  );
});

test("a silent producer and a price outside the bounds are alerts", async () => {
  const absurd = three("9.00", "9.00", "9.00");
  await sportsbook.openMatches(["m:absurd"], [{ id: "1x2", spec: "", status: "active", outcomes: absurd }]);
  await sportsbook.host.db.query("UPDATE odds.heartbeats SET at = now() - interval '1 hour' WHERE producer = 'live'");
  const { alerts } = (await boris.call(`GET ${base}/alerts`)).body.data;
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
    const { alerts } = (await boris.call(`GET ${base}/alerts`)).body.data;
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
    (await boris.call(`GET ${base}/alerts`)).body.data.alerts.filter(
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
  const first = (await boris.call(`GET ${base}/slips?event=m:page`)).body.data;
  const rest = (await boris.call(`GET ${base}/slips?event=m:page&cursor=${first.next_cursor}`)).body.data;
  const listed = [...first.items, ...rest.items].map(({ id }: { id: string }) => id);
  expect([first.items.length, rest.items.length, rest.next_cursor]).toEqual([25, 5, null]);
  expect([...listed].sort()).toEqual([...ids].sort());
  expect((await boris.call(`GET ${base}/slips?state=open&player=${alice}`)).body.data.items).toEqual([]);
  expect((await boris.call(`GET ${base}/slips?event=m:unknown`)).body.data.items).toEqual([]);
  const page = (await boris.call(`GET ${base}/slips/${ids[0]}`)).body.data;
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
  const record = async () => (await serik.call(`GET ${base}/players/${alice}`)).body.data;
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
  expect((await serik.call(`GET ${base}/players/${sportsbook.host.ids.next()}`)).body.code).toBe("not_found");
  expect((await boris.call(`GET ${base}/players/${alice}`)).status).toBe(200);
});

test("bad input gets one declared error and changes nothing", async () => {
  await sportsbook.openMatches(["m:bad"]);
  const market = await marketOf("m:bad");
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
    code(await serik.call(`PUT ${base}/players/${sportsbook.host.ids.next()}/factor`, { factor: "6", reason })),
  ).toBe("validation_failed");
  expect(code(await serik.call(`POST ${base}/slips/${"A".repeat(43)}/void`, { reason }))).toBe("not_found");
  expect(code(await serik.call(`GET ${base}/slips?cursor=1.2.3`))).toBe("validation_failed");
  expect(code(await hold("market", market, "suspended", boris))).toBe("forbidden");
  const decisions = (await boris.call(`GET ${base}/events/m:bad`)).body.data.decisions;
  expect(decisions).toEqual([]);
});
