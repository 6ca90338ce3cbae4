import { expect, test } from "vitest";
import { type Micros, micros } from "#kit/money/amount.ts";
import { creditable, mayReserve } from "./deposit-headroom.ts";

const day = (limit: bigint | null, credited: bigint, reserved: bigint) => ({
  limit: limit as Micros | null,
  credited: micros(credited),
  reserved: micros(reserved),
});

test("an invoice is opened while open invoices and deposits fit the limit, to the last unit", () => {
  expect(mayReserve(day(100n, 30n, 20n), micros(50n))).toBe(true);
  expect(mayReserve(day(100n, 30n, 20n), micros(51n))).toBe(false);
  expect(mayReserve(day(0n, 0n, 0n), micros(1n))).toBe(false);
  expect(mayReserve(day(null, 30n, 20n), micros(51n))).toBe(true);
});

test.each([
  ["no limit", day(null, 900n, 900n), 0n, 500n, 500n],
  ["its own sum, whatever else is open", day(100n, 0n, 60n), 40n, 40n, 40n],
  ["more than its sum takes only what nobody reserved", day(100n, 0n, 50n), 40n, 70n, 50n],
  ["one that has ended takes only what nobody reserved", day(100n, 0n, 80n), 0n, 40n, 20n],
  ["a limit that was tightened since cuts what was reserved", day(30n, 20n, 0n), 40n, 40n, 10n],
  ["others who were there first do not lose what is left to one who reserved", day(50n, 0n, 80n), 40n, 40n, 40n],
  ["nothing is left", day(100n, 100n, 0n), 40n, 40n, 0n],
  ["more than the limit came before it was set", day(100n, 300n, 0n), 40n, 40n, 0n],
])("what is credited: %s", (_what, at, own, amount, credited) => {
  expect(creditable(at, micros(own), micros(amount))).toBe(credited);
});
