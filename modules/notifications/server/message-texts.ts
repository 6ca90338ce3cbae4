import { isLocale, type Locale, locales } from "#kit/i18n/locale.ts";
import type { PersonRow } from "#modules/accounts/server/index.ts";
import type { MessageText } from "../shared/operator-messages.ts";

/** A message in the languages that it was written in. */
export type MessageTexts = Readonly<Partial<Record<Locale, MessageText>>>;

export const languagesOf = (texts: MessageTexts): readonly Locale[] =>
  locales.filter(locale => texts[locale] !== undefined);

/** Players who never chose a language read English. */
export const localeOf = (person: PersonRow | undefined): Locale => {
  const locale = person?.locale ?? null;
  return locale !== null && isLocale(locale) ? locale : "en";
};

/** The data of an inbox entry: what it shows in each language; in one without a text of its own, the recipient's. */
export function entryTexts(texts: MessageTexts, own: MessageText) {
  const of = (read: (text: MessageText) => string) =>
    Object.fromEntries(locales.map(locale => [locale, read(texts[locale] ?? own)])) as Record<Locale, string>;
  return { titles: of(({ subject }) => subject), texts: of(({ text }) => text) };
}
