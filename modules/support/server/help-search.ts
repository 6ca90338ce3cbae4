import type { Locale } from "#kit/i18n/locale.ts";

export interface HelpArticle {
  readonly topic: string;
  readonly question: string;
  readonly answer: string;
}

export interface HelpSearch {
  /** The three that fit best; none for a text without a word of three letters. */
  search(locale: Locale, text: string): readonly HelpArticle[];
}

const mostAnswers = 3;
/** Word stems: endings differ in Russian and Kazakh. */
const stemLength = 5;
/** A word of the question says more than one of the answer. */
const questionWeight = 3;

interface Indexed {
  readonly article: HelpArticle;
  readonly question: ReadonlySet<string>;
  readonly answer: ReadonlySet<string>;
}

/** Searches the FAQ by stems of words; a rare word counts more than one that many articles have. An array is indexed once: `articlesOf` returns another one when it has changed. */
export function createHelpSearch(articlesOf: (locale: Locale) => readonly HelpArticle[]): HelpSearch {
  const indexes = new WeakMap<readonly HelpArticle[], readonly Indexed[]>();
  const indexOf = (locale: Locale) => {
    const articles = articlesOf(locale);
    const known = indexes.get(articles);
    if (known) return known;
    const made = articles.map(article => ({
      article,
      question: stemsOf(article.question),
      answer: stemsOf(article.answer),
    }));
    indexes.set(articles, made);
    return made;
  };
  return {
    search(locale, text) {
      const index = indexOf(locale);
      const wanted = [...stemsOf(text)].map(stem => ({ stem, weight: rarity(index, stem) }));
      return index
        .map(each => ({ article: each.article, score: scoreOf(each, wanted) }))
        .filter(({ score }) => score > 0)
        .sort((a, b) => b.score - a.score)
        .slice(0, mostAnswers)
        .map(({ article }) => article);
    },
  };
}

function stemsOf(text: string): ReadonlySet<string> {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? [];
  return new Set(words.map(word => word.slice(0, stemLength)));
}

function rarity(index: readonly Indexed[], stem: string): number {
  const having = index.filter(({ question, answer }) => question.has(stem) || answer.has(stem)).length;
  return having === 0 ? 0 : index.length / having;
}

function scoreOf(each: Indexed, wanted: readonly { readonly stem: string; readonly weight: number }[]): number {
  return wanted.reduce((score, { stem, weight }) => {
    const times = (each.question.has(stem) ? questionWeight : 0) + (each.answer.has(stem) ? 1 : 0);
    return score + times * weight;
  }, 0);
}
