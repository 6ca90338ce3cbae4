import { expect, test } from "vitest";
import { required } from "#kit/std/invariant.ts";
import { maskedPhone, maskPhone, nationalDigits, phoneCountries, showPhone } from "./phone.ts";

const country = (name: string) =>
  required(
    phoneCountries.find(each => each.name === name),
    name,
  );

test.each([
  ["ru", "", ""],
  ["ru", "9", "(9"],
  ["ru", "916", "(916"],
  ["ru", "9161", "(916) 1"],
  ["kz", "7071234567", "(707) 123 45 67"],
  ["by", "291234567", "(29) 123-45-67"],
  ["by", "29123456789", "(29) 123-45-67"],
])("%s: %s is shown as %s", (name, digits, shown) => {
  expect(maskPhone(country(name).mask, digits)).toBe(shown);
});

test.each([
  ["kz", "+7 707 123 45 67", "7071234567"],
  ["ru", "8 (916) 123-45-67", "9161234567"],
  ["kz", "77071234567", "7071234567"],
  // A number that itself begins with 7 or 8 stays unchanged.
  ["kz", "7471234567", "7471234567"],
  ["ru", "8001234567", "8001234567"],
  ["by", "+375 29 123-45-67", "291234567"],
  ["ru", "91612345678", "9161234567"],
  ["ru", "(916) 12", "91612"],
])("%s: %s gives the digits %s", (name, text, digits) => {
  expect(nationalDigits(country(name), text)).toBe(digits);
});

test("typing and deleting digit by digit never gets stuck on a bracket or a space", () => {
  for (const { mask } of phoneCountries) {
    const digits = mask.split("#").length - 1;
    for (let count = 1; count <= digits; count++) {
      const shown = maskPhone(mask, "1".repeat(count));
      expect(shown).toMatch(/1$/);
      expect(maskPhone(mask, shown.slice(0, -1))).toBe(maskPhone(mask, "1".repeat(count - 1)));
    }
  }
});

test("a masked number identifies the phone and reveals no more", () => {
  expect(maskedPhone("+77071234567")).toBe("+7 707 ••• •• 67");
  expect(maskedPhone("+375291234567")).toBe("+375 29 ••• •• 67");
});

test.each([
  ["+77071234567", "+7 (707) 123 45 67"],
  ["+79161234567", "+7 (916) 123 45 67"],
  ["+375291234567", "+375 (29) 123-45-67"],
  ["+4915112345678", "+4915112345678"],
  ["+7707123456", "+7707123456"],
])("%s is written %s", (phone, shown) => {
  expect(showPhone(phone)).toBe(shown);
});
