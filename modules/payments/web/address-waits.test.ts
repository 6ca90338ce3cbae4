import { expect, test } from "vitest";
import { addressWaits } from "./address-waits.ts";

const usableFrom = "2026-11-24T12:00:00Z";

test("a saved address waits until its time has come, and only while the allow-list is on", () => {
  const at = Date.parse(usableFrom);
  expect(addressWaits(usableFrom, true, at - 1)).toBe(true);
  expect(addressWaits(usableFrom, true, at)).toBe(false);
  expect(addressWaits(usableFrom, false, at - 1)).toBe(false);
});
