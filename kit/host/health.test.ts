import { expect, test } from "vitest";
import { afterOutcome, type Health, healthy } from "./health.ts";

const after = (outcomes: string, from: Health = healthy) =>
  [...outcomes].reduce((health, outcome) => afterOutcome(health, outcome === "+"), from);

test.each([
  ["--", true],
  ["---", false],
  ["-+-+--+", true],
  ["-+-+-+-+-+", false],
  ["+++++++-+-", true],
])("after %s a provider is up: %s", (outcomes, up) => expect(after(outcomes).up).toBe(up));

test("a hidden provider comes back after three successes in a row, not after one", () => {
  const hidden = after("---");
  expect(after("++", hidden).up).toBe(false);
  expect(after("++-++", hidden).up).toBe(false);
  expect(after("+++", hidden).up).toBe(true);
  expect(after("+++--", hidden).up).toBe(true);
});
