import { expect, test } from "vitest";
import { openDemo } from "./demo.ts";

test("each demo bet has its own draws, and they differ between pages", () => {
  const counting = (count: number) => Uint8Array.from({ length: count }, (_, index) => index);
  const seeds = openDemo("dice", counting);
  const words = Array.from({ length: 200 }, () => seeds.next().next());
  expect(new Set(words).size).toBe(200);
  const other = openDemo("dice", count => counting(count).reverse());
  expect(words).not.toContain(other.next().next());
});
