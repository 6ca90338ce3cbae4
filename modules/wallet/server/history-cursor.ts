import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";

const last = 2n ** 63n - 1n;

/** The number of the stake before which a page begins. A cursor is untrusted text: anything but such a number is refused. */
export function readCursor(cursor: string | undefined): bigint {
  if (cursor === undefined) return last;
  const number = /^[1-9][0-9]{0,18}$/.test(cursor) ? BigInt(cursor) : 0n;
  if (number === 0n || number > last) fail(validationFailed, { errors: { cursor: ["cursor_invalid"] } });
  return number;
}
