import { expect, test } from "vitest";
import { toHex } from "#kit/std/bytes.ts";
import { seededRandom } from "./seeded-random.ts";

test("the same seed gives the same bytes, however they are requested; another seed gives others", () => {
  const whole = toHex(seededRandom("alice").bytes(100));
  const parts = seededRandom("alice");
  expect(toHex(parts.bytes(1)) + toHex(parts.bytes(40)) + toHex(parts.bytes(59))).toBe(whole);
  expect(toHex(seededRandom("bob").bytes(100))).not.toBe(whole);
});
