import { expect, test } from "vitest";
import { adultFrom, parseBirthDate } from "./age.ts";

test.each([
  ["2008-11-21", "2026-11-21"],
  ["2008-02-29", "2026-03-01"],
  ["1990-12-31", "2008-12-31"],
])("a person born on %s is of age from %s", (born, from) => {
  const date = parseBirthDate(born);
  expect(date && adultFrom(date).toISOString().slice(0, 10)).toBe(from);
});

test.each(["2008-02-30", "1899-01-01", "21.11.2008", "2008-1-1", "2008-13-01", ""])("%j is no birth date", text => {
  expect(parseBirthDate(text)).toBeUndefined();
});
