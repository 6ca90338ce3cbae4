/** A failure that a caller can cause, declared once. Its text is in `locale/errors/{language}.json` of its module, under the code. */
export interface ErrorCode {
  /** Stable snake_case key. */
  readonly code: string;
  readonly status: 400 | 401 | 403 | 404 | 409 | 410 | 413 | 415 | 422 | 423 | 429 | 451 | 500 | 503;
  /** One line for docs/errors.md: when it is returned. */
  readonly when: string;
}

export function errorCode(code: string, rest: Omit<ErrorCode, "code">): ErrorCode {
  return { code, ...rest };
}

/** Field name to message keys, as in a 422 response. */
export type FieldErrors = Readonly<Record<string, readonly string[]>>;

export interface FailureDetails {
  readonly errors?: FieldErrors;
  /** Data of this error for the client, such as `{ balance: "12.5" }`; never a secret. */
  readonly data?: Readonly<Record<string, unknown>>;
  /** Seconds; sent as the Retry-After header. */
  readonly retryAfter?: number;
}

/** A declared failure, thrown to the dispatcher. Any other thrown value becomes a 500 without details. */
export class Failure extends Error {
  override readonly name = "Failure";
  readonly error: ErrorCode;
  readonly details: FailureDetails;

  constructor(error: ErrorCode, details: FailureDetails = {}) {
    super(error.code);
    this.error = error;
    this.details = details;
  }
}

/** Throws a {@link Failure}: `throw` is written by the callee so that `return fail(...)` reads well in expressions. */
export function fail(error: ErrorCode, details?: FailureDetails): never {
  throw new Failure(error, details);
}
