import { afterEach, beforeEach, expect, test } from "vitest";
import { feedTable } from "../testing/feed-table.ts";
import { match, oneXTwo, three, total } from "../testing/messages.ts";

let table: Awaited<ReturnType<typeof feedTable>>;
beforeEach(async () => {
  table = await feedTable();
});
afterEach(() => table.close());

test("a market opens with its price after fixture and odds", async () => {
  await table.open();
  expect(await table.leg()).toMatchObject({ refusal: null, price: 2030, p: { win: 0.475865 } });
  expect(await table.alarms()).toEqual([]);
});

test("a frame is stored verbatim and applied once, however often it arrives", async () => {
  await table.open();
  const sent = table.feed.send("pre", [table.say.odds([oneXTwo(three("2.05"))])]);
  await table.settle();
  table.feed.deliver("pre", sent.text);
  await table.settle();
  const { rows } = await table.host.db.query<{ signature: string; body: string }>(
    "SELECT signature, body FROM odds.frames WHERE producer = 'pre' AND frame = $1",
    [sent.frame],
  );
  expect(rows.map(({ signature, body }) => `${signature}.${body}`)).toEqual([sent.text]);
  expect(await table.one("SELECT count(*)::int AS value FROM odds.messages")).toBe(3);
});

test("silence of a producer closes its markets within four seconds, and no others", async () => {
  await table.open();
  await table.beat(4, ["live"]);
  expect(await table.down("pre")).toBe("silence");
  expect(await table.down("live")).toBeNull();
  expect(await table.refusal()).toBe("feed_down");
});

test("a heartbeat alone does not bring a producer up; a recovery does", async () => {
  await table.open();
  table.feed.answers = false;
  await table.beat(4, ["live"]);
  table.feed.alive("pre");
  await table.settle();
  expect(await table.down("pre")).toBe("silence");
  const request = table.feed.requests.findLast(each => each.producer === "pre");
  if (request) table.feed.answer(request);
  await table.settle();
  expect(await table.down("pre")).toBeNull();
  expect(await table.refusal()).toBeNull();
});

test("a gap waits two seconds, then the missing frames are recovered in order", async () => {
  await table.open();
  table.feed.make("pre", [table.say.odds([oneXTwo(three("2.1"))])]);
  await table.send("pre", table.say.odds([oneXTwo(three("2.14"))]));
  expect((await table.leg())?.price).toBe(2030);
  expect(await table.down("pre")).toBeNull();
  await table.beat(3);
  await table.beat(1);
  expect((await table.leg())?.price).toBe(2140);
  expect(table.feed.requests.length).toBeGreaterThan(2);
  expect(await table.down("pre")).toBeNull();
});

test("frames that arrive in another order are applied in theirs", async () => {
  await table.open();
  const first = table.feed.make("pre", [table.say.odds([oneXTwo(three("2.1"))])]);
  const second = table.feed.make("pre", [table.say.odds([oneXTwo(three("2.14"))])]);
  table.feed.deliver("pre", second.text);
  table.feed.deliver("pre", first.text);
  await table.settle();
  expect((await table.leg())?.price).toBe(2140);
  expect(await table.down("pre")).toBeNull();
});

test("a frame with another `prev` is rejected, raises an alarm and takes the producer down", async () => {
  await table.open();
  table.feed.answers = false;
  const frame = table.feed.make("pre", [table.say.odds([oneXTwo(three("2.14"))])], { prev: "ab".repeat(32) });
  table.feed.deliver("pre", frame.text);
  await table.settle();
  expect(await table.alarms()).toEqual(["wrong_prev"]);
  expect(await table.down("pre")).toBe("wrong_prev");
  expect((await table.leg())?.price).toBe(2030);
});

test("a bet_stop closes at once although frames before it are missing, and an older price does not reopen", async () => {
  await table.open();
  const late = table.feed.make("pre", [table.say.odds([oneXTwo(three("2.1"))])]);
  const stop = table.feed.make("pre", [table.say.stop()]);
  table.feed.deliver("pre", stop.text);
  await table.settle();
  expect(await table.refusal()).toBe("market_suspended");
  table.feed.deliver("pre", late.text);
  await table.settle();
  expect(await table.refusal()).toBe("market_suspended");
  await table.send("pre", table.say.odds([oneXTwo(three("2.14"))]));
  expect(await table.leg()).toMatchObject({ refusal: null, price: 2140 });
});

test("a bet_stop ahead of its frame keeps the last prices that took bets as the closing ones", async () => {
  const closing = () =>
    table.one("SELECT closing AS value FROM odds.markets WHERE event = $1 AND kind = '1x2'", [match]);
  await table.open();
  const late = table.feed.make("pre", [table.say.odds([oneXTwo(three("2.1"))])]);
  const stop = table.feed.make("pre", [table.say.stop()]);
  table.feed.deliver("pre", stop.text);
  await table.settle();
  expect(await closing()).toMatchObject({ home: 2030 });
  table.feed.deliver("pre", late.text);
  await table.settle();
  await table.send("live", table.say.state("live", [[0, 0]]));
  expect(await closing()).toMatchObject({ home: 2030 });
});

test("an odds_change of another producer that is older than a bet_stop reopens nothing", async () => {
  await table.open();
  const older = table.say.odds();
  await table.send("live", table.say.stop());
  await table.send("pre", older);
  expect(await table.refusal()).toBe("market_suspended");
});

test("a bet_stop of a group leaves the other groups open", async () => {
  await table.open();
  await table.send("pre", table.say.odds([total("2.5", "2", "2")]), table.say.stop(["goals"]));
  expect(await table.refusal("total", "total=2.5", "over")).toBe("market_suspended");
  expect(await table.refusal()).toBeNull();
});

test("after the hand-over to live, prices of `pre` change nothing", async () => {
  await table.open();
  await table.send("pre", table.say.stop(), table.say.odds([oneXTwo(three(), "handed_over")], { reason: "hand_over" }));
  await table.send("pre", table.say.odds());
  expect(await table.refusal()).toBe("market_suspended");
  await table.send("live", table.say.state("live", [[0, 0]]), table.say.odds([oneXTwo(three("2.1"))]));
  await table.send("pre", table.say.odds([oneXTwo(three("9", "9", "9"))]));
  expect(await table.leg()).toMatchObject({ refusal: null, price: 2100 });
});

test("a market of `pre` is closed from the planned start without any message", async () => {
  await table.start();
  await table.send("pre", table.say.fixture({ start: table.feed.now + 2_000 }), table.say.odds());
  expect(await table.refusal()).toBeNull();
  await table.beat(2);
  expect(await table.leg()).toMatchObject({ refusal: "event_closed" });
});

test("a new epoch with small numbers is recovered, not taken for old", async () => {
  await table.open();
  table.feed.snapshot = [table.say.odds([oneXTwo(three("2.14"))], { reason: "snapshot" })];
  table.feed.startEpoch("pre", 2);
  table.feed.alive("pre");
  await table.settle();
  await table.beat(3);
  expect(await table.alarms()).toEqual(["new_epoch"]);
  expect(await table.down("pre")).toBeNull();
  expect((await table.leg())?.price).toBe(2140);
});

test("a producer whose `down` is written late is up after its recovery all the same", async () => {
  await table.open();
  const { db } = table.host;
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
  table.feed.startEpoch("pre", 2);
  table.feed.alive("pre");
  for (let i = 0; i < 20; i++) await table.host.clock.advance(50);
  expect(table.feed.requests.some(({ producer, epoch }) => producer === "pre" && epoch === 1)).toBe(true);
  release();
  await table.settle();
  expect(await table.down("pre")).toBeNull();
  expect(await table.alarms()).toEqual(["new_epoch"]);
});

test("pauses of recoveries that fail double", async () => {
  await table.open();
  table.feed.answers = false;
  const before = table.feed.requests.length;
  table.feed.recover = async request => {
    table.feed.requests.push(request);
    throw new Error("503");
  };
  table.feed.disconnect("pre");
  await table.beat(31);
  // At 0, 1, 3, 7, 15 and at most 31 s.
  expect(table.feed.requests.length - before).toBeGreaterThanOrEqual(4);
  expect(table.feed.requests.length - before).toBeLessThanOrEqual(6);
});

test("a provider's clock that is off by more than two seconds raises an alarm, by more than ten takes it down", async () => {
  await table.open();
  table.feed.skewMs = -5_000;
  await table.beat(4);
  expect(await table.alarms()).toContain("clock_offset");
  expect(await table.down("pre")).toBeNull();
  table.feed.skewMs = -60_000;
  await table.beat(12);
  expect(await table.down("pre")).toBe("clock_offset");
});

test("the log of an event is a chain over the bytes of its messages", async () => {
  await table.open();
  const broken = await table.one<number>(
    `SELECT count(*)::int AS value FROM (
       SELECT head, sha256(lag(head, 1, decode(repeat('00', 32), 'hex')) OVER (ORDER BY position) || sha256(convert_to(message, 'UTF8'))) AS own
       FROM odds.messages WHERE event = $1) AS log WHERE head <> own`,
    [match],
  );
  expect(broken).toBe(0);
  expect(
    await table.one<boolean>(
      "SELECT e.head = m.head AS value FROM odds.events e JOIN odds.messages m ON m.event = e.id AND m.position = e.position",
    ),
  ).toBe(true);
});

test("a new leader applies the rest, the former one nothing more", async () => {
  await table.open();
  await table.host.db.query("UPDATE odds.positions SET leader_epoch = leader_epoch + 1000");
  await table.send("pre", table.say.odds([oneXTwo(three("2.14"))]));
  expect((await table.leg())?.price).toBe(2030);
});
