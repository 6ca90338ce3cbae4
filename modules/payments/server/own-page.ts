import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";

/** The address of a page of the house, as it was given. Fails with `validation_failed` for every other one: nobody is sent elsewhere. */
export function ownPage(text: string, isOwnOrigin: (origin: string) => boolean): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOwn = url !== undefined && url.username === "" && url.password === "" && isOwnOrigin(url.origin);
  return isOwn ? url.href : fail(validationFailed, { errors: { return_to: ["return_to_invalid"] } });
}
