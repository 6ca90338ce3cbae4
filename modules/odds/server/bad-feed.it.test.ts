import { afterEach, beforeEach, expect, test } from "vitest";
import { oneXTwo, three, total } from "../testing/messages.ts";
import { testOdds } from "../testing/test-odds.ts";

let odds: Awaited<ReturnType<typeof testOdds>>;
beforeEach(async () => {
  odds = await testOdds();
  await odds.openMatch();
});
afterEach(() => odds.close());

/** The reader is alive: the next recovery and the next prices open the market. */
async function stillReads(): Promise<void> {
  await odds.beat(3);
  await odds.send("pre", odds.messages.odds([oneXTwo(three("2.1"))]));
  expect(await odds.leg()).toMatchObject({ refusal: null, price: 2100 });
}

const day = 86_400_000;

test.each([
  ["a text that is no JSON", () => odds.feed.sign("{{"), "not_json"],
  ["a wrong signature", () => `${"A".repeat(86)}.{}`, "bad_signature"],
  ["no signature", () => "hello", "bad_signature"],
  ["five megabytes", () => odds.feed.sign(`"${"x".repeat(5 * 1024 * 1024)}"`), "frame_too_large"],
  ["a frame of another producer", () => odds.feed.make("live", []).text, "wrong_producer"],
  ["a frame without fields", () => odds.feed.sign("{}"), "bad_frame"],
  [
    "a number above 2^53",
    () =>
      odds.feed.sign(
        `{"producer":"pre","epoch":1,"frame":9007199254740993,"prev":"${"0".repeat(64)}","sent":1,"messages":[]}`,
      ),
    "bad_frame",
  ],
])("%s is stored, raises an alarm and closes the producer until a recovery", async (_what, textOf, fault) => {
  odds.feed.answers = false;
  const text = textOf();
  odds.feed.deliver("pre", text);
  await odds.settle();
  expect(await odds.alarms()).toEqual([fault]);
  expect(await odds.readValue("SELECT length AS value FROM odds.rejected_frames")).toBe(Buffer.byteLength(text));
  expect(await odds.refusal()).toBe("feed_down");
  odds.feed.answers = true;
  await odds.beat(20);
  await stillReads();
});

test("a jump of the frame number is no gap: it is rejected", async () => {
  // The recovery would repeat the frame.
  odds.feed.answers = false;
  const { frame } = odds.feed.make("live", []);
  odds.feed.deliver("live", odds.feed.make("live", [], { frame: frame + 2 ** 52 }).text);
  await odds.settle();
  expect(await odds.alarms()).toEqual(["frame_jump"]);
  expect(await odds.downReason("live")).toBe("frame_jump");
});

test.each<[string, () => object, string]>([
  ["an unknown type", () => ({ type: "surprise", event: "m:fb:1", n: 9, at: 1 }), "unknown_type"],
  ["a message without its fields", () => ({ type: "event_state", event: "m:fb:1", n: 9 }), "bad_message"],
  ["a time in 1970", () => odds.messages.odds(undefined, { at: 0 }), "bad_time"],
  ["a time next year", () => odds.messages.odds(undefined, { at: odds.feed.now + 366 * day }), "bad_time"],
  ["a number that goes back", () => odds.messages.odds(undefined, { n: 1 }), "n_backwards"],
  [
    "a cancel window upside down",
    () => odds.messages.cancel({ from: odds.feed.now, to: odds.feed.now - 1_000 }),
    "window_upside_down",
  ],
  ["a settlement before the start", () => odds.messages.settlement("home"), "settled_before_start"],
])("%s is stored with an alarm and moves no money", async (_what, message, alarm) => {
  await odds.send("pre", message());
  expect(await odds.alarms()).toEqual([alarm]);
  expect(odds.decisions).toEqual([]);
  expect(await odds.readValue("SELECT count(*)::int AS value FROM odds.messages")).toBe(3);
  await stillReads();
});

test("a settlement with two winners of 1X2 is refused", async () => {
  await odds.send("live", odds.messages.state("live", [[0, 0]]));
  const winners = ["home", "draw"].map(id => ({ id, result: 1, void_factor: 0, dead_heat: 1 }));
  await odds.send(
    "live",
    odds.messages.settlement("home", {
      markets: [{ id: "1x2", spec: "", decided_at: odds.feed.now, outcomes: winners }],
    }),
  );
  expect(await odds.alarms()).toEqual(["two_winners"]);
  expect(odds.decisions).toEqual([]);
});

test("an event that changes its sides is closed permanently", async () => {
  await odds.send("pre", odds.messages.fixture({ competitors: [{ id: "k:saltby" }, { id: "k:ravenmoor" }] }));
  expect(await odds.alarms()).toEqual(["sides_changed"]);
  await odds.send("pre", odds.messages.odds());
  expect(await odds.refusal()).toBe("event_closed");
});

test("an unknown market is stored and closed", async () => {
  await odds.send("pre", odds.messages.odds([{ id: "moon_phase", spec: "", status: "active", outcomes: three() }]));
  expect(await odds.alarms()).toEqual(["unknown_market"]);
  expect(await odds.refusal("moon_phase")).toBe("market_suspended");
  expect(await odds.refusal()).toBeNull();
});

const outcome = (changes: object) => [Object.assign({}, three()[0], changes), ...three().slice(1)];
test.each<[string, readonly object[], string]>([
  ["a price of 0", outcome({ price: "0" }), "bad_price"],
  ["a price of 10^9", outcome({ price: "1000000000" }), "bad_price"],
  ["a probability above 1", outcome({ p: { win: 1.2, half_win: 0, refund: 0, half_lose: 0 } }), "bad_chances"],
  ["probabilities that sum to 2", outcome({ p: { win: 1, half_win: 0, refund: 1, half_lose: 0 } }), "bad_chances"],
  ["prices that sum below one", three("2.04", "5", "5"), "sum_below_one"],
  ["an expected return above 1.02", three("2.2"), "expected_return"],
  ["a jump of 35 % without a state", three("1.2"), "price_jump"],
  ["a missing outcome", three().slice(1), "missing_outcome"],
])("%s closes the market with an alarm, until it is right again", async (_what, outcomes, fault) => {
  await odds.send("pre", odds.messages.odds([oneXTwo(outcomes)]));
  expect(await odds.alarms()).toEqual([fault]);
  expect(await odds.refusal()).toBe("market_suspended");
  await odds.send("live", odds.messages.state("live", [[0, 0]]));
  await odds.send("live", odds.messages.odds());
  expect(await odds.refusal()).toBeNull();
});

test("a price that jumped stays closed until a state explains it", async () => {
  await odds.send("pre", odds.messages.odds([oneXTwo(three("1.2"))]));
  await odds.send("pre", odds.messages.odds([oneXTwo(three("1.2"))]));
  expect(await odds.refusal()).toBe("market_suspended");
});

test("in play a long price may drift by more than 35 %, a short one may not jump", async () => {
  const prices = (...texts: readonly string[]) => {
    const outcomes = three().map(({ id }, i) => ({ id, price: texts[i] }));
    return odds.send("live", odds.messages.odds([oneXTwo(outcomes)]));
  };
  await odds.send("live", odds.messages.state("live", [[0, 0]]));
  await prices("1.35", "4.5", "11");
  await prices("1.25", "5.5", "17");
  expect(await odds.alarms()).toEqual([]);
  await prices("1.9", "3.5", "5");
  expect(await odds.alarms()).toEqual(["price_jump"]);
});

test("totals that are not monotone, and a half with the numbers of the match, stay closed", async () => {
  await odds.send("pre", odds.messages.odds([total("2.5", "2", "2"), total("3.5", "1.8", "2.1")]));
  expect(await odds.alarms()).toEqual(["not_monotone", "not_monotone"]);
  const half = { id: "half_1x2", spec: "half=1", status: "active", outcomes: three() };
  await odds.send("pre", odds.messages.odds([half]));
  expect(await odds.refusal("half_1x2", "half=1")).toBe("market_suspended");
  expect(await odds.alarms()).toContain("half_repeats_match");
});

test("a result is decided once, repeated without effect, rolled back and decided again", async () => {
  await odds.send(
    "live",
    odds.messages.state("ended", [
      [1, 0],
      [0, 0],
    ]),
  );
  const settlement = odds.messages.settlement("home");
  await odds.send("live", settlement);
  await odds.send("live", settlement);
  await odds.send("live", odds.messages.settlement("home"));
  expect(odds.decisions).toEqual(["settlement"]);
  await odds.send("live", odds.messages.rollback(), odds.messages.rollback());
  expect(await odds.refusal()).toBe("event_closed");
  await odds.send("live", odds.messages.settlement("home"));
  expect(odds.decisions).toEqual(["settlement", "rollback_settlement", "settlement"]);
  expect(await odds.alarms()).toEqual([]);
});

test("a market with a result takes no bet, although its match goes on and its prices are open", async () => {
  await odds.send("live", odds.messages.state("live", [[1, 0]]));
  expect(await odds.refusal()).toBeNull();
  await odds.send("live", odds.messages.settlement("home"));
  await odds.send("pre", odds.messages.odds());
  expect(await odds.readValue("SELECT status AS value FROM odds.markets")).toBe("active");
  expect(await odds.refusal()).toBe("market_suspended");
});

test("a result that the facts contradict is disputed, until the facts change", async () => {
  await odds.send(
    "live",
    odds.messages.state("ended", [
      [1, 0],
      [0, 1],
    ]),
  );
  await odds.send("live", odds.messages.settlement("home"));
  expect(await odds.alarms()).toEqual(["result_disputed"]);
  expect(await odds.readValue("SELECT disputed AS value FROM odds.markets")).toBe(true);
  await odds.send(
    "live",
    odds.messages.state("ended", [
      [1, 0],
      [0, 0],
    ]),
  );
  expect(await odds.readValue("SELECT disputed AS value FROM odds.markets")).toBe(false);
});

test("a cancelled window is on our clock and is lifted by its rollback", async () => {
  odds.feed.skewMs = -1_000;
  await odds.beat(61);
  const window = { from: odds.feed.now - 60_000, to: odds.feed.now };
  await odds.send("pre", odds.messages.cancel(window));
  const moved = await odds.readValue<number>(
    "SELECT (extract(epoch FROM to_at) * 1000)::float8 AS value FROM odds.cancels",
  );
  expect(Math.abs((moved ?? 0) - odds.host.clock.now())).toBeLessThan(500);
  await odds.send("pre", odds.messages.rollbackCancel(window));
  expect(odds.decisions).toEqual(["cancel", "rollback_cancel"]);
});

test("a goal cancelled by VAR moves the counter that waiting slips compare", async () => {
  const goal = { id: "g1", kind: "goal", side: "home", clock: 600, period: 1, at: odds.feed.now };
  await odds.send("live", odds.messages.state("live", [[1, 0]], [goal]));
  const before = (await odds.leg())?.incidentCounter ?? 0;
  await odds.send("live", odds.messages.state("live", [[0, 0]], [Object.assign({ cancelled: true }, goal)]));
  expect((await odds.leg())?.incidentCounter).toBe(before + 1);
});

test("a goal that is no longer listed moves that counter, once", async () => {
  const goal = { id: "g1", kind: "goal", side: "home", clock: 600, period: 1, at: odds.feed.now };
  await odds.send("live", odds.messages.state("live", [[1, 0]], [goal]));
  const before = (await odds.leg())?.incidentCounter ?? 0;
  await odds.send("live", odds.messages.state("live", [[0, 0]]));
  expect((await odds.leg())?.incidentCounter).toBe(before + 1);
  await odds.send("live", odds.messages.state("live", [[0, 0]]));
  expect((await odds.leg())?.incidentCounter).toBe(before + 1);
});

test("a bet_stop waits for a bet that holds the market, and the next bet finds it closed", async () => {
  const bet = await odds.host.db.connect();
  await bet.query("BEGIN");
  await bet.query("SELECT FROM odds.markets FOR SHARE");
  odds.feed.send("pre", [odds.messages.stop()]);
  const closing = odds.settle();
  expect((await bet.query<{ status: string }>("SELECT status FROM odds.markets")).rows).toEqual([{ status: "active" }]);
  await bet.query("COMMIT");
  await bet.end();
  await closing;
  expect(await odds.refusal()).toBe("market_suspended");
});
