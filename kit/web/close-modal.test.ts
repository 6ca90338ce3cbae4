import { NavigationType } from "react-router";
import { expect, test } from "vitest";
import { ModalSteps } from "./close-modal.ts";

/** The steps after entries by address, each with the way that led to it. Their keys are their places here. */
function stepsAfter(first: string, ...rest: readonly (readonly [by: NavigationType, address: string])[]) {
  const entryAt = (address: string, key: number) => {
    const { pathname, search } = new URL(address, "http://fairhouse.test");
    return { key: `${key}`, pathname, search };
  };
  const entries = [first, ...rest.map(([, address]) => address)].map(entryAt);
  const [begin = entryAt(first, 0)] = entries;
  const steps = new ModalSteps(begin);
  entries.slice(1).forEach((entry, at) => {
    steps.moved(entry, rest[at]?.[0] ?? NavigationType.Pop);
  });
  return (at: number) => steps.back(entries[at] ?? begin);
}
const { Pop, Push, Replace } = NavigationType;

test("a modal that a link has opened is closed by a step back, one that it has opened by another", () => {
  const back = stepsAfter("/ru", [Push, "/ru?withdraw"], [Replace, "/ru?deposit"], [Push, "/ru?exchange"]);
  expect([0, 1, 2, 3].map(back)).toEqual([undefined, 1, 1, 2]);
});

test("a modal that came without a step, or with its page, is removed in place", () => {
  expect(stepsAfter("/ru", [Replace, "/ru?deposit"])(1)).toBe(undefined);
  expect(stepsAfter("/ru", [Push, "/ru/games?deposit"])(1)).toBe(undefined);
  expect(stepsAfter("/ru?deposit", [Pop, "/ru?deposit"], [Push, "/ru?withdraw"])(2)).toBe(undefined);
});
