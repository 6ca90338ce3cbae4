import { expect, test } from "vitest";
import { readSignInState } from "./sign-in-state.ts";

test("an operator whose session has ended continues where they were", () => {
  const state = { to: "/payouts?state=all", hasEnded: true };
  expect(readSignInState(state)).toEqual(state);
});

test.each([
  null,
  undefined,
  "text",
  {},
  { to: 1 },
  { to: "https://evil.example/" },
  { to: "//evil.example/" },
  { to: "/\\evil.example" },
])("%j leads to the first page", state => {
  expect(readSignInState(state)).toEqual({ to: "/", hasEnded: false });
});
