import { languageOf, locales } from "#kit/i18n/locale.ts";
import type { SentView } from "./contract.ts";

/** A message in each language that it was written in. */
export function WrittenTexts({ texts }: Pick<SentView, "texts">) {
  return locales.map(locale => {
    const text = texts[locale];
    return (
      text && (
        <span key={locale} lang={languageOf(locale)} className="sent-text reason">
          <b>{text.subject}</b>
          <br />
          {text.text}
        </span>
      )
    );
  });
}
