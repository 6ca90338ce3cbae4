import type { Frame, RejectedFrame } from "../shared/feed.ts";

/** Receives what a stream brings, in its order. */
export interface FrameSink {
  frame(frame: Frame): void;
  rejected(frame: RejectedFrame): void;
  /** The connection ended; the adapter reconnects automatically. */
  disconnected(reason: string): void;
}

export interface RecoveryRequest {
  readonly producer: string;
  /** Both as last applied; 0 and 0 when nothing was. */
  readonly epoch: number;
  readonly after: number;
  readonly request: string;
}

export interface ProviderLimits {
  /** Without a frame for this long a producer is down. */
  readonly downAfterMs: number;
  /** How long a missing frame is waited for. */
  readonly gapMs: number;
}

export interface QuoteLeg {
  readonly market: string;
  readonly spec: string;
  readonly outcome: string;
}

/** A joint price of several outcomes of one event, for every subset of them. */
export interface Quote {
  readonly quote: string;
  /** When the quote expires, by the provider's clock, ms. */
  readonly expires: number;
  /** For each leg, `n` of the message that last changed its market. */
  readonly versions: readonly number[];
  readonly subsets: readonly { readonly legs: readonly number[]; readonly price: number; readonly p: number }[];
}

/** One provider of odds. Everything about its protocol is behind this. */
export interface OddsProvider {
  readonly name: string;
  readonly producers: readonly string[];
  readonly limits: ProviderLimits;
  /** Keeps a stream of the producer open until the returned function is called. */
  connect(producer: string, sink: FrameSink): () => void;
  /** Requests what was missed; it arrives over the stream. Fails when the request was not accepted. */
  recover(request: RecoveryRequest): Promise<void>;
  /** Names of sports, categories, tournaments and competitors by their ids. */
  describe(language: string): Promise<ReadonlyMap<string, string>>;
  /** Undefined when the provider does not offer the combination. Fails for an answer that it did not sign. */
  quote(event: string, legs: readonly QuoteLeg[]): Promise<Quote | undefined>;
}
