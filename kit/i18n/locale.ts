import { type LanguageData, languages } from "./languages.ts";

/** A language as paths and the cookie name it. Kazakh is `kz` there and `kk` in BCP 47. */
export type Locale = keyof typeof languages;

/** The BCP 47 tag of a locale. */
export type Language = (typeof languages)[Locale]["tag"];

/** For visitors without a preference that the site has. */
export const defaultLocale: Locale = "en";

export const locales = Object.keys(languages) as [Locale, ...Locale[]];

const byTag = new Map(locales.map(locale => [languages[locale].tag as string, locale]));

export const localeName = (locale: Locale): string => languages[locale].name;

export function isLocale(text: unknown): text is Locale {
  return typeof text === "string" && Object.hasOwn(languages, text);
}

/** The BCP 47 language of a locale: `<html lang>`, hreflang, Accept-Language. */
export function languageOf(locale: Locale): Language {
  return languages[locale].tag;
}

/** The locale of a BCP 47 language, or the default one. */
export function localeOfLanguage(language: string): Locale {
  return byTag.get(language) ?? defaultLocale;
}

/** The conventions of a language. */
export function languageData(language: Language): LanguageData {
  return languages[localeOfLanguage(language)];
}

/** The header Accept-Language for a locale or its language; `br` is one that the site has no pages in. */
export function headerLanguageOf(locale: string): string {
  if (locale === "br") return "pt-BR";
  return isLocale(locale) ? languageOf(locale) : locale;
}

/** The locale of a primary language subtag or of a path's prefix, in any case. */
function localeNamed(text: string): Locale | undefined {
  const name = text.toLowerCase();
  return byTag.get(name) ?? (isLocale(name) ? name : undefined);
}

/** The language of a page: the prefix of its path, then the cookie, then the browser's languages, then English. */
export function chooseLocale(from: {
  readonly prefix?: string | undefined;
  readonly cookie?: string | undefined;
  readonly acceptLanguage?: string | undefined;
}): Locale {
  if (isLocale(from.prefix)) return from.prefix;
  if (isLocale(from.cookie)) return from.cookie;
  for (const part of (from.acceptLanguage ?? "").slice(0, 200).split(",")) {
    const locale = localeNamed(part.trim().slice(0, 2));
    if (locale) return locale;
  }
  return defaultLocale;
}

/** The first supported language of an Accept-Language header (or of a socket's hello); English if there is none. */
export function readLocale(header: string | undefined): Locale {
  if (!header) return defaultLocale;
  const exact = byTag.get(header);
  if (exact) return exact;
  for (const part of header.slice(0, 200).split(",")) {
    const found = localeNamed(/^\s*([a-zA-Z]+)/.exec(part)?.[1] ?? "");
    if (found) return found;
  }
  return defaultLocale;
}

/** The language prefix of a path with its slash (`/ru`), or an empty text. */
export function prefixOf(pathname: string): string {
  const [, first] = pathname.split("/", 2);
  return pathname.startsWith("/") && isLocale(first) ? `/${first}` : "";
}

/** The path with the site's prefix of its language, where it begins with another name of one: `/kk/faq` and `/KZ/faq` are `/kz/faq`. */
export function correctedPath(pathname: string): string | undefined {
  const [, first = ""] = pathname.split("/", 2);
  const locale = pathname.startsWith("/") && !isLocale(first) ? localeNamed(first) : undefined;
  return locale && `/${locale}${pathname.slice(first.length + 1)}`;
}

/** The path without its language prefix: `/ru/games` and `/games` are both `/games`. */
export function barePath(pathname: string): string {
  const bare = pathname.slice(prefixOf(pathname).length);
  return bare === "" ? "/" : bare;
}

/** The path in a language: always prefixed. */
export function localePath(locale: Locale, pathname: string): string {
  const bare = barePath(pathname);
  return bare === "/" ? `/${locale}` : `/${locale}${bare}`;
}
