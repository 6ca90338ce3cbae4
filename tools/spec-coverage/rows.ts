/** One statement of the specification, in our words, and the tests that show it. */
export interface Row {
  readonly text: string;
  /** `alias: title of a test`; the aliases are in files.ts. None: not shown yet. */
  readonly shown: readonly string[];
}

export interface Section {
  readonly title: string;
  readonly rows: readonly Row[];
}

export function section(title: string, ...rows: readonly (readonly [text: string, ...shown: string[]])[]): Section {
  return { title, rows: rows.map(([text, ...shown]) => ({ text, shown })) };
}
