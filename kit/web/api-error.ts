import type { FieldErrors } from "#kit/contract/error-code.ts";

/** A call that was refused or got no response. `code` names the text `errors.{code}`. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** 0 if no response arrived. */
  readonly status: number;
  /** The declared error code; `network` without a response, `internal` for an unexpected response. */
  readonly code: string;
  readonly errors: FieldErrors;
  readonly data: Readonly<Record<string, unknown>>;
  /** Seconds until a retry is useful. */
  readonly retryAfter: number | undefined;
  /** The idempotency key it was sent with: a retry with the same one cannot pay twice. */
  readonly key: string | undefined;

  constructor(status: number, body: unknown, retryAfter?: number, key?: string) {
    const { message, code, errors, data } = (typeof body === "object" && body !== null ? body : {}) as Partial<
      Record<"message" | "code" | "errors" | "data", unknown>
    >;
    super(typeof message === "string" ? message : "");
    this.status = status;
    this.code = typeof code === "string" ? code : status === 0 ? "network" : "internal";
    this.errors = (typeof errors === "object" && errors !== null ? errors : {}) as FieldErrors;
    this.data = (typeof data === "object" && data !== null ? data : {}) as Readonly<Record<string, unknown>>;
    this.retryAfter = retryAfter;
    this.key = key;
  }
}
