import { expect, test } from "vitest";
import { playEarlyBettors } from "../testing/early-bettors.ts";
import { testSportsbook } from "../testing/test-sportsbook.ts";

/** `EARLY_EVENTS=2000` plays the large run. */
const events = Number(process.env.EARLY_EVENTS ?? 80);
const control = 30;
const timeout = 900_000;

test("bettors who see incidents up to 3 s early keep no bet on a decided outcome, at an old price or on what they saw", {
  timeout,
}, async () => {
  const sportsbook = await testSportsbook();
  try {
    const { accepted, open, ...wrong } = await playEarlyBettors(sportsbook, events, "early");
    expect(wrong).toEqual({ decided: [], outdated: [], informed: [] });
    expect(accepted).toBeGreaterThan(events / 2);
    expect(open).toBe(0);
    await sportsbook.expectBooks();
  } finally {
    await sportsbook.close();
  }
});

test("without the live delay the same bettors win by what they saw", { timeout }, async () => {
  const sportsbook = await testSportsbook({ liveDelay: false });
  try {
    const { informed, decided, outdated } = await playEarlyBettors(sportsbook, control, "early");
    expect(informed.length).toBeGreaterThan(control / 4);
    expect({ decided, outdated }).toEqual({ decided: [], outdated: [] });
  } finally {
    await sportsbook.close();
  }
});
