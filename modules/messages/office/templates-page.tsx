import { useState } from "react";
import { type Locale, languageOf, localeName, locales } from "#kit/i18n/locale.ts";
import { useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { OfficePage, Panel, Read } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { readMessageTemplates, type TemplateView } from "./contract.ts";
import "./templates.css";

/** Every message as its recipient reads it, in each language. */
export function MessageTemplatesPage() {
  const { t } = useTranslation("office");
  const [locale, setLocale] = useState<Locale>(useLocale());
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
                  {shown && <Template template={shown} locale={locale} />}
                </div>
              );
            }}
          </Read>
        </div>
      </Panel>
    </OfficePage>
  );
}

function Template({
  template: { mail, sms, call },
  locale,
}: {
  readonly template: TemplateView;
  readonly locale: Locale;
}) {
  const { t } = useTranslation("office");
  return (
    <div className="col gap-4">
      <section aria-label={t("templates.mail")} className="mt-mail" lang={languageOf(locale)}>
        <p className="mt-brand">{mail.hello}</p>
        {mail.phrase && <p className="mt-phrase">{mail.phrase}</p>}
        <div className="mt-card">
          <h2>{mail.subject}</h2>
          {mail.parts.map((part, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: paragraphs have no other name, and never move
            <Part key={index} part={part} />
          ))}
        </div>
        <p className="mt-foot">{mail.foot}</p>
      </section>
      {sms && <Spoken title={t("templates.sms")} text={sms} locale={locale} />}
      {call && <Spoken title={t("templates.call")} text={call} locale={locale} />}
    </div>
  );
}

type MailPart = TemplateView["mail"]["parts"][number];

/** Links of an example lead nowhere. */
function Part({ part: { kind, text, href } }: { readonly part: MailPart }) {
  if (kind === "code") return <p className="mt-code">{text}</p>;
  if (kind === "button")
    return (
      <p>
        <span className="mt-button" title={href}>
          {text}
        </span>
      </p>
    );
  if (kind === "link")
    return (
      <p className="mt-link" title={href}>
        {text}
      </p>
    );
  return <p>{text}</p>;
}

function Spoken({ title, text, locale }: { readonly title: string; readonly text: string; readonly locale: Locale }) {
  return (
    <section className="col gap-2">
      <h3>{title}</h3>
      <p className="mt-spoken" lang={languageOf(locale)}>
        {text}
      </p>
    </section>
  );
}
