import { expect, test } from "vitest";
import { languageNames, textsInCode } from "./language-names.ts";
import { readSources } from "./source.ts";

test("no code outside kit/i18n and kit/money decides by the name of a language or lists the languages", () => {
  const sources = readSources();
  const found = sources.filter(source => languageNames(source).length > 0).map(({ path }) => path);
  expect(found).toEqual([...textsInCode].sort());
});

test.each([
  ['const mark = language === "en" ? "." : ",";', "compares with a language"],
  ['if ("kz" !== pageLocale()) act();', "compares with a language"],
  ['switch (locale) { case "ru": act(); }', "switches by language"],
  ['const texts = { en: "Yes", ru: "Да" };', "has an entry per language"],
  ['const all = ["ru", "en", "kz"];', "lists the languages"],
  ['export type Any = "en" | "kk";', "lists the languages"],
  ["const prefix = /^\\/(ru|en|kz)/;", "lists the languages"],
])("%s is found", (text, what) => {
  expect(languageNames({ path: "modules/wallet/web/a.ts", text })).toEqual([expect.stringContaining(what)]);
  expect(languageNames({ path: "kit/i18n/a.ts", text })).toEqual([]);
});

test.each(['const isKazakhstan = region === "kz";', 'const phone = { ru: "+7", kz: "+7" };', 'const zone = "en";'])(
  "%s is allowed",
  text => {
    expect(languageNames({ path: "modules/wallet/web/a.ts", text })).toEqual([]);
  },
);
