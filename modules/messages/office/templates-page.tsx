import { useState } from "react";
import { Link } from "react-router";
import { type Locale, languageOf, localeName, localeOfLanguage, locales } from "#kit/i18n/locale.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { pageLanguage } from "#modules/operators/office/language.ts";
import { OfficePage, Panel, Read } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { readMessageTemplates } from "./contract.ts";
import { MessagePreview } from "./message-preview.tsx";
import "./templates.css";

/** Every message as its recipient reads it, in each language. */
export function MessageTemplatesPage() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const [locale, setLocale] = useState<Locale>(() => localeOfLanguage(pageLanguage()));
  const [chosen, setChosen] = useState("");
  const given = useOfficeQuery(readMessageTemplates, { query: { locale } });
  return (
    <OfficePage
      title={t("pages.templates")}
      aside={
        <select
          className="pick"
          aria-label={t("templates.language")}
          value={locale}
          onChange={({ target }) => setLocale(locales.find(each => each === target.value) ?? locale)}
        >
          {locales.map(each => (
            <option key={each} value={each}>
              {localeName(each)}
            </option>
          ))}
        </select>
      }
    >
      <Panel>
        <div className="mt-page">
          <p className="muted">{t("templates.text")}</p>
          <Read of={given}>
            {({ data }) => {
              const shown = data.find(({ name }) => name === chosen) ?? data[0];
              return (
                <div className="mt-columns">
                  <nav className="mt-list" aria-label={t("pages.templates")}>
                    {data.map(({ name, mail }) => (
                      <button
                        key={name}
                        type="button"
                        aria-current={name === shown?.name}
                        lang={languageOf(locale)}
                        onClick={() => setChosen(name)}
                      >
                        {mail.subject}
                      </button>
                    ))}
                  </nav>
                  {shown && (
                    <div className="col gap-4">
                      {may("content.read") && (
                        <Link className="link" to={`/content/template/${shown.name.replaceAll("_", "-")}`}>
                          {t("templates.versions")}
                        </Link>
                      )}
                      <MessagePreview message={shown} locale={locale} />
                    </div>
                  )}
                </div>
              );
            }}
          </Read>
        </div>
      </Panel>
    </OfficePage>
  );
}
