import { expect, test } from "vitest";
import { forgetEntry, rememberEntry, sinceEntry } from "./entry.ts";

function window() {
  const stored = new Map<string, string>();
  return {
    getItem: (name: string) => stored.get(name) ?? null,
    setItem: (name: string, value: string) => void stored.set(name, value),
    removeItem: (name: string) => void stored.delete(name),
  };
}

test("a sign-in is remembered across a reload for a minute, and cleared on logout", () => {
  const stored = window();
  expect(sinceEntry(1_000, stored)).toBeNull();
  rememberEntry(1_000, stored);
  expect(sinceEntry(1_000, stored)).toBe(0);
  expect(sinceEntry(18_000, stored)).toBe(17_000);
  expect(sinceEntry(61_000, stored)).toBeNull();
  // A clock that was set back is ignored.
  expect(sinceEntry(999, stored)).toBeNull();
  forgetEntry(stored);
  expect(sinceEntry(2_000, stored)).toBeNull();
});
