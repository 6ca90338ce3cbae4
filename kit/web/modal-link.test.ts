import { expect, test } from "vitest";
import { keepsUnderModals } from "./modal-link.ts";

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
