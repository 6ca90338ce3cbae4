import { expect, test } from "vitest";
import { expiryOf, stateOf } from "./order-state.ts";

const day = (n: number) => new Date(Date.UTC(2026, 10, n));
const waiting = { readyAt: null, refusedAt: null, fetchedAt: null, releasedAt: null, isHeld: false, lifeDays: 1 };
const ready = { ...waiting, readyAt: day(1) };
const held = { ...ready, isHeld: true };

test.each([
  ["waiting", waiting, day(9)],
  ["refused", { ...waiting, refusedAt: day(1) }, day(1)],
  ["ready", ready, day(1)],
  ["expired", ready, day(2)],
  ["held", held, day(1)],
  ["expired", held, day(2)],
  ["fetched", { ...ready, fetchedAt: day(1) }, day(9)],
] as const)("a file is %s", (state, order, now) => {
  expect(stateOf(order, now.getTime())).toBe(state);
});

test("a file that was released on its last day can be fetched as long as one that was never held", () => {
  const released = { ...held, releasedAt: new Date(day(2).getTime() - 1) };
  expect(expiryOf(released)).toEqual(new Date(day(3).getTime() - 1));
  expect(stateOf(released, day(3).getTime() - 2)).toBe("ready");
  expect(stateOf(released, day(3).getTime() - 1)).toBe("expired");
});
