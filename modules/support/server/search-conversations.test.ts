import { expect, test } from "vitest";
import { searchTerms } from "./search-conversations.ts";

test.each([
  ["Вывод  500", "вывод:* & 500:*"],
  ["қаржы, шығару!", "қаржы:* & шығару:*"],
  ["a' & !b | (c):* <-> \\", "a:* & b:* & c:*"],
  ["  ", undefined],
  ["&|!", undefined],
])("%s is asked as %s", (text, terms) => {
  expect(searchTerms(text)).toBe(terms);
});
