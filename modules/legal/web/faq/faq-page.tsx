import { useState } from "react";
import { type LoaderFunctionArgs, useLoaderData } from "react-router";
import { Input } from "#kit/ui/input.tsx";
import { requestContext } from "#kit/web/context.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { StructuredData } from "#kit/web/structured-data.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import type { ShownDocument } from "#modules/content/shared/contract.ts";
import { topicsOf } from "#modules/content/shared/documents.ts";
import { plainOf } from "#modules/content/shared/markdown.ts";
import { Blocks } from "#modules/content/web/blocks.tsx";
import { loadDocument } from "#modules/content/web/load-document.ts";
import { PreviewNote } from "#modules/content/web/preview-note.tsx";
import "./faq.css";

export { keepsUnderModals as shouldRevalidate } from "#kit/web/modal-link.ts";

export const handle = { texts: ["faq", "content"] };

export function loader({ context: all, request }: LoaderFunctionArgs): Promise<ShownDocument> {
  const context = all.get(requestContext);
  return loadDocument("/api/v1/faq", { context, request, language: context.locale });
}

/** Questions and answers about Fairhouse as it is, with a search. */
export default function FaqPage() {
  const { t } = useTranslation("faq");
  const [sought, setSought] = useState("");
  const shown = useLoaderData<typeof loader>();
  const all = topicsOf(shown.text).map(({ id, title, questions }) => ({
    name: id,
    title,
    questions: questions.map(({ title: question, blocks }) => ({ question, blocks, answer: plainOf(blocks) })),
  }));
  const word = sought.trim().toLowerCase();
  const found = all
    .map(topic => ({
      ...topic,
      questions: topic.questions.filter(each => `${each.question} ${each.answer}`.toLowerCase().includes(word)),
    }))
    .filter(({ questions }) => questions.length > 0);
  return (
    <div className="faq">
      <PageHead title={t("page.title")} description={t("page.lead")} />
      <StructuredData
        data={{
          "@type": "FAQPage",
          mainEntity: all.flatMap(({ questions }) =>
            questions.map(({ question, answer }) => ({
              "@type": "Question",
              name: question,
              acceptedAnswer: { "@type": "Answer", text: answer },
            })),
          ),
        }}
      />
      <div>
        <PreviewNote of={shown} />
        <h1 className="display">{t("page.title")}</h1>
        <Input
          label={t("page.search")}
          type="search"
          value={sought}
          onChange={event => setSought(event.target.value)}
        />
        <nav className="faq-topics" aria-label={t("page.topics")}>
          {found.map(({ name, title }) => (
            <a key={name} href={`#${name}`}>
              {title}
            </a>
          ))}
        </nav>
      </div>
      <div className="faq-answers">
        {found.length === 0 && (
          <p className="muted" role="status">
            {t("page.nothing")}
          </p>
        )}
        {found.map(({ name, title, questions }) => (
          <section key={name} id={name}>
            <h2>{title}</h2>
            {questions.map(({ question, blocks }) => (
              <details key={question} className="card" open={word !== ""}>
                <summary>{question}</summary>
                <Blocks of={blocks} />
              </details>
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}
