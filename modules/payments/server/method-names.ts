import { join } from "node:path";
import { readLocale } from "#kit/host/read-locale.ts";
import { type Locale, locales } from "#kit/i18n/locale.ts";
import english from "../methods/locale/en.json" with { type: "json" };

const texts = readLocale<Readonly<Record<string, string>>>(english, join(import.meta.dirname, "../methods/locale"));

/** A method's name in every language: of a provider's method, or a coin's; of a former method its name on the wire. */
export function methodName(hash: string): Readonly<Record<Locale, string>> {
  return Object.fromEntries(locales.map(locale => [locale, texts[locale][hash] ?? hash])) as Record<Locale, string>;
}
