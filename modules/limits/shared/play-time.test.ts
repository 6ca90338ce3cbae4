import { describe, expect, test } from "vitest";
import fc from "#kit/testing/fast-check.ts";
import {
  acknowledge,
  checkDueAt,
  cutLease,
  isPlaying,
  leaseMs,
  neverPlayed,
  type PlayLimits,
  type PlayState,
  playedOn,
  renewLease,
  sessionBreakMs,
} from "./play-time.ts";

const minute = 60_000;
const day = 86_400_000;
const noon = 20_000 * day + day / 2;
const none: PlayLimits = { day: null, session: null, check: null };

function granted(state: PlayState, limits: PlayLimits, now: number): PlayState {
  const renewal = renewLease(state, limits, now);
  if (renewal.kind === "refused") throw new Error(`refused: ${renewal.refusal.reason}`);
  return renewal.state;
}

describe("alice plays", () => {
  test("by the minute: a stake within the minute requests no lease, the next minute is counted too", () => {
    const first = granted(neverPlayed, none, noon);
    expect(first).toMatchObject({ startedAt: noon, leaseUntil: noon + leaseMs, playedMs: leaseMs });
    expect(granted(first, none, noon + 59_999)).toBe(first);
    expect(granted(first, none, noon + 3 * minute)).toMatchObject({ startedAt: noon, playedMs: 2 * leaseMs });
  });

  test("after a quarter of an hour without a stake a new session begins", () => {
    const first = granted(neverPlayed, none, noon);
    const back = noon + leaseMs + sessionBreakMs;
    expect(isPlaying(first, back - 1)).toBe(true);
    expect(isPlaying(first, back)).toBe(false);
    expect(renewLease(first, none, back)).toMatchObject({ isNewSession: true, state: { startedAt: back } });
  });

  test("a daily limit ends her play to the millisecond, and midnight starts a new day", () => {
    const limits = { ...none, day: 2n };
    const once = granted(neverPlayed, limits, noon);
    const twice = granted(once, limits, noon + 30 * minute);
    const third = renewLease(twice, limits, noon + 32 * minute);
    const midnight = 20_001 * day;
    expect(third).toEqual({ kind: "refused", refusal: { reason: "play_time", of: "day", until: midnight } });
    expect(granted(twice, limits, midnight)).toMatchObject({ day: 20_001, playedMs: leaseMs });
  });

  test("a reality check waits for its answer, and is due again after the same time", () => {
    const limits = { ...none, check: 15n };
    let state = granted(neverPlayed, limits, noon);
    for (let at = 1; at < 15; at++) state = granted(state, limits, noon + at * minute);
    const due = noon + 15 * minute;
    expect(checkDueAt(state, limits)).toBe(due);
    expect(renewLease(state, limits, due)).toEqual({ kind: "refused", refusal: { reason: "reality_check" } });
    const seen = acknowledge(state, due + 5000);
    expect(granted(seen, limits, due + 5000)).toMatchObject({ startedAt: noon });
    expect(checkDueAt(seen, limits)).toBe(due + 5000 + 15 * minute);
  });

  test("a session limit requires a break of a quarter of an hour", () => {
    const limits = { ...none, session: 1n };
    const state = granted(neverPlayed, limits, noon);
    const until = noon + minute + sessionBreakMs;
    const over = { kind: "refused", refusal: { reason: "play_time", of: "session", until } };
    expect(renewLease(state, limits, noon + minute)).toEqual(over);
    expect(renewLease(state, limits, until - 1)).toEqual(over);
    expect(renewLease(state, limits, until).kind).toBe("granted");
  });

  test("a tighter limit withdraws the rest of the minute", () => {
    const state = granted(neverPlayed, none, noon);
    expect(cutLease(state, noon + 10_000)).toMatchObject({ leaseUntil: noon + 10_000, playedMs: 10_000 });
    expect(cutLease(state, noon + 90_000)).toBe(state);
  });
});

test("for any sequence of requests, no player plays longer in a day than their limit, nor past a check", () => {
  const steps = fc.array(
    fc.record({ wait: fc.integer({ min: 0, max: 20 * minute }), see: fc.boolean(), cut: fc.boolean() }),
    { maxLength: 60 },
  );
  const minutes = fc.option(fc.bigInt(1n, 90n), { nil: null });
  fc.assert(
    fc.property(steps, minutes, minutes, minutes, (all, dayLimit, session, check) => {
      const limits: PlayLimits = { day: dayLimit, session, check };
      let state = neverPlayed;
      let now = noon;
      for (const { wait, see, cut } of all) {
        now += wait;
        if (see) state = acknowledge(state, now);
        if (cut) state = cutLease(state, now);
        const renewal = renewLease(state, limits, now);
        if (renewal.kind === "refused") continue;
        state = renewal.state;
        const until = state.leaseUntil ?? 0;
        expect(until).toBeGreaterThan(now);
        expect(Math.floor((until - 1) / day)).toBe(Math.floor(now / day));
        if (dayLimit !== null) expect(playedOn(state, now)).toBeLessThanOrEqual(Number(dayLimit) * minute);
        if (session !== null) expect(until - (state.startedAt ?? 0)).toBeLessThanOrEqual(Number(session) * minute);
        const due = checkDueAt(state, limits);
        if (due !== null) expect(until).toBeLessThanOrEqual(due);
      }
    }),
    { numRuns: 300 },
  );
});
