import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import { type Check, checklistOf } from "../shared/checklist.ts";
import type { DocumentKind } from "../shared/contract.ts";

/** An approval confirms everything on the checklist of the documents. Fails with `validation_failed`. */
export function requireChecks(kinds: readonly DocumentKind[], confirmed: readonly Check[]): void {
  if (checklistOf(kinds).some(check => !confirmed.includes(check)))
    fail(validationFailed, { errors: { checks: ["checks_incomplete"] } });
}
