import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";

/** The address of a page of the site, as given. Fails with `validation_failed` for any other address: no open redirects. */
export function ownPage(text: string, isOwnOrigin: (origin: string) => boolean): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isOwn = url !== undefined && url.username === "" && url.password === "" && isOwnOrigin(url.origin);
  return isOwn ? url.href : fail(validationFailed, { errors: { return_to: ["return_to_invalid"] } });
}
