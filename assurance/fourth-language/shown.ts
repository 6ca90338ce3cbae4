/** What a visitor of a language sees. */
export interface Shown {
  readonly html: string;
  readonly locales: readonly string[];
  /** The language chosen from a browser's list, from the header of a call, and from a profile. */
  readonly accepted: readonly string[];
  readonly path: string;
  readonly numbers: readonly string[];
  readonly money: readonly string[];
  readonly moment: string;
  readonly failure: unknown;
}
