import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { requestContext } from "#kit/web/context.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import type { ShownDocument } from "../shared/contract.ts";
import { articleOf } from "../shared/documents.ts";
import { plainOf } from "../shared/markdown.ts";
import { ArticleText } from "./blocks.tsx";
import { loadDocument } from "./load-document.ts";
import { PreviewNote } from "./preview-note.tsx";

export { keepsUnderModals as shouldRevalidate } from "#kit/web/modal-link.ts";

export const handle = { texts: ["content"] };

export function loader({ context: all, params, request }: LoaderFunctionArgs): Promise<ShownDocument> {
  const context = all.get(requestContext);
  const path = `/api/v1/promo-pages/${encodeURIComponent(params.name ?? "")}`;
  return loadDocument(path, { context, request, language: context.locale });
}

/** A page of an offer or an event that operators wrote. */
export default function PromoPage() {
  const shown = useLoaderData<typeof loader>();
  const article = articleOf(shown.text);
  return (
    <article className="prose" lang={languageOf(shown.language)}>
      <PageHead title={article.title} description={plainOf(article.blocks)} noIndex={shown.published_at === null} />
      <PreviewNote of={shown} />
      <ArticleText of={article} />
    </article>
  );
}
