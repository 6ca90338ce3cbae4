import { expect, test } from "vitest";
import type { Uuid } from "./brand.ts";
import { timeOfUuid7, uuid7 } from "./uuid7.ts";

test("a UUID of version 7 states its time and sorts by it", () => {
  // The example of RFC 9562, appendix A.6.
  const example = "017f22e2-79b0-7cc3-98c4-dc0c0c07398f" as Uuid;
  const random = Uint8Array.from("017f22e279b07cc398c4dc0c0c07398f".match(/../g) ?? [], hex =>
    Number.parseInt(hex, 16),
  );
  expect(uuid7(Date.UTC(2022, 1, 22, 19, 22, 22), random)).toBe(example);
  expect(timeOfUuid7(example)).toBe(Date.UTC(2022, 1, 22, 19, 22, 22));
  const zeros = new Uint8Array(16);
  const ones = new Uint8Array(16).fill(255);
  expect(uuid7(1_000, ones) < uuid7(1_001, zeros)).toBe(true);
});

test("a UUID of another version states no time", () => {
  expect(timeOfUuid7("3f2b8d3e-1111-4222-8333-444455556666" as Uuid)).toBeUndefined();
});
