import { afterAll, beforeAll, expect, test } from "vitest";
import { nobleHashes } from "#kit/fair/noble.ts";
import { oneXTwo, three } from "#modules/odds/testing/messages.ts";
import { verifySlip } from "../shared/verify-slip.ts";
import { type BettingTable, bettingTable, home, single } from "../testing/betting-table.ts";

let table: BettingTable;
beforeAll(async () => {
  table = await bettingTable();
});
afterAll(async () => {
  await table.expectBooks();
  await table.close();
});

test("alice's single is accepted at its price, wins when the match ends, and a repeat returns the first answer", async () => {
  await table.open(["m:a1"]);
  const alice = await table.player("100");
  const key = table.host.ids.next();
  const placed = await table.place(alice, single("m:a1"), key);
  expect(placed.status, placed.text).toBe(201);
  expect(placed.body.data).toMatchObject({
    kind: "single",
    status: "open",
    stake: "10",
    balance: "90",
    possible_return: "20.3",
    legs: [{ event: "m:a1", market: "1x2", outcome: "home", price: "2.03", is_live: false, status: "open" }],
    revisions: [],
  });
  await table.expectBooks();
  await table.end("m:a1", [
    [1, 0],
    [1, 1],
  ]);
  await table.settle();
  expect(await table.balance(alice)).toBe("110.3");
  const read = (await table.read(alice, placed.body.data.id)).body.data;
  expect(read).toMatchObject({
    status: "settled",
    payout: "20.3",
    legs: [{ status: "won", cause: "result" }],
    revisions: [{ number: 1, result: "settled", reason: "result", payout: "20.3" }],
  });
  expect((await table.place(alice, single("m:a1"), key)).text).toBe(placed.text);
  expect((await table.place(alice, single("m:a1", "11"), key)).body.code).toBe("idempotency_conflict");
  await table.settle();
  expect(await table.balance(alice)).toBe("110.3");
});

test("bob's accumulator is lost with its first leg; his Trixie pays the pairs that won", async () => {
  await table.open(["m:b1", "m:b2", "m:b3"]);
  const bob = await table.player("100");
  const legs = [home("m:b1"), home("m:b2"), home("m:b3")];
  const accumulator = await table.place(bob, { kind: "accumulator", unit: "10", legs });
  const trixie = await table.place(bob, { kind: "trixie", unit: "5", legs });
  expect([accumulator.status, trixie.status]).toEqual([201, 201]);
  expect(trixie.body.data).toMatchObject({ bets: 4, stake: "20", balance: "70" });
  await table.end("m:b1", [
    [0, 1],
    [0, 0],
  ]);
  await table.settle();
  expect((await table.read(bob, accumulator.body.data.id)).body.data).toMatchObject({ status: "settled", payout: "0" });
  expect((await table.read(bob, trixie.body.data.id)).body.data.status).toBe("open");
  await table.end("m:b2", [
    [1, 0],
    [0, 0],
  ]);
  await table.end("m:b3", [
    [2, 0],
    [0, 0],
  ]);
  await table.settle();
  // 5 x 2.03 x 2.03.
  expect((await table.read(bob, trixie.body.data.id)).body.data).toMatchObject({
    status: "settled",
    payout: "20.6045",
  });
  expect(await table.balance(bob)).toBe("90.6045");
});

test("an accumulator of three that wins has its boost from promotions", async () => {
  await table.open(["m:c1", "m:c2", "m:c3"]);
  const carol = await table.player("100");
  const legs = ["m:c1", "m:c2", "m:c3"].map(event => home(event));
  const { id } = (await table.place(carol, { kind: "accumulator", unit: "10", legs })).body.data;
  for (const event of ["m:c1", "m:c2", "m:c3"])
    await table.end(event, [
      [1, 0],
      [0, 0],
    ]);
  await table.settle();
  expect((await table.read(carol, id)).body.data).toMatchObject({ payout: "83.65427", boost: "4.182713" });
});

test("a cancelled market voids the slips of its window, and lifting the cancellation brings them back", async () => {
  await table.open(["m:d1"]);
  const dave = await table.player("100");
  const before = (await table.place(dave, single("m:d1"))).body.data.id;
  await table.feed.beat(2);
  const from = table.feed.feed.now;
  await table.feed.beat(1);
  const within = (await table.place(dave, single("m:d1"))).body.data.id;
  await table.send("pre", table.say("m:d1").cancel({ from, to: table.feed.feed.now }));
  await table.settle();
  expect((await table.read(dave, before)).body.data.status).toBe("open");
  expect((await table.read(dave, within)).body.data).toMatchObject({
    status: "voided",
    legs: [{ status: "void", cause: "cancelled" }],
    revisions: [{ result: "voided", reason: "market_cancelled" }],
  });
  expect(await table.balance(dave)).toBe("90");
  await table.send("pre", table.say("m:d1").rollbackCancel({ from, to: table.feed.feed.now }));
  await table.settle();
  expect((await table.read(dave, within)).body.data.revisions).toMatchObject([
    {},
    { result: "reopened", reason: "cancellation_lifted" },
  ]);
  expect(await table.balance(dave)).toBe("80");
});

test("a slip that was accepted after the true start is void, whether it won or lost", async () => {
  await table.open(["m:e1"]);
  const erin = await table.player("100");
  const started = table.feed.feed.now;
  await table.feed.beat(5);
  const { id } = (await table.place(erin, single("m:e1"))).body.data;
  await table.feed.beat(2);
  const kickOff = { id: "i1", kind: "period_start", period: 1, clock: 0, at: started };
  await table.send("live", table.say("m:e1").state("live", [[0, 0]], [kickOff]));
  await table.end("m:e1", [
    [1, 0],
    [0, 0],
  ]);
  await table.settle();
  expect((await table.read(erin, id)).body.data).toMatchObject({
    status: "voided",
    revisions: [{ reason: "accepted_late" }],
  });
  expect(await table.balance(erin)).toBe("100");
});

test("nothing is paid while the provider's result and the facts differ, or while a result without facts is unconfirmed", async () => {
  await table.open(["m:f1", "m:f2"]);
  const frank = await table.player("100");
  const disputed = (await table.place(frank, single("m:f1"))).body.data.id;
  await table.host.pass(5);
  await table.send(
    "live",
    table.say("m:f1").state("ended", [
      [0, 1],
      [0, 0],
    ]),
    table.say("m:f1").settlement("home"),
  );
  await table.settle();
  expect((await table.read(frank, disputed)).body.data.status).toBe("open");
  const seen = (await table.place(frank, single("m:f2"))).body.data.id;
  await table.host.pass(5);
  await table.send(
    "live",
    table.say("m:f2").state("live", [[1, 0]]),
    table.say("m:f2").settlement("home", { certainty: 1 }),
  );
  await table.settle();
  expect((await table.read(frank, seen)).body.data.status).toBe("open");
  await table.send(
    "live",
    table.say("m:f2").state("ended", [
      [1, 0],
      [0, 0],
    ]),
    table.say("m:f2").settlement("home"),
  );
  await table.settle();
  expect((await table.read(frank, seen)).body.data).toMatchObject({ status: "settled", payout: "20.3" });
});

test("an unconfirmed result pays a player up to 1,000 dollars an event, however the stake was split; the rest waits", async () => {
  await table.open(["m:g1"]);
  const grace = await table.player("2000");
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.push((await table.place(grace, single("m:g1", "150"))).body.data.id);
  await table.end(
    "m:g1",
    [
      [1, 0],
      [0, 0],
    ],
    { certainty: 1 },
  );
  await table.settle();
  const paid = async () =>
    (await Promise.all(ids.map(id => table.read(grace, id)))).filter(({ body }) => body.data.status === "settled")
      .length;
  // Each returns 304.50.
  expect(await paid()).toBe(3);
  await table.send("live", table.say("m:g1").settlement("home"));
  await table.settle();
  expect(await paid()).toBe(5);
});

test("an event that has not begun 48 hours after its start is void", async () => {
  await table.open(["m:h1"]);
  const heidi = await table.player("100");
  const { id } = (await table.place(heidi, single("m:h1"))).body.data;
  table.host.clock.setNow(table.host.clock.now() + 50 * 3_600_000);
  const overdue = table.betting.jobs?.find(({ name }) => name === "betting-overdue");
  await overdue?.run({});
  await table.settle();
  expect((await table.read(heidi, id)).body.data).toMatchObject({
    status: "voided",
    revisions: [{ reason: "not_started" }],
  });
});

test("ivan's list has open and ended slips, newest first, page by page, and only his own", async () => {
  await table.open(["m:i1"]);
  const [ivan, judy] = [await table.player("100"), await table.player("100")];
  const ids: string[] = [];
  for (let n = 0; n < 23; n++) {
    await table.host.clock.advance(1);
    ids.push((await table.place(ivan, single("m:i1", "1"))).body.data.id);
  }
  const first = (await table.list(ivan)).body.data;
  const second = (await table.list(ivan, `?state=open&cursor=${first.next_cursor}`)).body.data;
  const shown = [...first.items, ...second.items].map((slip: { id: string }) => slip.id);
  expect(shown).toEqual(ids.toReversed());
  expect([first.items.length, second.next_cursor]).toEqual([20, null]);
  expect((await table.list(ivan, "?state=ended")).body.data.items).toEqual([]);
  expect((await table.list(judy)).body.data.items).toEqual([]);
  expect((await table.read(judy, ids[0] ?? "")).status).toBe(404);
  for (const cursor of ["x", "1", "1.x", "0.0190a000-0000-7000-8000-000000000000"])
    expect((await table.list(ivan, `?cursor=${cursor}`)).status, cursor).toBe(422);
});

test("lena's ended slips are found by outcome and time; the file has all of hers and no one else's", async () => {
  await table.open(["m:l1", "m:l2", "m:l3"]);
  const [lena, mike] = [await table.player("100"), await table.player("100")];
  const placed = async (event: string) => {
    await table.host.clock.advance(10);
    return (await table.place(lena, single(event, "1"))).body.data as { id: string; placed_at: string };
  };
  const [won, lost, open] = [await placed("m:l1"), await placed("m:l2"), await placed("m:l3")];
  await table.place(mike, single("m:l1", "1"));
  await table.end("m:l1", [
    [1, 0],
    [1, 0],
  ]);
  await table.end("m:l2", [
    [0, 1],
    [0, 1],
  ]);
  await table.settle();
  const found = async (query: string) =>
    (await table.list(lena, `?state=ended${query}`)).body.data.items.map(({ id }: { id: string }) => id);
  expect(await found("")).toEqual([lost.id, won.id]);
  expect(await found("&outcome=won")).toEqual([won.id]);
  expect(await found("&outcome=lost")).toEqual([lost.id]);
  expect(await found("&outcome=cashed_out")).toEqual([]);
  expect(await found(`&from=${lost.placed_at}`)).toEqual([lost.id]);
  expect(await found(`&to=${lost.placed_at}`)).toEqual([won.id]);
  for (const bad of ["outcome=best", "from=yesterday", "to=2026-13-01T00:00:00Z"])
    expect((await table.list(lena, `?state=ended&${bad}`)).status, bad).toBe(422);

  const file = await table.file(lena);
  const [head, ...rows] = file.trimEnd().split("\r\n");
  expect(head?.replace("\ufeff", "")).toBe(
    "placed_at,id,kind,bets,price,currency,stake,free_bet,status,settled_at,payout,cashed_out,replaces,selections",
  );
  expect(rows.map(row => row.split(",")[1])).toEqual([open.id, lost.id, won.id]);
  expect(rows[2]).toContain(",settled,");
  expect(rows[2]).toMatch(/,2\.03,0,,m:l1 1x2 home 2\.03$/);
  expect((await table.file(lena, "?outcome=won")).trimEnd().split("\r\n")).toHaveLength(2);
});

test("a price that moved is accepted or refused as the policy says, never a worse one unasked", async () => {
  await table.open(["m:k1"]);
  const kate = await table.player("100");
  await table.send("pre", table.say("m:k1").odds([oneXTwo(three("2.1"))]));
  const place = (price: string, policy?: string) =>
    table.place(kate, Object.assign({ kind: "single", unit: "1", legs: [home("m:k1", price)] }, policy && { policy }));
  expect((await place("2.03")).body.data.legs[0].price).toBe("2.1");
  expect((await place("2.2")).body).toMatchObject({
    code: "odds_changed",
    data: { legs: [{ leg: 0, price: "2.1" }] },
  });
  expect((await place("2.03", "none")).body.code).toBe("odds_changed");
  expect((await place("2.2", "any")).body.data.legs[0].price).toBe("2.1");
});

test("a bet on the winner of a tournament pays half of its price after a dead heat, and can be verified", async () => {
  const say = table.say("o:cup:2");
  const entrants = ["k:amber", "k:birch", "k:cedar"];
  const prices = ["2.5", "3.1", "3.6"];
  const outcomes = entrants.map((id, index) => ({
    id,
    price: prices[index],
    p: { win: [0.36, 0.29, 0.25][index], half_win: 0, refund: 0, half_lose: 0 },
  }));
  await table.send(
    "pre",
    say.fixture({ kind: "outright", competitors: entrants.map(id => ({ id })) }),
    say.odds([{ id: "outright_winner", spec: "", status: "active", outcomes }]),
  );
  const erin = await table.player("100");
  const legs = [{ event: "o:cup:2", market: "outright_winner", outcome: "k:birch", price: "3.1" }];
  const placed = await table.place(erin, { kind: "single", unit: "10", legs });
  expect(placed.status, placed.text).toBe(201);
  await table.host.pass(5);
  const standings = [2, 1, 1].map((place, index) => ({ entrant: entrants[index], place: place === 2 ? 3 : 1 }));
  const settled = entrants.map((id, index) => ({
    id,
    result: index === 0 ? 0 : 1,
    void_factor: 0,
    dead_heat: index === 0 ? 1 : 0.5,
  }));
  await table.send(
    "pre",
    Object.assign(say.state("ended", []), { standings }),
    Object.assign(say.settlement("home"), {
      markets: [{ id: "outright_winner", spec: "", decided_at: table.host.clock.now(), outcomes: settled }],
    }),
  );
  await table.settle();
  // 10 x 3.1 x 1/2.
  expect((await table.read(erin, placed.body.data.id)).body.data).toMatchObject({ status: "settled", payout: "15.5" });
  const { proof, frames } = await table.proofOf(placed.body.data.id);
  const { steps } = verifySlip(nobleHashes, proof, frames);
  expect(steps.filter(({ state }) => state === "differs")).toEqual([]);
  expect(steps.filter(({ key, state }) => key === "facts" && state === "equal").length).toBe(1);
});
