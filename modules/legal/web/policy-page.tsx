import { useLocation } from "react-router";
import { barePath } from "#kit/i18n/locale.ts";
import { useLocale } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { policies } from "./policy-texts.ts";

export const handle = { texts: ["pages"] };

/** A policy, in the language of the URL. Until there is a licence it is a draft, and says so first. */
export default function PolicyPage() {
  const { t } = useTranslation("lobby", "pages");
  const locale = useLocale();
  const [, , language = "", name = ""] = barePath(useLocation().pathname).split("/");
  const policy = policies[`${language}/${name}`];
  if (!policy) return null;
  return (
    <article className="prose">
      <PageHead title={policy.title} description={policy.sections[0]?.text ?? ""} noIndex />
      <p className="note brass">{t("pages:policy.draft")}</p>
      {language !== locale && <p className="note">{t.in("pages:policy", `in_${language}`)}</p>}
      <div className="prose" lang={language}>
        <h1>{policy.title}</h1>
        {policy.sections.map(({ title, text }) => (
          <section key={title}>
            <h2>{title}</h2>
            <p>{text}</p>
          </section>
        ))}
      </div>
    </article>
  );
}
