import { expect, test } from "vitest";
import { manualClock } from "#kit/testing/manual-clock.ts";
import { type CheckPage, startMirrorCheck } from "./mirror-check.ts";

function opened(changes: Partial<CheckPage> = {}) {
  const clock = manualClock(0);
  const sent: { at: number; results: object }[] = [];
  const asked: number[] = [];
  const logged: string[] = [];
  let last: number | null = null;
  const page: CheckPage = {
    now: clock.now,
    random: () => 0,
    after: clock.after,
    domains: async () => ["a.example", "b.example"],
    send: async results => void sent.push({ at: clock.now(), results }),
    probe: async (domain, timeoutMs) => {
      asked.push(timeoutMs);
      return domain === "a.example" ? 12 : null;
    },
    lastAt: () => last,
    remember: at => {
      last = at;
    },
    log: message => void logged.push(message),
    ...changes,
  };
  return { clock, sent, asked, logged, last: () => last, stop: startMirrorCheck(page) };
}

test.each([
  [0, 10_000],
  [0.5, 32_500],
  [0.99999, 55_000],
])(
  "with random value %d it starts after %d ms, repeats every five minutes and sends its results",
  async (chance, first) => {
    const check = opened({ random: () => chance });
    await check.clock.advance(first - 1);
    expect(check.sent).toEqual([]);
    await check.clock.advance(1);
    const results = { "a.example": 12, "b.example": null };
    expect(check.sent).toEqual([{ at: first, results }]);
    expect(check.asked).toEqual([4_000, 4_000]);
    expect(check.last()).toBe(first);
    await check.clock.advance(299_999);
    expect(check.sent).toHaveLength(1);
    await check.clock.advance(1);
    expect(check.sent).toHaveLength(2);
    check.stop();
    await check.clock.advance(1_000_000);
    expect(check.sent).toHaveLength(2);
  },
);

test("a page that opens a minute after another one checked waits for its turn", async () => {
  const check = opened({ lastAt: () => -60_000 });
  await check.clock.advance(239_999);
  expect(check.sent).toEqual([]);
  await check.clock.advance(1);
  expect(check.sent).toHaveLength(1);
});

test("a failure to load the list or to send results is only logged, and the check continues", async () => {
  let fail = true;
  const check = opened({
    domains: async () => {
      if (fail) throw new Error("503");
      return ["a.example"];
    },
  });
  await check.clock.advance(10_000);
  expect(check.logged).toEqual(["the mirror check failed"]);
  fail = false;
  await check.clock.advance(300_000);
  expect(check.sent).toHaveLength(1);
});
