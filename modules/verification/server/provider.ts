import type { Call } from "#kit/http/handler.ts";
import type { Uuid } from "#kit/std/brand.ts";
import type { DocumentKind, VerificationView } from "../shared/contract.ts";

export interface CheckOrder {
  readonly reference: Uuid;
  readonly documents: readonly { readonly kind: DocumentKind; readonly type: string; readonly content: Uint8Array }[];
}

/** A provider's decision about a check, whatever its own names and formats are. */
export interface CheckDecision {
  /** The id under which it counts once. */
  readonly id: Uuid;
  /** Our id of the check. */
  readonly reference: Uuid;
  readonly decision: "approved" | "declined" | "more";
  readonly reason: VerificationView["reason"];
}

/**
 * A provider that checks documents. Each has a folder in `../providers` with its calls, signatures, formats and health check; the
 * rest of the module has only what is declared here.
 */
export interface CheckProvider {
  /** Throws when it was not accepted; the same reference is the same check. */
  order(check: CheckOrder): Promise<void>;
  /** Verifies the signature of a webhook call and parses it. Fails with `check_signature_invalid`, `malformed`, `validation_failed`. */
  receive(call: Pick<Call, "rawBody" | "headers">): CheckDecision;
  /** Health check; rejects when the provider is unavailable. */
  probe(): Promise<void>;
}

/** A provider under the name that KYC_PROVIDER and its webhook address use. */
export interface NamedCheckProvider {
  readonly name: string;
  readonly provider: CheckProvider;
}
