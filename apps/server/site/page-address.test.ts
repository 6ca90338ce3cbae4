import { expect, test } from "vitest";
import { pageAddress } from "./page-address.ts";

test("every request target is a path of this host", () => {
  const origin = "https://fairhouse.test";
  for (const asked of [
    "/",
    "//",
    "///",
    "//evil.example",
    "//evil.example/ru",
    "/\\\\evil.example",
    "http://evil.example/ru",
    "*",
    "",
  ])
    expect(pageAddress(origin, asked).origin).toBe(origin);
  expect(pageAddress(origin, "/ru/games?modal=login").href).toBe(`${origin}/ru/games?modal=login`);
  expect(pageAddress(origin, "//evil.example/ru").pathname).toBe("//evil.example/ru");
});
