import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defaultLocale, type Locale, locales } from "#kit/i18n/locale.ts";

/**
 * The texts of a folder `locale/<name>` that the server reads, typed by their English file: one `{language}.json` each, where a
 * language without a file has the English texts.
 */
export function readLocale<T>(english: T, folder: string): Readonly<Record<Locale, T>> {
  const read = (locale: Locale): T => {
    const file = join(folder, `${locale}.json`);
    return locale !== defaultLocale && existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : english;
  };
  return Object.fromEntries(locales.map(locale => [locale, read(locale)])) as Record<Locale, T>;
}
