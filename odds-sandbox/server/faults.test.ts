import { afterEach, expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import type { EventFault } from "../model/events/event.ts";
import { splitFrame } from "../shared/frames.ts";
import type { FrameBody, Message } from "../shared/protocol.ts";
import { TestProvider } from "../testing/test-provider.ts";
import type { StreamFault } from "./faults.ts";
import { isSigned, publicKeyOf } from "./signer.ts";

const open: TestProvider[] = [];
function start(): TestProvider {
  const provider = new TestProvider();
  open.push(provider);
  provider.run(5000);
  return provider;
}
afterEach(() => {
  for (const provider of open.splice(0)) provider.remove();
});

/** Frame numbers of the live stream as they arrive after a fault. */
function numbersAfter(
  fault: StreamFault,
  options: { ms?: number; count?: number } = {},
  runMs = 6000,
): readonly number[] {
  const provider = start();
  const from = provider.texts.length;
  provider.provider.chaos({ fault, producer: "live", ...options });
  provider.run(runMs);
  const bodies = provider.texts
    .slice(from)
    .map(text => JSON.parse(required(splitFrame(text), "a frame").body) as FrameBody);
  const live = bodies.filter(({ producer }) => producer === "live").map(({ frame }) => frame);
  const first = required(live[0], "a frame");
  return live.map(frame => frame - first);
}

const rising = (numbers: readonly number[]) => numbers.every((number, index) => number === index);

test("without a fault the stream has every frame once and in order", () => {
  expect(rising(numbersAfter("silence", { ms: 0 }))).toBe(true);
});

test("a gap leaves frames out, a repeat sends them twice, a reorder swaps two", () => {
  const provider = start();
  const head = () => required(provider.frames("live").at(-1), "a frame").frame;
  const before = head();
  const from = provider.texts.length;
  provider.provider.chaos({ fault: "gap", producer: "live", count: 2 });
  provider.run(6000);
  expect(required(provider.frames("live", from)[0], "a frame").frame).toBe(before + 3);
  expect(numbersAfter("repeat", { count: 2 }).slice(0, 4)).toEqual([0, 0, 1, 1]);
  expect(numbersAfter("reorder").slice(0, 2)).toEqual([0, -1]);
});

test("a slow stream delays each frame, in order, and catches up when it ends", () => {
  expect(rising(numbersAfter("slow", { ms: 4000 }, 12_000))).toBe(true);
  const provider = start();
  provider.provider.chaos({ fault: "slow", producer: "live", ms: 4000 });
  provider.run(12_000);
  const sent = required(provider.frames("live").at(-1), "a frame").frame;
  expect(sent).toBe(provider.provider.describe().producers.find(({ id }) => id === "live")?.frame);
});

test("silence stops the producer's frames and no others; afterwards it says what it missed", () => {
  const provider = start();
  const from = provider.texts.length;
  provider.provider.chaos({ fault: "silence", producer: "live", ms: 8000 });
  provider.run(7500);
  expect(provider.frames("live", from)).toEqual([]);
  expect(provider.frames("pre", from).length).toBeGreaterThanOrEqual(7);
  provider.run(2000);
  expect(provider.frames("live", from).length).toBeGreaterThan(0);
  expect(provider.brokenChain("live")).toBeUndefined();
});

test("slow frames come late and in order", () => {
  const provider = start();
  const from = provider.texts.length;
  provider.provider.chaos({ fault: "slow", producer: "live", ms: 3000 });
  provider.run(1250);
  expect(provider.frames("live", from)).toEqual([]);
  provider.run(8000);
  expect(provider.brokenChain("live")).toBeUndefined();
});

test("skew moves the times, a bad signature is refused, a new epoch begins at frame 1 with a snapshot", () => {
  const provider = start();
  provider.provider.chaos({ fault: "skew", producer: "live", ms: 15_000 });
  provider.run(1250);
  expect(required(provider.frames("live").at(-1), "a frame").sent - provider.now).toBeGreaterThan(13_000);
  provider.provider.chaos({ fault: "skew", producer: "live", ms: 0 });
  const from = provider.texts.length;
  provider.provider.chaos({ fault: "bad_signature", producer: "live" });
  provider.run(3000);
  const key = publicKeyOf(provider.provider.publicKey);
  const bad = provider.texts.slice(from).filter(text => {
    const { signature, body } = required(splitFrame(text), "a frame");
    return !isSigned(body, signature, key);
  });
  expect(bad.length).toBe(1);
  const epoch = provider.texts.length;
  provider.provider.chaos({ fault: "new_epoch", producer: "live" });
  provider.run(500);
  const frames = provider.frames("live", epoch);
  expect(frames[0]?.frame).toBe(1);
  expect(
    frames.flatMap(({ messages }) => messages).some(one => one.type === "odds_change" && one.reason === "snapshot"),
  ).toBe(true);
});

/** The messages about a live match after a fault in it. */
function saidAfter(
  fault: EventFault,
  { ms, runMs = 60_000, live = true }: { ms?: number; runMs?: number; live?: boolean } = {},
) {
  const provider = start();
  const { event } = required(
    provider.provider.open().find(one => one.live === live),
    "an event",
  );
  const from = provider.texts.length;
  provider.provider.chaos(ms === undefined ? { fault, event: event.id } : { fault, event: event.id, ms });
  provider.run(runMs);
  return provider.messages(from).filter(one => "event" in one && one.event === event.id);
}
const states = (said: readonly Message[]) => said.flatMap(one => (one.type === "event_state" ? [one] : []));

test("a late stop is sent after the state that it belongs to", () => {
  const provider = start();
  const from = provider.now;
  provider.provider.chaos({ fault: "late_stop", producer: "live", ms: 1500 });
  provider.run(120_000);
  const stops = provider
    .frames("live")
    .flatMap(({ sent, messages }) =>
      messages.flatMap(one => (one.type === "bet_stop" && one.at > from ? [sent - one.at] : [])),
    );
  expect(stops.length).toBeGreaterThan(0);
  expect(Math.min(...stops)).toBeGreaterThanOrEqual(1500);
});

test("a match moved earlier says so and begins then; a postponed one ends its betting", () => {
  const moved = saidAfter("start_earlier", { live: false, ms: 400_000, runMs: 500 });
  expect(moved[0]?.type).toBe("fixture_change");
  const postponed = saidAfter("postponed", { live: false, runMs: 500 });
  expect(postponed.map(({ type }) => type)).toEqual(["bet_stop", "event_state"]);
  expect(states(postponed)[0]?.status).toBe("postponed");
});

test("an abandoned match settles what is decided and cancels the rest", () => {
  const said = saidAfter("abandoned", { runMs: 2000 });
  expect(states(said)[0]?.status).toBe("abandoned");
  const cancelled = said.flatMap(one =>
    one.type === "bet_cancel" ? one.markets.map(({ id, spec }) => `${id}?${spec}`) : [],
  );
  const settled = said.flatMap(one =>
    one.type === "bet_settlement" ? one.markets.map(({ id, spec }) => `${id}?${spec}`) : [],
  );
  expect(cancelled).toContain("1x2?");
  expect(cancelled.filter(name => settled.includes(name))).toEqual([]);
  expect(said.filter(one => one.type === "odds_change")).toEqual([]);
});

test("VAR takes a goal back: the score rises and falls, and betting is stopped throughout", () => {
  const said = saidAfter("var", { runMs: 20_000 });
  expect(said[0]?.type).toBe("bet_stop");
  const incidents = states(said).at(-1)?.incidents ?? [];
  expect(incidents.filter(({ id, cancelled }) => id.startsWith("v") && cancelled).length).toBe(1);
  expect(incidents.some(({ kind }) => kind === "var_end")).toBe(true);
});

test("a wrong result is confirmed, rolled back and corrected", () => {
  const said = saidAfter("wrong_result", { runMs: 450_000 });
  const results = said.flatMap(one =>
    one.type === "bet_settlement" && one.certainty === 2 ? one.markets.filter(({ id }) => id === "1x2") : [],
  );
  const winners = results.map(({ outcomes }) => outcomes.find(({ result }) => result === 1)?.id);
  expect(winners.length).toBe(2);
  expect(winners[0]).not.toBe(winners[1]);
  expect(said.filter(({ type }) => type === "rollback_bet_settlement").length).toBe(1);
});

test("a rollback alone, and a cancelled window with its rollback", () => {
  expect(saidAfter("rollback", { runMs: 500 }).some(({ type }) => type === "rollback_bet_settlement")).toBe(true);
  const said = saidAfter("cancel_window", { ms: 2000, runMs: 4000 });
  const cancel = required(
    said.find(one => one.type === "bet_cancel"),
    "a cancel",
  );
  const back = required(
    said.find(one => one.type === "rollback_bet_cancel"),
    "its rollback",
  );
  expect([cancel.from, cancel.to]).toEqual([back.from, back.to]);
  expect(Number(cancel.to) - Number(cancel.from)).toBe(60_000);
});

test("absurd prices and halves with the numbers of the match are followed by the true ones", () => {
  const provider = start();
  provider.run(20_000);
  for (const fault of ["absurd_price", "half_for_full"] as const) {
    const { event } = required(
      provider.provider.open().find(one => !one.live && one.event.start > provider.now + 60_000),
      "an event",
    );
    const from = provider.texts.length;
    provider.provider.chaos({ fault, event: event.id });
    provider.run(1000);
    const odds = provider
      .messages(from)
      .flatMap(one => (one.type === "odds_change" && one.event === event.id ? [one] : []));
    expect(odds[0]?.reason).toBe("fault");
    if (fault === "absurd_price") expect(odds[0]?.markets[0]?.outcomes.every(({ price }) => price === "50")).toBe(true);
    else expect(odds[0]?.markets[0]?.spec).toBe("half=1");
  }
});

test("faults that do not fit the match are refused", () => {
  const provider = start();
  const { event } = required(
    provider.provider.open().find(({ live }) => live),
    "an event",
  );
  for (const fault of ["retired", "dead_heat", "postponed", "start_earlier"] as const) {
    expect(() => provider.provider.chaos({ fault, event: event.id }), fault).toThrow();
  }
  expect(() => provider.provider.chaos({ fault: "var", event: "m:none:1:1:1" })).toThrow(/no open event/);
});
