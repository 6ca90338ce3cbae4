import { expect, test } from "vitest";
import { mayReload } from "./reload-guard.ts";

test("a lost chunk reloads the page once in ten seconds, to the millisecond", () => {
  const map = new Map<string, string>();
  const storage = {
    getItem: (key: string) => map.get(key) ?? null,
    setItem: (key: string, value: string) => void map.set(key, value),
  };
  expect(mayReload(storage, 1_000_000)).toBe(true);
  expect(mayReload(storage, 1_000_001)).toBe(false);
  expect(mayReload(storage, 1_009_999)).toBe(false);
  expect(mayReload(storage, 1_010_000)).toBe(true);
  expect(mayReload(storage, 1_010_001)).toBe(false);
});
