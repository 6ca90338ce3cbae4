import { isLocale, type Language, type Locale, languageOf, localeOfLanguage } from "#kit/i18n/locale.ts";

const key = "office-locale";

/** The language an operator chose on this machine. */
export function rememberedLocale(): Locale | undefined {
  const text = localStorage.getItem(key);
  return isLocale(text) ? text : undefined;
}

/** The whole app is told again in the other language. */
export function chooseLanguage(locale: Locale): void {
  localStorage.setItem(key, locale);
  location.reload();
}

/** Of the page, as numbers and dates are written. */
export function pageLanguage(): Language {
  return languageOf(localeOfLanguage(document.documentElement.lang));
}
