/** How one language is named, addressed and written. Adding a language takes an entry below and its `locale/` files, nothing else. */
export interface LanguageData {
  /** BCP 47: `<html lang>`, hreflang, Accept-Language. */
  readonly tag: string;
  /** Its own name, as the language switch shows it. */
  readonly name: string;
  readonly decimal: "." | ",";
  readonly group: string;
  /** Where the currency sign is, seen from the number. */
  readonly sign: "before" | "after";
  /**
   * Locales of `Intl`. Not every browser has Kazakh counts and dates, which are written like the Russian ones; dates are
   * day first in every language.
   */
  readonly intl: {
    readonly counts: string;
    readonly dates: string;
    readonly money: string;
    /** Grouped by lakh and crore in every language. */
    readonly rupees: string;
  };
  /** Whether its pages need the Cyrillic font. */
  readonly cyrillic: boolean;
  /** The language of the policies that its readers are linked to. */
  readonly policies: "en" | "ru";
}

const spaced = { decimal: ",", group: "\u00a0", sign: "after" } as const;
const rupees = "hi-IN-u-nu-latn";

/** The languages, by the name that paths and the cookie `locale` use: the only list of them. */
export const languages = {
  ru: {
    tag: "ru",
    name: "Русский",
    ...spaced,
    intl: { counts: "ru-RU", dates: "ru-RU", money: "ru-RU", rupees },
    cyrillic: true,
    policies: "ru",
  },
  en: {
    tag: "en",
    name: "English",
    decimal: ".",
    group: ",",
    sign: "before",
    intl: { counts: "en-US", dates: "en-GB", money: "en-US", rupees: "en-IN" },
    cyrillic: false,
    policies: "en",
  },
  kz: {
    tag: "kk",
    name: "Қазақша",
    ...spaced,
    intl: { counts: "ru-RU", dates: "ru-RU", money: "kk-KZ", rupees },
    cyrillic: true,
    policies: "ru",
  },
} as const satisfies Readonly<Record<string, LanguageData>>;
