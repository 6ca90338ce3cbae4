import { isLocale, type Locale } from "#kit/i18n/locale.ts";

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
export function pageLanguage(): "en" | "ru" | "kk" {
  const { lang } = document.documentElement;
  return lang === "ru" || lang === "kk" ? lang : "en";
}
