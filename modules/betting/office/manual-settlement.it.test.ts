import { afterAll, beforeAll, expect, test } from "vitest";
import { approveRequest } from "#modules/approvals/testing/approve-request.ts";
import { collectDebts } from "#modules/debts/server/index.ts";
import { oneXTwo, three } from "#modules/odds/testing/messages.ts";
import { type TestOperator, testOperator } from "#modules/operators/testing/test-operators.ts";
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

const settle = (market: string, body: object, by = serik) =>
  by.call(`POST ${trading}/markets/${market}/settle`, { reason, ...body });
/** Every slip becomes three days older. */
const settledLongAgo = () =>
  sportsbook.host.db.query(
    "UPDATE wallet.slips SET placed_at = placed_at - interval '73 hours', settled_at = settled_at - interval '73 hours'",
  );
const tomorrow = () => new Date(sportsbook.host.clock.now() + 86_400_000).toISOString();
const ends = { home: "won", draw: "lost", away: "lost" };

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
  const market = await traders.marketOf("m:dispute");
  const queue = async () =>
    (await boris.call(`GET ${trading}/settlement`)).body.data.markets.find(
      (each: { event: string }) => each.event === "m:dispute",
    );
  expect(await queue()).toMatchObject({ why: "disputed", slips: 2, request: null });
  const away = (await queue()).market.outcomes.find((each: { id: string }) => each.id === "away");
  expect(away).toMatchObject({ end: "won", own_end: "lost" });
  const alerts = (await serik.call(`GET ${trading}/alerts`)).body.data.alerts;
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
  const [entry] = await traders.audited("betting.settle");
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
  const { request } = (await settle(await traders.marketOf("m:stale"), { decision: "void" })).body.data;
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
  const { request } = (await settle(await traders.marketOf("m:race"), { decision: "settle", ends })).body.data;
  const codes = (await Promise.all([aizhan, ...others].map(by => approveRequest(by, request)))).map(code);
  expect(codes.sort()).toEqual([200, "request_closed", "request_closed"]);
  await sportsbook.settle();
  expect(await sportsbook.balance(alice)).toBe("110.3");
  expect((await traders.audited("betting.settle")).filter(({ after }) => after.includes(request))).toHaveLength(1);
  await sportsbook.expectBooks();
});

test("a market settled by hand stays so against later results, until two traders lift it", async () => {
  await sportsbook.openMatches(["m:lift"]);
  const alice = await sportsbook.player("100");
  await sportsbook.place(alice, single("m:lift"));
  const market = await traders.marketOf("m:lift");
  expect(code(await settle(market, { decision: "lift" }))).toBe("nothing_to_decide");
  await traders.byTwo(settle(market, { decision: "void" }));
  expect(await sportsbook.balance(alice)).toBe("100");
  expect(code(await sportsbook.place(alice, single("m:lift")))).toBe("market_suspended");
  await sportsbook.endMatch("m:lift", [[3, 0]]);
  await sportsbook.settle();
  expect(await sportsbook.balance(alice)).toBe("100");
  await traders.byTwo(settle(market, { decision: "lift" }));
  expect(await sportsbook.balance(alice)).toBe("110.3");
  await sportsbook.expectBooks();
});

test("a slip is voided by two traders and stays void whatever its match becomes", async () => {
  await sportsbook.openMatches(["m:void"]);
  const [alice, bob] = [await sportsbook.player("100"), await sportsbook.player("100")];
  const { id } = (await sportsbook.place(alice, single("m:void"))).body.data;
  await sportsbook.place(bob, single("m:void"));
  const ask = () => serik.call(`POST ${trading}/slips/${id}/void`, { reason });
  await traders.byTwo(ask());
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
  const waive = () => serik.call(`POST ${trading}/slips/${id}/waive-debt`, { reason });
  await sportsbook.endMatch("m:owed", [[1, 0]]);
  await sportsbook.settle();
  expect(code(await waive())).toBe("nothing_to_decide");
  await sportsbook.moveToVault(alice, "12.3");
  await sportsbook.endMatch("m:owed", [[0, 1]]);
  await sportsbook.settle();
  expect((await sportsbook.read(alice, id)).body.data).toMatchObject({ payout: "0", debt: "12.3" });
  expect((await serik.call(`GET ${trading}/slips/${id}`)).body.data.slip.debt).toBe("12.3");
  await traders.byTwo(waive());
  expect((await sportsbook.read(alice, id)).body.data.debt).toBe("0");
  expect((await traders.audited("betting.waive_debt")).at(-1)).toMatchObject({
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
  const { request } = (await serik.call(`POST ${trading}/slips/${id}/waive-debt`, { reason })).body.data;
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
  const market = await traders.marketOf("m:error");
  const ask = (body: object) =>
    serik.call(`POST ${trading}/markets/${market}/palpable-error`, { outcome: "home", from, to, reason, ...body });
  const old = new Date(sportsbook.host.clock.now() - 25 * 3_600_000).toISOString();
  for (const body of [{ from: old }, { to: tomorrow() }, { from: to, to: from }])
    expect(code(await ask(body)), JSON.stringify(body)).toBe("error_unproven");
  await traders.byTwo(ask({ fair_price: "3" }));
  expect(await sportsbook.balance(alice)).toBe("112.5");
  await traders.byTwo(ask({ fair_price: "1.1" }));
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
  const waiting = async () => (await boris.call(`GET ${trading}/settlement`)).body.data.corrections;
  const found = await waiting();
  expect(found).toHaveLength(2);
  const idOf = (player: string) => found.find((each: { player: { id: string } }) => each.player.id === player).id;
  expect(found[0]).toMatchObject({ why, paid: "20.3", would_pay: "0", result: "settled" });
  const decide = (player: string, decision: string) =>
    serik.call(`POST ${trading}/corrections/${idOf(player)}/decide`, { decision, reason });
  await traders.byTwo(decide(alice, "apply"));
  await traders.byTwo(decide(bob, "keep"));
  expect([await sportsbook.balance(alice), await sportsbook.balance(bob)]).toEqual(["90", "110.3"]);
  expect(await waiting()).toEqual([]);
  expect(code(await decide(bob, "apply"))).toBe("nothing_to_decide");
  await sportsbook.expectBooks();
});

test("a free bet that is given back late does not replace the money that it won: the correction waits", async () => {
  const event = "m:late:free-bet";
  await sportsbook.openMatches([event], [oneXTwo(three("1.5"))]);
  const alice = await sportsbook.player("100");
  const freeBet = await sportsbook.freeBet(alice, "10");
  const bet = Object.assign(single(event, "10", { price: "1.5" }), { free_bet: freeBet });
  expect((await sportsbook.place(alice, bet)).status).toBe(201);
  await sportsbook.endMatch(event, [[1, 0]]);
  await sportsbook.settle();
  expect(await sportsbook.balance(alice)).toBe("105");
  await settledLongAgo();
  await sportsbook.send("live", sportsbook.messagesFor(event).cancel());
  await sportsbook.settle();
  expect(await sportsbook.balance(alice)).toBe("105");
  const { corrections } = (await boris.call(`GET ${trading}/settlement`)).body.data;
  expect(corrections).toMatchObject([{ why: "late", paid: "5", would_pay: "0", result: "voided" }]);
  await traders.byTwo(
    serik.call(`POST ${trading}/corrections/${corrections[0].id}/decide`, { decision: "apply", reason }),
  );
  expect(await sportsbook.balance(alice)).toBe("100");
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
  const waiting = async () => (await boris.call(`GET ${trading}/settlement`)).body.data.corrections;
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
