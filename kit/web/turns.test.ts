import { expect, test } from "vitest";
import { createTurns } from "./turns.ts";

test("answers are shown in the order in which they were asked for; an older one that comes late is not", () => {
  const turns = createTurns();
  const [first, second, third] = [turns.take(), turns.take(), turns.take()];
  expect([first(), third(), second()]).toEqual([true, true, false]);
});

test("what is known without asking makes old what was asked before it", () => {
  const turns = createTurns();
  const before = turns.take();
  expect(turns.take()()).toBe(true);
  expect(before()).toBe(false);
  expect(turns.take()()).toBe(true);
});
