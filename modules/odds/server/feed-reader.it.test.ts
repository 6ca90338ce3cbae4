import { afterEach, beforeEach, expect, test } from "vitest";
import { match, oneXTwo, three, total } from "../testing/messages.ts";
import { testOdds } from "../testing/test-odds.ts";
import { setProducer, takeLeaderEpoch } from "./feed-store.ts";

let odds: Awaited<ReturnType<typeof testOdds>>;
beforeEach(async () => {
  odds = await testOdds();
});
afterEach(() => odds.close());

test("a market opens with its price after fixture and odds", async () => {
  await odds.openMatch();
  expect(await odds.leg()).toMatchObject({ refusal: null, price: 2030, p: { win: 0.475865 } });
  expect(await odds.alarms()).toEqual([]);
});

test("a frame is stored verbatim and applied once, however often it arrives", async () => {
  await odds.openMatch();
  const sent = odds.feed.send("pre", [odds.messages.odds([oneXTwo(three("2.05"))])]);
  await odds.settle();
  odds.feed.deliver("pre", sent.text);
  await odds.settle();
  const { rows } = await odds.host.db.query<{ signature: string; body: string }>(
    "SELECT signature, body FROM odds.frames WHERE producer = 'pre' AND frame = $1",
    [sent.frame],
  );
  expect(rows.map(({ signature, body }) => `${signature}.${body}`)).toEqual([sent.text]);
  expect(await odds.readValue("SELECT count(*)::int AS value FROM odds.messages")).toBe(3);
});

test("silence of a producer closes its markets within four seconds, and no others", async () => {
  await odds.openMatch();
  await odds.beat(4, ["live"]);
  expect(await odds.downReason("pre")).toBe("silence");
  expect(await odds.downReason("live")).toBeNull();
  expect(await odds.refusal()).toBe("feed_down");
});

test("a heartbeat alone does not bring a producer up; a recovery does", async () => {
  await odds.openMatch();
  odds.feed.answers = false;
  await odds.beat(4, ["live"]);
  odds.feed.alive("pre");
  await odds.settle();
  expect(await odds.downReason("pre")).toBe("silence");
  const request = odds.feed.requests.findLast(each => each.producer === "pre");
  if (request) odds.feed.answer(request);
  await odds.settle();
  expect(await odds.downReason("pre")).toBeNull();
  expect(await odds.refusal()).toBeNull();
});

test("a gap waits two seconds, then the missing frames are recovered in order", async () => {
  await odds.openMatch();
  odds.feed.make("pre", [odds.messages.odds([oneXTwo(three("2.1"))])]);
  await odds.send("pre", odds.messages.odds([oneXTwo(three("2.14"))]));
  expect((await odds.leg())?.price).toBe(2030);
  expect(await odds.downReason("pre")).toBeNull();
  await odds.beat(3);
  await odds.beat(1);
  expect((await odds.leg())?.price).toBe(2140);
  expect(odds.feed.requests.length).toBeGreaterThan(2);
  expect(await odds.downReason("pre")).toBeNull();
});

test("frames that arrive in another order are applied in theirs", async () => {
  await odds.openMatch();
  const first = odds.feed.make("pre", [odds.messages.odds([oneXTwo(three("2.1"))])]);
  const second = odds.feed.make("pre", [odds.messages.odds([oneXTwo(three("2.14"))])]);
  odds.feed.deliver("pre", second.text);
  odds.feed.deliver("pre", first.text);
  await odds.settle();
  expect((await odds.leg())?.price).toBe(2140);
  expect(await odds.downReason("pre")).toBeNull();
});

test("a frame with another `prev` is rejected, raises an alarm and takes the producer down", async () => {
  await odds.openMatch();
  odds.feed.answers = false;
  const frame = odds.feed.make("pre", [odds.messages.odds([oneXTwo(three("2.14"))])], { prev: "ab".repeat(32) });
  odds.feed.deliver("pre", frame.text);
  await odds.settle();
  expect(await odds.alarms()).toEqual(["wrong_prev"]);
  expect(await odds.downReason("pre")).toBe("wrong_prev");
  expect((await odds.leg())?.price).toBe(2030);
});

test("a bet_stop closes at once although frames before it are missing, and an older price does not reopen", async () => {
  await odds.openMatch();
  const late = odds.feed.make("pre", [odds.messages.odds([oneXTwo(three("2.1"))])]);
  const stop = odds.feed.make("pre", [odds.messages.stop()]);
  odds.feed.deliver("pre", stop.text);
  await odds.settle();
  expect(await odds.refusal()).toBe("market_suspended");
  odds.feed.deliver("pre", late.text);
  await odds.settle();
  expect(await odds.refusal()).toBe("market_suspended");
  await odds.send("pre", odds.messages.odds([oneXTwo(three("2.14"))]));
  expect(await odds.leg()).toMatchObject({ refusal: null, price: 2140 });
});

test("a bet_stop ahead of its frame keeps the last prices that took bets as the closing ones", async () => {
  const closing = () =>
    odds.readValue("SELECT closing AS value FROM odds.markets WHERE event = $1 AND kind = '1x2'", [match]);
  await odds.openMatch();
  const late = odds.feed.make("pre", [odds.messages.odds([oneXTwo(three("2.1"))])]);
  const stop = odds.feed.make("pre", [odds.messages.stop()]);
  odds.feed.deliver("pre", stop.text);
  await odds.settle();
  expect(await closing()).toMatchObject({ home: 2030 });
  odds.feed.deliver("pre", late.text);
  await odds.settle();
  await odds.send("live", odds.messages.state("live", [[0, 0]]));
  expect(await closing()).toMatchObject({ home: 2030 });
});

test("an odds_change of another producer that is older than a bet_stop reopens nothing", async () => {
  await odds.openMatch();
  const older = odds.messages.odds();
  await odds.send("live", odds.messages.stop());
  await odds.send("pre", older);
  expect(await odds.refusal()).toBe("market_suspended");
});

test("a bet_stop of a group leaves the other groups open", async () => {
  await odds.openMatch();
  await odds.send("pre", odds.messages.odds([total("2.5", "2", "2")]), odds.messages.stop(["goals"]));
  expect(await odds.refusal("total", "total=2.5", "over")).toBe("market_suspended");
  expect(await odds.refusal()).toBeNull();
});

test("after the hand-over to live, prices of `pre` change nothing", async () => {
  await odds.openMatch();
  await odds.send(
    "pre",
    odds.messages.stop(),
    odds.messages.odds([oneXTwo(three(), "handed_over")], { reason: "hand_over" }),
  );
  await odds.send("pre", odds.messages.odds());
  expect(await odds.refusal()).toBe("market_suspended");
  await odds.send("live", odds.messages.state("live", [[0, 0]]), odds.messages.odds([oneXTwo(three("2.1"))]));
  await odds.send("pre", odds.messages.odds([oneXTwo(three("9", "9", "9"))]));
  expect(await odds.leg()).toMatchObject({ refusal: null, price: 2100 });
});

test("a market of `pre` is closed from the planned start without any message", async () => {
  await odds.start();
  await odds.send("pre", odds.messages.fixture({ start: odds.feed.now + 2_000 }), odds.messages.odds());
  expect(await odds.refusal()).toBeNull();
  await odds.beat(2);
  expect(await odds.leg()).toMatchObject({ refusal: "event_closed" });
});

test("a new epoch with small numbers is recovered, not taken for old", async () => {
  await odds.openMatch();
  odds.feed.snapshot = [odds.messages.odds([oneXTwo(three("2.14"))], { reason: "snapshot" })];
  odds.feed.startEpoch("pre", 2);
  odds.feed.alive("pre");
  await odds.settle();
  await odds.beat(3);
  expect(await odds.alarms()).toEqual(["new_epoch"]);
  expect(await odds.downReason("pre")).toBeNull();
  expect((await odds.leg())?.price).toBe(2140);
});

test("a producer whose `down` is written late is up after its recovery all the same", async () => {
  await odds.openMatch();
  const { db } = odds.host;
  const { tx } = db;
  let release = () => {};
  const isReleased = new Promise<void>(resolve => {
    release = resolve;
  });
  // Its alarm, then the row.
  let held = 2;
  db.tx = async work => {
    if (--held === 0) db.tx = tx;
    await isReleased;
    return tx(work);
  };
  odds.feed.startEpoch("pre", 2);
  odds.feed.alive("pre");
  for (let i = 0; i < 20; i++) await odds.host.clock.advance(50);
  expect(odds.feed.requests.some(({ producer, epoch }) => producer === "pre" && epoch === 1)).toBe(true);
  release();
  await odds.settle();
  expect(await odds.downReason("pre")).toBeNull();
  expect(await odds.alarms()).toEqual(["new_epoch"]);
});

test("pauses of recoveries that fail double", async () => {
  await odds.openMatch();
  odds.feed.answers = false;
  const before = odds.feed.requests.length;
  odds.feed.recover = async request => {
    odds.feed.requests.push(request);
    throw new Error("503");
  };
  odds.feed.disconnect("pre");
  await odds.beat(31);
  // At 0, 1, 3, 7, 15 and at most 31 s.
  expect(odds.feed.requests.length - before).toBeGreaterThanOrEqual(4);
  expect(odds.feed.requests.length - before).toBeLessThanOrEqual(6);
});

test("a provider's clock that is off by more than two seconds raises an alarm, by more than ten takes it down", async () => {
  await odds.openMatch();
  odds.feed.skewMs = -5_000;
  await odds.beat(4);
  expect(await odds.alarms()).toContain("clock_offset");
  expect(await odds.downReason("pre")).toBeNull();
  odds.feed.skewMs = -60_000;
  await odds.beat(12);
  expect(await odds.downReason("pre")).toBe("clock_offset");
});

test("the log of an event is a chain over the bytes of its messages", async () => {
  await odds.openMatch();
  const broken = await odds.readValue<number>(
    `SELECT count(*)::int AS value FROM (
       SELECT head, sha256(lag(head, 1, decode(repeat('00', 32), 'hex')) OVER (ORDER BY position) || sha256(convert_to(message, 'UTF8'))) AS own
       FROM odds.messages WHERE event = $1) AS log WHERE head <> own`,
    [match],
  );
  expect(broken).toBe(0);
  expect(
    await odds.readValue<boolean>(
      "SELECT e.head = m.head AS value FROM odds.events e JOIN odds.messages m ON m.event = e.id AND m.position = e.position",
    ),
  ).toBe(true);
});

test("a new leader applies the rest, the former one nothing more", async () => {
  await odds.openMatch();
  await odds.host.db.query("UPDATE odds.positions SET leader_epoch = leader_epoch + 1000");
  await odds.send("pre", odds.messages.odds([oneXTwo(three("2.14"))]));
  expect((await odds.leg())?.price).toBe(2030);
});

test("a former leader, whose prices are old, brings no producer up", async () => {
  const { db } = odds.host;
  const [former] = [
    await takeLeaderEpoch(db, odds.feed.producers, 60_000),
    await takeLeaderEpoch(db, odds.feed.producers, 60_000),
  ];
  expect(await db.tx(tx => setProducer(tx, former, "pre", null))).toBe(false);
  expect(await odds.downReason("pre")).toBe("not_connected");
});
