import { globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type Locale, locales } from "#kit/i18n/locale.ts";
import type { Texts } from "#kit/i18n/translate.ts";

/** Texts of the site in one language: `accounts:login.title` and the text of this release. */
export type SiteTexts = ReadonlyMap<string, string>;

const root = join(import.meta.dirname, "../..");
let read: ReadonlyMap<Locale, SiteTexts> | undefined;

/** The texts of this release as `apps/site/texts.ts` loads them; read once. */
export function siteTexts(locale: Locale): SiteTexts {
  read ??= new Map(locales.map(each => [each, readTexts(each)]));
  return read.get(locale) ?? new Map();
}

function readTexts(locale: Locale): SiteTexts {
  const files = globSync(`modules/**/locale/${locale}.json`, { cwd: root }).map(
    file => [basename(dirname(dirname(file))), file] as const,
  );
  const all = [["common", `kit/i18n/locale/${locale}.json`] as const, ...files].toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  return new Map(
    all.flatMap(([name, file]) => flat(JSON.parse(readFileSync(join(root, file), "utf8")) as Texts, `${name}:`)),
  );
}

function flat(texts: Texts, prefix: string): readonly (readonly [string, string])[] {
  return Object.entries(texts).flatMap(([key, value]) =>
    typeof value === "string" ? [[`${prefix}${key}`, value] as const] : flat(value, `${prefix}${key}.`),
  );
}
