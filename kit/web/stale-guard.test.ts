import { expect, test } from "vitest";
import { createStaleGuard } from "./stale-guard.ts";

test("answers are shown in the order in which they were asked for; an older one that comes late is not", () => {
  const staleGuard = createStaleGuard();
  const [first, second, third] = [staleGuard.start(), staleGuard.start(), staleGuard.start()];
  expect([first(), third(), second()]).toEqual([true, true, false]);
});

test("what is known without asking makes old what was asked before it", () => {
  const staleGuard = createStaleGuard();
  const before = staleGuard.start();
  expect(staleGuard.start()()).toBe(true);
  expect(before()).toBe(false);
  expect(staleGuard.start()()).toBe(true);
});
