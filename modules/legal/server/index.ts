import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Locale, locales } from "#kit/i18n/locale.ts";

/** A question of /faq. */
export interface FaqArticle {
  /** The part of the page it is in. */
  readonly topic: string;
  readonly question: string;
  readonly answer: string;
}

type Topic = Readonly<Record<string, string | { readonly q: string; readonly a: string }>>;

/** The questions and answers of /faq in each language: the texts of the page itself. */
export function faqArticles(): Readonly<Record<Locale, readonly FaqArticle[]>> {
  const pairs = locales.map(locale => [locale, articlesOf(locale)] as const);
  return Object.fromEntries(pairs) as Record<Locale, readonly FaqArticle[]>;
}

function articlesOf(locale: Locale): readonly FaqArticle[] {
  const file = join(import.meta.dirname, `../web/faq/locale/${locale}.json`);
  const topics = JSON.parse(readFileSync(file, "utf8")) as Readonly<Record<string, Topic>>;
  return Object.entries(topics).flatMap(([topic, entries]) =>
    Object.values(entries).flatMap(entry =>
      typeof entry === "string" ? [] : [{ topic, question: entry.q, answer: entry.a }],
    ),
  );
}
