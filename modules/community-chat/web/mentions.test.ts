import { expect, test } from "vitest";
import { mentioned, mentions } from "./mentions.ts";

test("a mention is put at the end of the draft, once", () => {
  expect(mentioned("", "Oleg")).toBe("@Oleg ");
  expect(mentioned("well played", "Oleg")).toBe("well played @Oleg ");
  expect(mentioned("@Oleg hi", "Oleg")).toBe("@Oleg hi");
});

test.each([
  ["@oleg how many mines?", "Oleg", true],
  ["thanks @Oleg", "Oleg", true],
  ["thanks @Oleg!", "Oleg", true],
  ["@Oleg1984 hi, and @oleg", "Oleg", true],
  ["@Oleg1984 hi", "Oleg", false],
  ["Oleg", "Oleg", false],
  ["@Oleg", null, false],
  ["@Лёва, привет", "Лёва", true],
] as const)("%j mentions %s: %s", (text, name, expected) => {
  expect(mentions(text, name)).toBe(expected);
});
