import { expect, test } from "vitest";
import { isShown, noChoice, readChoice, withColumn } from "./column.ts";

const name = { id: "name", fixed: true };
const phone = { id: "phone" };
const locale = { id: "locale", extra: true };

test("a list begins with its usual columns", () => {
  expect([name, phone, locale].map(column => isShown(column, noChoice))).toEqual([true, true, false]);
});

test("a hidden column is shown again, and an extra one is hidden again", () => {
  const chosen = withColumn(withColumn(noChoice, phone, false), locale, true);
  expect([name, phone, locale].map(column => isShown(column, chosen))).toEqual([true, false, true]);
  expect(withColumn(withColumn(chosen, phone, true), locale, false)).toEqual(noChoice);
});

test("a fixed column stays, whatever was stored", () => {
  expect(isShown(name, { hidden: ["name"], shown: [] })).toBe(true);
});

test("a column that was chosen twice is stored once", () => {
  expect(withColumn(withColumn(noChoice, locale, true), locale, true)).toEqual({ hidden: [], shown: ["locale"] });
});

test.each([null, "", "{", "[]", "3", '"x"', '{"hidden":"phone","shown":[3]}'])("%j is no choice", text => {
  expect(readChoice(text)).toEqual(noChoice);
});

test("a stored choice is read", () => {
  expect(readChoice('{"hidden":["phone"],"shown":["locale"]}')).toEqual({ hidden: ["phone"], shown: ["locale"] });
});
