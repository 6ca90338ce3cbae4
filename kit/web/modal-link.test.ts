import { NavigationType } from "react-router";
import { expect, test } from "vitest";
import { keepsUnderModals, ModalSteps, pressedModal } from "./modal-link.ts";

const asks = (from: string, to: string) =>
  keepsUnderModals({
    currentUrl: new URL(from, "http://fairhouse.test"),
    nextUrl: new URL(to, "http://fairhouse.test"),
    defaultShouldRevalidate: true,
  });

test("opening a modal over a page reloads none of its data", () => {
  expect(asks("/ru", "/ru?signup")).toBe(false);
  expect(asks("/ru?utm_source=a", "/ru?signup&utm_source=a")).toBe(false);
  expect(asks("/ru?login", "/ru?signup")).toBe(false);
});

test("closing a modal, another page and another query reload the data", () => {
  expect(asks("/ru?login", "/ru")).toBe(true);
  expect(asks("/ru", "/ru/games?signup")).toBe(true);
  expect(asks("/ru", "/ru?signup&utm_source=a")).toBe(true);
  expect(asks("/ru?signup", "/ru?signup")).toBe(true);
});

const page = new URL("http://fairhouse.test/ru");
/** A click on an element inside this link. */
const press = (href: string | null, defaultPrevented = true) =>
  pressedModal(
    {
      defaultPrevented,
      target: Object.assign(new EventTarget(), { closest: () => href && new URL(href, page) }),
    },
    page,
  );

test.each([
  ["/ru?signup", "signup"],
  ["/ru?deposit&page=2", "deposit"],
  ["/ru?page=2", null],
  ["/ru/games?signup", null],
  ["https://other.test/ru?signup", null],
  [null, null],
])("a press of a link to %s opens %s over this page before the address changes", (href, modal) => {
  expect(press(href)).toBe(modal);
});

test("a press that the router leaves to the browser opens nothing", () => {
  expect(press("/ru?signup", false)).toBe(null);
});

/** The steps after entries by address, each with the way that led to it. Their keys are their places here. */
function stepsAfter(first: string, ...rest: readonly (readonly [by: NavigationType, address: string])[]) {
  const entryAt = (address: string, key: number) => {
    const { pathname, search } = new URL(address, page);
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
