import type { FieldErrors } from "#kit/contract/error-code.ts";

/** A call that was refused or did not arrive. `code` names the text `errors.{code}`. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  /** 0 when no answer came. */
  readonly status: number;
  /** The house's code; `network` when no answer came, `internal` when the answer was not one of the house's. */
  readonly code: string;
  readonly errors: FieldErrors;
  readonly data: Readonly<Record<string, unknown>>;
  /** Seconds until it is worth trying again. */
  readonly retryAfter: number | undefined;
  /** The idempotency key it was sent under: trying again under the same one cannot pay twice. */
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
