import { Link, type LoaderFunctionArgs, redirect, useLoaderData } from "react-router";
import { isLocale, type Locale, languageData, languageOf, localeName } from "#kit/i18n/locale.ts";
import { requestContext } from "#kit/web/context.ts";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import type { ShownDocument } from "#modules/content/shared/contract.ts";
import { articleOf } from "#modules/content/shared/documents.ts";
import { plainOf } from "#modules/content/shared/markdown.ts";
import { ArticleText } from "#modules/content/web/blocks.tsx";
import { loadDocument } from "#modules/content/web/load-document.ts";
import { PreviewNote } from "#modules/content/web/preview-note.tsx";

export { keepsUnderModals as shouldRevalidate } from "#kit/web/modal-link.ts";

export const handle = { texts: ["pages", "content"] };

interface Loaded {
  readonly shown: ShownDocument;
  readonly name: string;
}

/** A policy in the language of its address. An address in a language that it does not have leads to one that its readers know. */
export async function loader({ context: all, params, request }: LoaderFunctionArgs): Promise<Loaded> {
  const context = all.get(requestContext);
  const { language = "", name = "" } = params;
  const asked = isLocale(language) ? language : context.locale;
  const path = `/api/v1/policies/${encodeURIComponent(name)}`;
  const shown = await loadDocument(path, { context, request, language: asked });
  if (shown.language !== language) {
    const { policies } = languageData(languageOf(asked));
    const to = shown.languages.includes(policies) ? policies : shown.language;
    const { pathname, search } = new URL(request.url);
    throw redirect(`${pathname.replace(`/policy/${language}/`, `/policy/${to}/`)}${search}`);
  }
  return { shown, name };
}

/** Until there is a licence policies are drafts, and say so first. */
export default function PolicyPage() {
  const { t } = useTranslation("lobby", "pages");
  const locale = useLocale();
  const { shown, name } = useLoaderData<typeof loader>();
  const article = articleOf(shown.text);
  return (
    <article className="prose">
      <PageHead title={article.title} description={plainOf(article.sections[0]?.blocks ?? [])} noIndex />
      <PreviewNote of={shown} />
      <p className="note brass">{t("pages:policy.draft")}</p>
      {shown.language !== locale && <OtherLanguage shown={shown} name={name} locale={locale} />}
      <div className="prose" lang={languageOf(shown.language)}>
        <ArticleText of={article} />
      </div>
    </article>
  );
}

interface OtherProps extends Loaded {
  readonly locale: Locale;
}

/** Leads to the reader's language, or says that there is none. */
function OtherLanguage({ shown: { language, languages }, name, locale }: OtherProps) {
  const { t } = useTranslation("pages");
  const href = useHref();
  if (!languages.includes(locale)) return <p className="note">{t.in("policy", `in_${language}`)}</p>;
  return (
    <p className="note">
      <Link to={href(`/policy/${locale}/${name}`)}>{t("policy.read_in", { language: localeName(locale) })}</Link>
    </p>
  );
}
