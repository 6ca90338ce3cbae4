import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { root } from "./source.ts";

const languages = ["en", "ru", "kz"] as const;
const folders = [
  ...new Set(globSync("{kit,modules,apps}/**/locale/{,*/}en.json", { cwd: root }).map(file => dirname(file))),
];

type Texts = { readonly [key: string]: string | Texts };

function keysOf(texts: Texts, prefix = ""): readonly string[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === "string" ? [`${prefix}${key}`] : keysOf(value, `${prefix}${key}.`),
  );
}

const read = (folder: string, language: string) =>
  JSON.parse(readFileSync(join(root, folder, `${language}.json`), "utf8")) as Texts;

/** Plural forms differ from language to language (`_one`, `_few` ...): only the base key has to exist. */
const withoutPlural = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, "");

const wordsOf = (folder: string, language: string) => new Set(keysOf(read(folder, language)).map(withoutPlural));

test("there are texts to compare", () => {
  expect(folders.length).toBeGreaterThan(0);
});

test.each(folders)("%s says the same things in every language", folder => {
  const english = wordsOf(folder, "en");
  for (const language of languages) {
    expect(existsSync(join(root, folder, `${language}.json`))).toBe(true);
    const words = wordsOf(folder, language);
    expect({ language, missing: [...english].filter(key => !words.has(key)) }).toEqual({ language, missing: [] });
    expect({ language, extra: [...words].filter(key => !english.has(key)) }).toEqual({ language, extra: [] });
  }
});

test.each(folders)("%s leaves no text empty", folder => {
  const empty = (texts: Texts): boolean =>
    Object.values(texts).some(value => (typeof value === "string" ? value.trim() === "" : empty(value)));
  expect(languages.filter(language => empty(read(folder, language)))).toEqual([]);
});

/** The literal keys of `t("...")`; those put together at run time have their own tests. */
function usedKeys(text: string): readonly string[] {
  return [...text.matchAll(/\bt\(\s*"([^"]+)"/g)].flatMap(([, key]) => (key ? [key] : []));
}

test("every text that a page uses exists", () => {
  const all = new Set<string>();
  for (const folder of folders.filter(each => each.endsWith("locale"))) {
    const owner = folder.split("/").at(-2) ?? "";
    const namespace = owner === "i18n" ? "common" : owner;
    for (const key of wordsOf(folder, "en")) {
      all.add(key);
      all.add(`${namespace}:${key}`);
    }
  }
  const sources = globSync("{kit,modules,apps}/**/*.{ts,tsx}", { cwd: root }).filter(
    path => !/\.test\.tsx?$/.test(path),
  );
  const missing = sources.flatMap(path =>
    usedKeys(readFileSync(join(root, path), "utf8"))
      .filter(key => !all.has(withoutPlural(key)))
      .map(key => `${path}: ${key}`),
  );
  expect(missing).toEqual([]);
});

/** A word before these takes a case ending, which no value can have: "{{time}} дейін" is wrong for most times. */
const caseAfterValue = /\}\}? (?:дейін|дейінгі|бастап|кейін|бұрын|қарай)(?=[^а-яә-ө]|$)/iu;

test("no Kazakh text needs a case ending on a value", () => {
  const found = folders.flatMap(folder =>
    textsIn(read(folder, "kz"))
      .filter(text => caseAfterValue.test(text))
      .map(text => `${folder}: ${text}`),
  );
  expect(found).toEqual([]);
});

function textsIn(texts: Texts): readonly string[] {
  return Object.values(texts).flatMap(value => (typeof value === "string" ? [value] : textsIn(value)));
}
