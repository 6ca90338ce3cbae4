import { type Locale, languageOf, localeName, locales } from "#kit/i18n/locale.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { bodyLength, type MessageText, subjectLength } from "../shared/operator-messages.ts";

export type Texts = Partial<Record<Locale, MessageText>>;
export const noText: MessageText = { subject: "", text: "" };

const isWritten = (text: MessageText | undefined): boolean =>
  text !== undefined && (text.subject.trim() !== "" || text.text.trim() !== "");

/** The languages with a text. */
export const writtenIn = (texts: Texts): Locale[] => locales.filter(locale => isWritten(texts[locale]));

interface TextFieldsProps {
  readonly texts: Texts;
  onChange(texts: Texts): void;
}

/** A message in each language; one is enough. */
export function TextFields({ texts, onChange }: TextFieldsProps) {
  const { t } = useTranslation("office");
  return (
    <>
      <p className="muted sm">{t("player_messages.language_text")}</p>
      {locales.map(locale => (
        <LanguageFields
          key={locale}
          locale={locale}
          text={texts[locale] ?? noText}
          onChange={text => onChange({ ...texts, [locale]: text })}
        />
      ))}
    </>
  );
}

interface LanguageProps {
  readonly locale: Locale;
  readonly text: MessageText;
  onChange(text: MessageText): void;
}

function LanguageFields({ locale, text: { subject, text }, onChange }: LanguageProps) {
  const { t } = useTranslation("office");
  const needed = isWritten({ subject, text });
  return (
    <fieldset className="field checks" lang={languageOf(locale)}>
      <legend>{localeName(locale)}</legend>
      <input
        aria-label={`${localeName(locale)}: ${t("player_messages.subject")}`}
        placeholder={t("player_messages.subject")}
        required={needed}
        minLength={subjectLength.min}
        maxLength={subjectLength.max}
        value={subject}
        onChange={({ target }) => onChange({ subject: target.value, text })}
      />
      <textarea
        aria-label={`${localeName(locale)}: ${t("player_messages.text")}`}
        placeholder={t("player_messages.text")}
        required={needed}
        minLength={bodyLength.min}
        maxLength={bodyLength.max}
        rows={3}
        value={text}
        onChange={({ target }) => onChange({ subject, text: target.value })}
      />
    </fieldset>
  );
}
