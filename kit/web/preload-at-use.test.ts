import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { preloadAtUse } from "./preload-at-use.ts";

const waitMs = 6_000;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function begin() {
  const root = new EventTarget();
  let begun = 0;
  const stop = preloadAtUse(
    root,
    async () => {
      begun += 1;
      throw new Error("offline");
    },
    waitMs,
  );
  return { root, stop, begun: () => begun };
}

test.each(["pointermove", "touchstart", "scroll", "keydown"])(
  "the first %s anywhere begins the import, once; a failed one is ignored",
  async sign => {
    const { root, begun } = begin();
    expect(begun()).toBe(0);
    root.dispatchEvent(new Event(sign));
    root.dispatchEvent(new Event("touchstart"));
    await vi.advanceTimersByTimeAsync(waitMs);
    expect(begun()).toBe(1);
  },
);

test("without any it begins after the wait", async () => {
  const { begun } = begin();
  await vi.advanceTimersByTimeAsync(waitMs - 1);
  expect(begun()).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect(begun()).toBe(1);
});

test("nothing is imported after it was stopped", async () => {
  const { root, stop, begun } = begin();
  stop();
  root.dispatchEvent(new Event("touchstart"));
  await vi.advanceTimersByTimeAsync(waitMs);
  expect(begun()).toBe(0);
});
