import { expect, test } from "vitest";
import { celebratedOn } from "./birthday.ts";

test.each([
  ["2026-11-28", ["11-28"]],
  ["2026-02-28", ["02-28", "02-29"]],
  ["2028-02-28", ["02-28"]],
  ["2028-02-29", ["02-29"]],
  ["2100-02-28", ["02-28", "02-29"]],
])("birthdays of %s are %j", (day, days) => {
  expect(celebratedOn(day)).toEqual(days);
});
