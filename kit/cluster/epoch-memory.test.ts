import { expect, test } from "vitest";
import { createEpochMemory } from "./epoch-memory.ts";

test("an epoch that rises, stays or belongs to other rounds is right, on a new timeline too", () => {
  const memory = createEpochMemory();
  expect(memory.see("crash", 41n, 1)).toBeUndefined();
  expect(memory.see("crash", 41n, 2)).toBeUndefined();
  expect(memory.see("crash", 42n, 2)).toBeUndefined();
  expect(memory.see("rooms", 3n, 2)).toBeUndefined();
});

test("a smaller one is a database of an older moment, each time it is seen", () => {
  const memory = createEpochMemory();
  memory.see("crash", 41n, 1);
  for (const epoch of [12n, 40n])
    expect(memory.see("crash", epoch, 2)).toBe(
      `The epoch of crash went back from 41 on timeline 1 to ${epoch} on timeline 2: the database was restored to an older moment. All nodes stop; restart them once these data are the right ones.`,
    );
});
