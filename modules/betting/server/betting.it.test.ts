import { afterAll, beforeAll, expect, test } from "vitest";
import { nobleHashes } from "#kit/fair/noble.ts";
import { oneXTwo, three } from "#modules/odds/testing/messages.ts";
import { verifySlip } from "../shared/verify-slip.ts";
import { home, single, type TestSportsbook, testSportsbook } from "../testing/test-sportsbook.ts";

let sportsbook: TestSportsbook;
beforeAll(async () => {
  sportsbook = await testSportsbook();
});
afterAll(async () => {
  await sportsbook.expectBooks();
  await sportsbook.close();
});

test("alice's single is accepted at its price, wins when the match ends, and a repeat returns the first answer", async () => {
  await sportsbook.openMatches(["m:a1"]);
  const alice = await sportsbook.player("100");
  const key = sportsbook.host.ids.next();
  const placed = await sportsbook.place(alice, single("m:a1"), key);
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
  await sportsbook.expectBooks();
  await sportsbook.endMatch("m:a1", [
    [1, 0],
    [1, 1],
  ]);
  await sportsbook.settle();
  expect(await sportsbook.balance(alice)).toBe("110.3");
  const read = (await sportsbook.read(alice, placed.body.data.id)).body.data;
  expect(read).toMatchObject({
    status: "settled",
    payout: "20.3",
    legs: [{ status: "won", cause: "result" }],
    revisions: [{ number: 1, result: "settled", reason: "result", payout: "20.3" }],
  });
  expect((await sportsbook.place(alice, single("m:a1"), key)).text).toBe(placed.text);
  expect((await sportsbook.place(alice, single("m:a1", "11"), key)).body.code).toBe("idempotency_conflict");
  await sportsbook.settle();
  expect(await sportsbook.balance(alice)).toBe("110.3");
});

test("bob's accumulator is lost with its first leg; his Trixie pays the pairs that won", async () => {
  await sportsbook.openMatches(["m:b1", "m:b2", "m:b3"]);
  const bob = await sportsbook.player("100");
  const legs = [home("m:b1"), home("m:b2"), home("m:b3")];
  const accumulator = await sportsbook.place(bob, { kind: "accumulator", unit: "10", legs });
  const trixie = await sportsbook.place(bob, { kind: "trixie", unit: "5", legs });
  expect([accumulator.status, trixie.status]).toEqual([201, 201]);
  expect(trixie.body.data).toMatchObject({ bets: 4, stake: "20", balance: "70" });
  await sportsbook.endMatch("m:b1", [
    [0, 1],
    [0, 0],
  ]);
  await sportsbook.settle();
  expect((await sportsbook.read(bob, accumulator.body.data.id)).body.data).toMatchObject({
    status: "settled",
    payout: "0",
  });
  expect((await sportsbook.read(bob, trixie.body.data.id)).body.data.status).toBe("open");
  await sportsbook.endMatch("m:b2", [
    [1, 0],
    [0, 0],
  ]);
  await sportsbook.endMatch("m:b3", [
    [2, 0],
    [0, 0],
  ]);
  await sportsbook.settle();
  // 5 x 2.03 x 2.03.
  expect((await sportsbook.read(bob, trixie.body.data.id)).body.data).toMatchObject({
    status: "settled",
    payout: "20.6045",
  });
  expect(await sportsbook.balance(bob)).toBe("90.6045");
});

test("an accumulator of three that wins has its boost from promotions, also in its player's file", async () => {
  await sportsbook.openMatches(["m:c1", "m:c2", "m:c3"]);
  const carol = await sportsbook.player("100");
  const legs = ["m:c1", "m:c2", "m:c3"].map(event => home(event));
  const { id } = (await sportsbook.place(carol, { kind: "accumulator", unit: "10", legs })).body.data;
  for (const event of ["m:c1", "m:c2", "m:c3"])
    await sportsbook.endMatch(event, [
      [1, 0],
      [0, 0],
    ]);
  await sportsbook.settle();
  expect((await sportsbook.read(carol, id)).body.data).toMatchObject({ payout: "83.65427", boost: "4.182713" });
  expect(await sportsbook.csvFile(carol)).toContain(",83.65427,4.182713,0,");
});

test("a cancelled market voids the slips of its window, and lifting the cancellation brings them back", async () => {
  await sportsbook.openMatches(["m:d1"]);
  const dave = await sportsbook.player("100");
  const before = (await sportsbook.place(dave, single("m:d1"))).body.data.id;
  await sportsbook.feed.beat(2);
  const from = sportsbook.feed.feed.now;
  await sportsbook.feed.beat(1);
  const within = (await sportsbook.place(dave, single("m:d1"))).body.data.id;
  await sportsbook.send("pre", sportsbook.messagesFor("m:d1").cancel({ from, to: sportsbook.feed.feed.now }));
  await sportsbook.settle();
  expect((await sportsbook.read(dave, before)).body.data.status).toBe("open");
  expect((await sportsbook.read(dave, within)).body.data).toMatchObject({
    status: "voided",
    legs: [{ status: "void", cause: "cancelled" }],
    revisions: [{ result: "voided", reason: "market_cancelled" }],
  });
  expect(await sportsbook.balance(dave)).toBe("90");
  await sportsbook.send("pre", sportsbook.messagesFor("m:d1").rollbackCancel({ from, to: sportsbook.feed.feed.now }));
  await sportsbook.settle();
  expect((await sportsbook.read(dave, within)).body.data.revisions).toMatchObject([
    {},
    { result: "reopened", reason: "cancellation_lifted" },
  ]);
  expect(await sportsbook.balance(dave)).toBe("80");
});

test("a slip that was accepted after the true start is void, whether it won or lost", async () => {
  await sportsbook.openMatches(["m:e1"]);
  const erin = await sportsbook.player("100");
  const started = sportsbook.feed.feed.now;
  await sportsbook.feed.beat(5);
  const { id } = (await sportsbook.place(erin, single("m:e1"))).body.data;
  await sportsbook.feed.beat(2);
  const kickOff = { id: "i1", kind: "period_start", period: 1, clock: 0, at: started };
  await sportsbook.send("live", sportsbook.messagesFor("m:e1").state("live", [[0, 0]], [kickOff]));
  await sportsbook.endMatch("m:e1", [
    [1, 0],
    [0, 0],
  ]);
  await sportsbook.settle();
  expect((await sportsbook.read(erin, id)).body.data).toMatchObject({
    status: "voided",
    revisions: [{ reason: "accepted_late" }],
  });
  expect(await sportsbook.balance(erin)).toBe("100");
});

test("nothing is paid while the provider's result and the facts differ, or while a result without facts is unconfirmed", async () => {
  await sportsbook.openMatches(["m:f1", "m:f2"]);
  const frank = await sportsbook.player("100");
  const disputed = (await sportsbook.place(frank, single("m:f1"))).body.data.id;
  await sportsbook.host.pass(5);
  await sportsbook.send(
    "live",
    sportsbook.messagesFor("m:f1").state("ended", [
      [0, 1],
      [0, 0],
    ]),
    sportsbook.messagesFor("m:f1").settlement("home"),
  );
  await sportsbook.settle();
  expect((await sportsbook.read(frank, disputed)).body.data.status).toBe("open");
  const seen = (await sportsbook.place(frank, single("m:f2"))).body.data.id;
  await sportsbook.host.pass(5);
  await sportsbook.send(
    "live",
    sportsbook.messagesFor("m:f2").state("live", [[1, 0]]),
    sportsbook.messagesFor("m:f2").settlement("home", { certainty: 1 }),
  );
  await sportsbook.settle();
  expect((await sportsbook.read(frank, seen)).body.data.status).toBe("open");
  await sportsbook.send(
    "live",
    sportsbook.messagesFor("m:f2").state("ended", [
      [1, 0],
      [0, 0],
    ]),
    sportsbook.messagesFor("m:f2").settlement("home"),
  );
  await sportsbook.settle();
  expect((await sportsbook.read(frank, seen)).body.data).toMatchObject({ status: "settled", payout: "20.3" });
});

test("an unconfirmed result pays a player up to 1,000 dollars an event, however the stake was split; the rest waits", async () => {
  await sportsbook.openMatches(["m:g1"]);
  const grace = await sportsbook.player("2000");
  const ids: string[] = [];
  for (let n = 0; n < 5; n++) ids.push((await sportsbook.place(grace, single("m:g1", "150"))).body.data.id);
  await sportsbook.endMatch(
    "m:g1",
    [
      [1, 0],
      [0, 0],
    ],
    { certainty: 1 },
  );
  await sportsbook.settle();
  const paid = async () =>
    (await Promise.all(ids.map(id => sportsbook.read(grace, id)))).filter(({ body }) => body.data.status === "settled")
      .length;
  // Each returns 304.50.
  expect(await paid()).toBe(3);
  await sportsbook.send("live", sportsbook.messagesFor("m:g1").settlement("home"));
  await sportsbook.settle();
  expect(await paid()).toBe(5);
});

test("an event that has not begun 48 hours after its start is void", async () => {
  await sportsbook.openMatches(["m:h1"]);
  const heidi = await sportsbook.player("100");
  const { id } = (await sportsbook.place(heidi, single("m:h1"))).body.data;
  sportsbook.host.clock.setNow(sportsbook.host.clock.now() + 50 * 3_600_000);
  const overdue = sportsbook.betting.jobs?.find(({ name }) => name === "betting-overdue");
  await overdue?.run({});
  await sportsbook.settle();
  expect((await sportsbook.read(heidi, id)).body.data).toMatchObject({
    status: "voided",
    revisions: [{ reason: "not_started" }],
  });
});

test("ivan's list has open and ended slips, newest first, page by page, and only his own", async () => {
  await sportsbook.openMatches(["m:i1"]);
  const [ivan, judy] = [await sportsbook.player("100"), await sportsbook.player("100")];
  const ids: string[] = [];
  for (let n = 0; n < 23; n++) {
    await sportsbook.host.clock.advance(1);
    ids.push((await sportsbook.place(ivan, single("m:i1", "1"))).body.data.id);
  }
  const first = (await sportsbook.list(ivan)).body.data;
  const second = (await sportsbook.list(ivan, `?state=open&cursor=${first.next_cursor}`)).body.data;
  const shown = [...first.items, ...second.items].map((slip: { id: string }) => slip.id);
  expect(shown).toEqual(ids.toReversed());
  expect([first.items.length, second.next_cursor]).toEqual([20, null]);
  expect((await sportsbook.list(ivan, "?state=ended")).body.data.items).toEqual([]);
  expect((await sportsbook.list(judy)).body.data.items).toEqual([]);
  expect((await sportsbook.read(judy, ids[0] ?? "")).status).toBe(404);
  for (const cursor of ["x", "1", "1.x", "0.0190a000-0000-7000-8000-000000000000"])
    expect((await sportsbook.list(ivan, `?cursor=${cursor}`)).status, cursor).toBe(422);
});

test("lena's ended slips are found by outcome and time; the file has all of hers and no one else's", async () => {
  await sportsbook.openMatches(["m:l1", "m:l2", "m:l3"]);
  const [lena, mike] = [await sportsbook.player("100"), await sportsbook.player("100")];
  const placed = async (event: string) => {
    await sportsbook.host.clock.advance(10);
    return (await sportsbook.place(lena, single(event, "1"))).body.data as { id: string; placed_at: string };
  };
  const [won, lost, open] = [await placed("m:l1"), await placed("m:l2"), await placed("m:l3")];
  await sportsbook.place(mike, single("m:l1", "1"));
  await sportsbook.endMatch("m:l1", [
    [1, 0],
    [1, 0],
  ]);
  await sportsbook.endMatch("m:l2", [
    [0, 1],
    [0, 1],
  ]);
  await sportsbook.settle();
  const found = async (query: string) =>
    (await sportsbook.list(lena, `?state=ended${query}`)).body.data.items.map(({ id }: { id: string }) => id);
  expect(await found("")).toEqual([lost.id, won.id]);
  expect(await found("&outcome=won")).toEqual([won.id]);
  expect(await found("&outcome=lost")).toEqual([lost.id]);
  expect(await found("&outcome=cashed_out")).toEqual([]);
  expect(await found(`&from=${lost.placed_at}`)).toEqual([lost.id]);
  expect(await found(`&to=${lost.placed_at}`)).toEqual([won.id]);
  for (const bad of ["outcome=best", "from=yesterday", "to=2026-13-01T00:00:00Z"])
    expect((await sportsbook.list(lena, `?state=ended&${bad}`)).status, bad).toBe(422);

  const file = await sportsbook.csvFile(lena);
  const [head, ...rows] = file.trimEnd().split("\r\n");
  expect(head?.replace("\ufeff", "")).toBe(
    "placed_at,id,kind,bets,price,currency,stake,free_bet,status,settled_at,payout,boost,cashed_out,replaces,selections",
  );
  expect(rows.map(row => row.split(",")[1])).toEqual([open.id, lost.id, won.id]);
  expect(rows[2]).toContain(",settled,");
  expect(rows[2]).toMatch(/,2\.03,0,0,,m:l1 1x2 home 2\.03$/);
  expect((await sportsbook.csvFile(lena, "?outcome=won")).trimEnd().split("\r\n")).toHaveLength(2);
});

test("a price that moved is accepted or refused as the policy says, never a worse one unasked", async () => {
  await sportsbook.openMatches(["m:k1"]);
  const kate = await sportsbook.player("100");
  await sportsbook.send("pre", sportsbook.messagesFor("m:k1").odds([oneXTwo(three("2.1"))]));
  const place = (price: string, policy?: string) =>
    sportsbook.place(
      kate,
      Object.assign({ kind: "single", unit: "1", legs: [home("m:k1", price)] }, policy && { policy }),
    );
  expect((await place("2.03")).body.data.legs[0].price).toBe("2.1");
  expect((await place("2.2")).body).toMatchObject({
    code: "odds_changed",
    data: { legs: [{ leg: 0, price: "2.1" }] },
  });
  expect((await place("2.03", "none")).body.code).toBe("odds_changed");
  expect((await place("2.2", "any")).body.data.legs[0].price).toBe("2.1");
});

test("a bet on the winner of a tournament pays half of its price after a dead heat, and can be verified", async () => {
  const messages = sportsbook.messagesFor("o:cup:2");
  const entrants = ["k:amber", "k:birch", "k:cedar"];
  const prices = ["2.5", "3.1", "3.6"];
  const outcomes = entrants.map((id, index) => ({
    id,
    price: prices[index],
    p: { win: [0.36, 0.29, 0.25][index], half_win: 0, refund: 0, half_lose: 0 },
  }));
  await sportsbook.send(
    "pre",
    messages.fixture({ kind: "outright", competitors: entrants.map(id => ({ id })) }),
    messages.odds([{ id: "outright_winner", spec: "", status: "active", outcomes }]),
  );
  const erin = await sportsbook.player("100");
  const legs = [{ event: "o:cup:2", market: "outright_winner", outcome: "k:birch", price: "3.1" }];
  const placed = await sportsbook.place(erin, { kind: "single", unit: "10", legs });
  expect(placed.status, placed.text).toBe(201);
  await sportsbook.host.pass(5);
  const standings = [2, 1, 1].map((place, index) => ({ entrant: entrants[index], place: place === 2 ? 3 : 1 }));
  const settled = entrants.map((id, index) => ({
    id,
    result: index === 0 ? 0 : 1,
    void_factor: 0,
    dead_heat: index === 0 ? 1 : 0.5,
  }));
  await sportsbook.send(
    "pre",
    Object.assign(messages.state("ended", []), { standings }),
    Object.assign(messages.settlement("home"), {
      markets: [{ id: "outright_winner", spec: "", decided_at: sportsbook.host.clock.now(), outcomes: settled }],
    }),
  );
  await sportsbook.settle();
  // 10 x 3.1 x 1/2.
  expect((await sportsbook.read(erin, placed.body.data.id)).body.data).toMatchObject({
    status: "settled",
    payout: "15.5",
  });
  const { proof, frames } = await sportsbook.proofOf(placed.body.data.id);
  const { steps } = verifySlip(nobleHashes, proof, frames);
  expect(steps.filter(({ state }) => state === "differs")).toEqual([]);
  expect(steps.filter(({ key, state }) => key === "facts" && state === "equal").length).toBe(1);
});
