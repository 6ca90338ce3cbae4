import { defaultLocale, isLocale, type Locale, localeName, locales } from "#kit/i18n/locale.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { longestMessage } from "../shared/message-text.ts";
import type { CannedAnswer } from "./canned-contract.ts";

/** The content of a canned reply in a form. */
export function cannedOf(given: FormData): Omit<CannedAnswer, "id" | "version"> {
  const textOf = (name: string) => String(given.get(name) ?? "").trim();
  const locale = textOf("locale");
  return {
    shortcut: textOf("shortcut"),
    locale: isLocale(locale) ? locale : defaultLocale,
    title: textOf("title"),
    text: textOf("text"),
  };
}

/** Fields of a canned reply; the server refuses variables that do not exist. */
export function CannedFields({ start }: { readonly start?: CannedAnswer }) {
  const { t } = useTranslation("office");
  const language: Locale = start?.locale ?? defaultLocale;
  return (
    <div className="col gap-2">
      <div className="row wrap">
        <label className="field grow">
          {t("canned.shortcut")}
          <input
            name="shortcut"
            required
            pattern="[a-z][a-z0-9\-]{1,19}"
            maxLength={20}
            defaultValue={start?.shortcut}
            autoComplete="off"
          />
        </label>
        <label className="field grow">
          {t("canned.language")}
          <select name="locale" defaultValue={language}>
            {locales.map(locale => (
              <option key={locale} value={locale}>
                {localeName(locale)}
              </option>
            ))}
          </select>
        </label>
      </div>
      <label className="field">
        {t("canned.title")}
        <input name="title" required minLength={2} maxLength={80} defaultValue={start?.title} autoComplete="off" />
      </label>
      <label className="field">
        {t("canned.text")}
        <textarea name="text" required rows={5} maxLength={longestMessage} defaultValue={start?.text} />
      </label>
      <p className="muted">{t("canned.variables")}</p>
    </div>
  );
}
