import i18next, { type i18n } from "i18next";
import { initReactI18next } from "react-i18next";
import { type Locale, languageOf } from "#kit/i18n/locale.ts";
import { loadTexts } from "./texts.ts";

/** An instance of its own for one rendering: two visitors never share a language. */
export async function createI18n(locale: Locale): Promise<i18n> {
  const language = languageOf(locale);
  const instance = i18next.createInstance();
  await instance.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    defaultNS: "common",
    resources: { [language]: await loadTexts(locale) },
    interpolation: { escapeValue: false },
    react: { useSuspense: false },
  });
  return instance;
}
