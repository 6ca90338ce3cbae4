import { expect, test } from "vitest";
import { keepsUnderModals, pressedModal } from "./modal-link.ts";

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
