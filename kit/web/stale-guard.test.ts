import { expect, test } from "vitest";
import { createStaleGuard } from "./stale-guard.ts";

test("responses are shown in the order of their requests; an older one that arrives late is not", () => {
  const staleGuard = createStaleGuard();
  const [first, second, third] = [staleGuard.start(), staleGuard.start(), staleGuard.start()];
  expect([first(), third(), second()]).toEqual([true, true, false]);
});

test("a local update makes earlier requests stale", () => {
  const staleGuard = createStaleGuard();
  const before = staleGuard.start();
  expect(staleGuard.start()()).toBe(true);
  expect(before()).toBe(false);
  expect(staleGuard.start()()).toBe(true);
});
