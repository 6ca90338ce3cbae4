import { expect, test } from "vitest";
import { codeAlphabet, codeLength, foldCode, shownCode } from "./promo-code.ts";

test.each([
  ["welcome 50", "WE1C0ME50"],
  ["WELC0ME-50", "WE1C0ME50"],
  ["wEIcome50", "WE1C0ME50"],
])("%s is compared as %s", (typed, folded) => {
  expect(foldCode(typed)).toBe(folded);
});

test.each([
  ["ВЕСНА50", "Cyrillic"],
  ["SPRІNG", "a Cyrillic letter among Latin ones"],
  ["SPRING\u200b", "a zero-width space"],
  ["SPR\u00adING", "a soft hyphen"],
  ["ＳＰＲＩＮＧ", "fullwidth letters"],
  ["SPRING\u202e", "a right-to-left mark"],
  ["SPRING\n", "a line break"],
  ["abc", "too short"],
  ["", "nothing"],
  ["A".repeat(65), "too long"],
])("%j is no code: %s", text => {
  expect(foldCode(text)).toBeUndefined();
});

test("codes of batches have 59 bits, and folding keeps them apart", () => {
  expect(Math.log2(codeAlphabet.length) * codeLength).toBeGreaterThan(59);
  expect(new Set([...codeAlphabet].map(letter => foldCode(letter.repeat(4)))).size).toBe(codeAlphabet.length);
  expect(shownCode("ABCDEFGHJKMN")).toBe("ABCD-EFGH-JKMN");
});
