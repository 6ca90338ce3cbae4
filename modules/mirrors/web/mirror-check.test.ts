import { expect, onTestFinished, test, vi } from "vitest";
import { manualClock } from "#kit/testing/manual-clock.ts";
import { ApiError } from "#kit/web/api-error.ts";
import { type CheckPage, probeImage, startMirrorCheck } from "./mirror-check.ts";

function opened(changes: Partial<CheckPage> = {}) {
  const clock = manualClock(0);
  const sent: { at: number; results: object }[] = [];
  const asked: number[] = [];
  const logged: unknown[] = [];
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
    log: (message, failure) => void logged.push(message, failure),
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
  let failure: Error | undefined = new ApiError(503, { message: "The service is busy.", code: "unavailable" });
  const body = { message: "The service is busy.", code: "unavailable", errors: {}, data: {} };
  const check = opened({
    domains: async () => {
      if (failure) throw failure;
      return ["a.example"];
    },
  });
  await check.clock.advance(10_000);
  expect(check.logged).toEqual(["the mirror check failed", { status: 503, body }]);
  failure = new TypeError("no network");
  await check.clock.advance(300_000);
  expect(check.logged.slice(2)).toEqual(["the mirror check failed", failure]);
  failure = undefined;
  await check.clock.advance(300_000);
  expect(check.sent).toHaveLength(1);
});

test("an image has 7 s where nothing else is said, and counts as soon as it is there", async () => {
  vi.useFakeTimers();
  const images: { src: string; onload: (() => void) | null }[] = [];
  vi.stubGlobal("location", { protocol: "https:" });
  vi.stubGlobal(
    "Image",
    class {
      src = "";
      onload: (() => void) | null = null;
      onerror: (() => void) | null = null;
      constructor() {
        images.push(this);
      }
    },
  );
  onTestFinished(() => {
    vi.unstubAllGlobals();
    vi.useRealTimers();
  });
  const results: (number | null)[] = [];
  void probeImage("silent.example").then(result => results.push(result));
  await vi.advanceTimersByTimeAsync(6_999);
  expect(results).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(results).toEqual([null]);
  const timed = probeImage("quick.example");
  await vi.advanceTimersByTimeAsync(40);
  images[1]?.onload?.();
  expect([await timed, images[1]?.src]).toEqual([40, expect.stringMatching(/^https:\/\/quick\.example\/pixel\.gif\?/)]);
});
