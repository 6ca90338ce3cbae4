import { afterEach, expect, test, vi } from "vitest";
import { untilSo } from "./until-so.ts";

afterEach(() => vi.useRealTimers());

test("it waits for what comes, and ends without it when it is given up", async () => {
  vi.useFakeTimers();
  let [open, left] = [false, false];
  const waiting = untilSo(
    () => open,
    () => left,
  );
  let told: boolean | undefined;
  void waiting.then(so => {
    told = so;
  });
  await vi.advanceTimersByTimeAsync(5_000);
  expect(told).toBeUndefined();
  open = true;
  await vi.advanceTimersByTimeAsync(100);
  expect(told).toBe(true);
  left = true;
  expect(
    await untilSo(
      () => false,
      () => left,
    ),
  ).toBe(false);
  expect(vi.getTimerCount()).toBe(0);
});
