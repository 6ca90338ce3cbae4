/** The three languages as paths and the cookie name them. Kazakh is `kz` there and `kk` in BCP 47. */
export const locales = ["ru", "en", "kz"] as const;
export type Locale = (typeof locales)[number];

export const localeNames: Readonly<Record<Locale, string>> = { ru: "Русский", en: "English", kz: "Қазақша" };

export function isLocale(text: string | undefined | null): text is Locale {
  return text === "ru" || text === "en" || text === "kz";
}

/** The BCP 47 language of a locale: `<html lang>`, hreflang, Accept-Language. */
export function languageOf(locale: Locale): "ru" | "en" | "kk" {
  return locale === "kz" ? "kk" : locale;
}

/** What the header Accept-Language says for a locale or its language; `br` is one that the site has no pages in. */
export function headerLanguageOf(locale: string): string {
  if (locale === "br") return "pt-BR";
  return isLocale(locale) ? languageOf(locale) : locale;
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
    const language = part.trim().slice(0, 2).toLowerCase();
    if (language === "kk" || language === "kz") return "kz";
    if (language === "ru" || language === "en") return language;
  }
  return "en";
}

/** The path without its language prefix: `/ru/games` and `/games` are both `/games`. */
export function barePath(pathname: string): string {
  const bare = pathname.replace(/^\/(ru|en|kz)(?=\/|$)/, "");
  return bare === "" ? "/" : bare;
}

/** The path in a language: always prefixed. */
export function localePath(locale: Locale, pathname: string): string {
  const bare = barePath(pathname);
  return bare === "/" ? `/${locale}` : `/${locale}${bare}`;
}
