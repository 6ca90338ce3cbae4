import { expect, test } from "vitest";
import { createEpochMemory } from "./epoch-memory.ts";

const sentence = (from: number, to: number) =>
  `The epoch of crash went back from ${from} on timeline 1 to ${to} on timeline 2: the database was restored to an older moment. All nodes stop; restart them once these data are the right ones.`;

test.each(["take", "list"] as const)("%s: an epoch that rises, stays or belongs to other rounds is right", see => {
  const memory = createEpochMemory();
  expect(memory[see]("crash", 41n, 1)).toBeUndefined();
  expect(memory[see]("crash", 41n, 2)).toBeUndefined();
  expect(memory[see]("crash", 42n, 2)).toBeUndefined();
  expect(memory[see]("rooms", 3n, 2)).toBeUndefined();
});

test.each([
  ["taken after a higher one", "take", "take"],
  ["taken after a higher one of the directory", "list", "take"],
  ["of the directory after a higher one of the directory", "list", "list"],
] as const)("one that is %s is a database of an older moment, each time it is seen", (_, first, then) => {
  const memory = createEpochMemory();
  memory[first]("crash", 41n, 1);
  memory.ask("crash");
  for (const epoch of [12, 40]) expect(memory[then]("crash", BigInt(epoch), 2)).toBe(sentence(41, epoch));
});

test("a directory that has not learned of a new leader yet, or keeps the row of a killed one, is right", () => {
  const memory = createEpochMemory();
  expect(memory.list("crash", 1n, 1)).toBeUndefined();
  expect(memory.take("crash", 2n, 1)).toBeUndefined();
  expect(memory.list("crash", 1n, 1)).toBeUndefined();
  expect(memory.list("crash", 2n, 1)).toBeUndefined();
});

test("an epoch whose confirmation came after a later leader was listed is right", () => {
  const memory = createEpochMemory();
  memory.list("crash", 2n, 1);
  memory.ask("crash");
  memory.list("crash", 4n, 1);
  expect(memory.take("crash", 3n, 1)).toBeUndefined();
  expect(memory.list("crash", 4n, 1)).toBeUndefined();
  memory.ask("crash");
  expect(memory.take("crash", 2n, 2)).toBe(sentence(3, 2));
});
