import { isLocale, type Language, type Locale, languageOf, localeOfLanguage } from "#kit/i18n/locale.ts";

const key = "office-locale";

/** The operator's language, stored in this browser. */
export function rememberedLocale(): Locale | undefined {
  const text = localStorage.getItem(key);
  return isLocale(text) ? text : undefined;
}

/** The whole app re-renders in the other language. */
export function chooseLanguage(locale: Locale): void {
  localStorage.setItem(key, locale);
  location.reload();
}

/** The page's locale for numbers and dates. */
export function pageLanguage(): Language {
  return languageOf(localeOfLanguage(document.documentElement.lang));
}
