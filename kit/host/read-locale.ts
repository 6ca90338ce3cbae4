import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { defaultLocale, type Locale, locales } from "#kit/i18n/locale.ts";

/**
 * The texts of a folder `locale/<name>` that only the server reads: one `{language}.json` each, where a language without a file
 * has the English texts. Throws where the English file is missing.
 */
export function readLocale<T>(folder: string): Readonly<Record<Locale, T>> {
  const read = (locale: Locale): T => {
    const file = join(folder, `${locale}.json`);
    return JSON.parse(readFileSync(existsSync(file) ? file : join(folder, `${defaultLocale}.json`), "utf8"));
  };
  return Object.fromEntries(locales.map(locale => [locale, read(locale)])) as Record<Locale, T>;
}
