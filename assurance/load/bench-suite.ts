/** One figure of a suite, beside its baseline where it has one. */
export type BenchRow = Readonly<Record<string, string | number>>;
export type BenchSuite = (options: { readonly seconds: number }) => Promise<readonly BenchRow[]>;
