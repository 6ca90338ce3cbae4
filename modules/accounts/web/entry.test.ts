import { expect, test } from "vitest";
import { forgetEntry, rememberEntry, sinceEntry } from "./entry.ts";

function window() {
  const kept = new Map<string, string>();
  return {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem: (name: string, value: string) => void kept.set(name, value),
    removeItem: (name: string) => void kept.delete(name),
  };
}

test("who came in is remembered over a page that is loaded anew, for a minute, and forgotten when he leaves", () => {
  const kept = window();
  expect(sinceEntry(1_000, kept)).toBeNull();
  rememberEntry(1_000, kept);
  expect(sinceEntry(1_000, kept)).toBe(0);
  expect(sinceEntry(18_000, kept)).toBe(17_000);
  expect(sinceEntry(61_000, kept)).toBeNull();
  // A clock that was set back says nothing.
  expect(sinceEntry(999, kept)).toBeNull();
  forgetEntry(kept);
  expect(sinceEntry(2_000, kept)).toBeNull();
});
