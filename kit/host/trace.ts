/** What a span may say: names and counts. Never an id, an address, a text of a person or a secret. */
export type SpanFacts = Readonly<Record<string, string | number>>;

/** One step of a trace. */
export interface Span {
  /** A step within this one, which may end after it. */
  child(name: string, facts?: SpanFacts): Span;
  end(facts?: SpanFacts, failed?: boolean): void;
}

/** Where the time of calls goes, for one call in so many, and for each that fails. */
export interface Tracer {
  /** Runs a call; `statusOf` reads its status, of which 500 and more are failures. */
  call<T>(name: string, work: () => Promise<T>, statusOf: (result: T) => number): Promise<T>;
  /** The step that runs now; undefined in a call that is not traced. */
  current(): Span | undefined;
  /** Runs work as a step of the current one. */
  step<T>(name: string, work: () => Promise<T>): Promise<T>;
}
