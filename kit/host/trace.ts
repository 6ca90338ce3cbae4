/** What a span may say: names and counts. Never an id, an address, a text of a person or a secret. */
export type SpanFacts = Readonly<Record<string, string | number>>;

/** One step of a trace. */
export interface Span {
  /** Names it to another node: a W3C `traceparent`. */
  readonly context: string;
  /** A step within this one, which may end after it. */
  child(name: string, facts?: SpanFacts): Span;
  end(facts?: SpanFacts, failed?: boolean): void;
}

/** Where the time of calls goes, for one call in so many, and for each that fails. */
export interface Tracer {
  /** Runs a call; `statusOf` reads its status, of which 500 and more are failures. `from`: the step of another node that it continues. */
  call<T>(name: string, work: () => Promise<T>, statusOf: (result: T) => number, from?: string): Promise<T>;
  /** The step that runs now; undefined in a call that is not traced. */
  current(): Span | undefined;
  /** Runs work as a step of the current one. */
  step<T>(name: string, work: () => Promise<T>): Promise<T>;
  /** Runs work of which the span is the current step. */
  within<T>(span: Span | undefined, work: () => T): T;
  /** Runs work that another node's step has caused as a step of that trace; without one, as it is. */
  continued<T>(name: string, from: string | undefined, work: () => T): T;
}
