import { type Locale, languageOf } from "#kit/i18n/locale.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { TemplateView } from "./contract.ts";
import "./templates.css";

interface PreviewProps {
  readonly message: Pick<TemplateView, "mail" | "sms" | "call">;
  readonly locale: Locale;
}

/** A message as its recipient reads it, with example values. */
export function MessagePreview({ message: { mail, sms, call }, locale }: PreviewProps) {
  const { t } = useTranslation("office");
  return (
    <div className="col gap-4 mt-preview">
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
