import { expect, test } from "vitest";
import { headerLanguageOf } from "./locale.ts";

test.each([
  ["br", "pt-BR"],
  ["kz", "kk"],
  ["kk", "kk"],
  ["ru", "ru"],
  ["en", "en"],
])("the Accept-Language header for %s is %s", (locale, language) => {
  expect(headerLanguageOf(locale)).toBe(language);
});
