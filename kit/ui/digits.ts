/** Digits of a card number in groups of four: `2200150012345675` is `2200 1500 1234 5675`. */
export function inFours(text: string): string {
  return digitsOf(text).replace(/(.{4})(?=.)/g, "$1 ");
}

/** The digits of a text. */
export function digitsOf(text: string): string {
  return text.replace(/\D/g, "");
}

/** The state of a field: the caret is before the character with this index. */
export interface Typed {
  readonly text: string;
  readonly caret: number;
}

/**
 * How many digits are left of the caret once `read` has taken the digits out of a text. `read` may drop digits at the
 * beginning (a country code) or at the end (more than the format has).
 */
export function digitsBefore({ text, caret }: Typed, digits: string): number {
  const all = digitsOf(text);
  const dropped = all.length > digits.length && all.endsWith(digits) ? all.length - digits.length : 0;
  const left = digitsOf(text.slice(0, caret)).length - dropped;
  return Math.min(digits.length, Math.max(0, left));
}

/** The caret position in a formatted text right behind this many digits. */
export function caretAfterDigits(shown: string, digits: number): number {
  if (digits === 0) return 0;
  let seen = 0;
  for (let at = 0; at < shown.length; at++) if (/\d/.test(shown.charAt(at)) && ++seen === digits) return at + 1;
  return shown.length;
}

/**
 * Deleting a bracket or a space of the format deletes the digit beside it. Returns the text without that
 * digit; any other change as it is.
 */
export function withoutNeighbour(former: string, typed: Typed, direction: "backward" | "forward" | null): Typed {
  const { text, caret } = typed;
  const isSame = text.length === former.length - 1 && digitsOf(text) === digitsOf(former);
  if (direction === null || !isSame) return typed;
  if (direction === "forward") {
    const right = text.slice(caret).replace(/\d/, "");
    return { text: text.slice(0, caret) + right, caret };
  }
  const left = text.slice(0, caret).replace(/\d(\D*)$/, "$1");
  return { text: left + text.slice(caret), caret: left.length };
}
