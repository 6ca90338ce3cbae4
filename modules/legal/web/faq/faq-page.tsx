import { useState } from "react";
import { Input } from "#kit/ui/input.tsx";
import { PageHead } from "#kit/web/page-head.tsx";
import { StructuredData } from "#kit/web/structured-data.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { topics } from "./topics.ts";
import "./faq.css";

export const handle = { texts: ["faq"] };

/** Questions and answers about Fairhouse as it is, with a search. */
export default function FaqPage() {
  const { t } = useTranslation("faq");
  const [sought, setSought] = useState("");
  const all = topics.map(({ name, questions }) => ({
    name,
    questions: questions.map(key => ({ key, question: t.in(name, `${key}.q`), answer: t.in(name, `${key}.a`) })),
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
        <h1 className="display">{t("page.title")}</h1>
        <Input
          label={t("page.search")}
          type="search"
          value={sought}
          onChange={event => setSought(event.target.value)}
        />
        <nav className="faq-topics" aria-label={t("page.topics")}>
          {found.map(({ name }) => (
            <a key={name} href={`#${name}`}>
              {t(`${name}.title`)}
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
        {found.map(({ name, questions }) => (
          <section key={name} id={name}>
            <h2>{t(`${name}.title`)}</h2>
            {questions.map(({ key, question, answer }) => (
              <details key={key} className="card" open={word !== ""}>
                <summary>{question}</summary>
                <p>{answer}</p>
              </details>
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}
