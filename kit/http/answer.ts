import type { Failure } from "#kit/contract/error-code.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import { messageIn } from "./error-texts.ts";

export type FilePieces = AsyncIterable<string> | AsyncIterable<Uint8Array>;

/** The response of either transport. `text` is the body, built once, so that both send the same one. */
export interface Answer {
  readonly status: number;
  /** JSON, or empty for 204. */
  readonly text: string;
  /** True where the text is a page. */
  readonly page?: boolean;
  /** A file that is streamed; the text is empty then. */
  readonly file?: { readonly type: string; readonly pieces: FilePieces };
  /** Seconds. */
  readonly retryAfter?: number;
}

/** `{message, code, errors?, data?}` in the caller's language. */
export function failureAnswer(failure: Failure, locale: Locale): Answer {
  const { error, details } = failure;
  const message = messageIn(error, locale);
  const text = JSON.stringify({ message, code: error.code, errors: details.errors, data: details.data });
  const retryAfter = details.retryAfter ?? (error.status === 503 || error.status === 429 ? 1 : undefined);
  return retryAfter === undefined ? { status: error.status, text } : { status: error.status, text, retryAfter };
}
