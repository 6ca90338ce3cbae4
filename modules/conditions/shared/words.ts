/** How a fact is named in one language. */
export interface FactWords {
  /** `sum of deposits`, before the comparison. */
  readonly name: string;
  /** For a flag: words for what holds, and below it for what does not. */
  readonly yes?: string | undefined;
  readonly no?: string | undefined;
  /** Names of a choice's options; an option without one is shown as it is. */
  readonly options?: Readonly<Record<string, string>> | undefined;
}

/** Separators between facts in a sentence. */
export interface SentenceWords {
  readonly eq: string;
  readonly gte: string;
  readonly lte: string;
  readonly in: string;
  readonly and: string;
  readonly or: string;
  readonly not: string;
  readonly group: string;
}

export interface Wording {
  readonly facts: Readonly<Record<string, FactWords>>;
  readonly sentence: SentenceWords;
}
