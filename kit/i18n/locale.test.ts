import { expect, test } from "vitest";
import { headerLanguageOf } from "./locale.ts";

test.each([
  ["br", "pt-BR"],
  ["kz", "kk"],
  ["kk", "kk"],
  ["ru", "ru"],
  ["en", "en"],
])("the header Accept-Language says of %s: %s", (locale, language) => {
  expect(headerLanguageOf(locale)).toBe(language);
});
