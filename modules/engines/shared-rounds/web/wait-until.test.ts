import { afterEach, expect, test, vi } from "vitest";
import { waitUntil } from "./wait-until.ts";

afterEach(() => vi.useRealTimers());

test("resolves true once the condition holds, false when it is cancelled", async () => {
  vi.useFakeTimers();
  let [open, left] = [false, false];
  const waiting = waitUntil(
    () => open,
    () => left,
  );
  let notified: boolean | undefined;
  void waiting.then(met => {
    notified = met;
  });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(notified).toBeUndefined();
  open = true;
  await vi.advanceTimersByTimeAsync(100);
  expect(notified).toBe(true);
  left = true;
  expect(
    await waitUntil(
      () => false,
      () => left,
    ),
  ).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});
