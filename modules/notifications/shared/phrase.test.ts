import { expect, test } from "vitest";
import { readPhrase } from "./phrase.ts";

test.each([
  ["blue otter", "blue otter"],
  ["  синяя   выдра ", "синяя выдра"],
  ["көк құндыз, 7!", "көк құндыз, 7!"],
])("%j is stored as %j", (text, phrase) => {
  expect(readPhrase(text)).toBe(phrase);
});

test.each([
  ["ab", "too short"],
  ["x".repeat(41), "too long"],
  ["", "empty"],
  ["   ", "only spaces"],
  ["line\nbreak", "a control character"],
  ["abc\u202Edef", "a right-to-left mark"],
  ["abc\u200Bdef", "a zero-width mark"],
  ["https://evil", "a link"],
  ["www.evil", "a link without a scheme"],
  ["go to evil.example", "a host name"],
  ["<b>bold</b>", "markup"],
])("%j is refused: %s", text => {
  expect(readPhrase(text)).toBeUndefined();
});
