import { nameKey } from "#modules/accounts/shared/name-key.ts";
import { isReserved } from "./reserved-names.ts";

/** Characters of a chosen name. */
export const nameLength = { min: 3, max: 16 } as const;
/** More digits look like a phone number. */
const mostDigits = 6;

/** Errors of a name: keys of `validation` in the texts, in the order of the checks. */
export type NameProblem = "name_length" | "name_letters" | "name_mixed" | "name_form" | "name_reserved";

const cyrillicLetters = "А-Яа-яЁёӘәҒғҚқҢңӨөҰұҮүҺһІі";
const allowed = new RegExp(`^[A-Za-z${cyrillicLetters}0-9_-]*$`);
const isLatin = /^[A-Za-z0-9_-]*$/;
const isCyrillic = new RegExp(`^[${cyrillicLetters}0-9_-]*$`);
/** Begins with a letter; separators are single and between other characters. */
const form = new RegExp(`^[A-Za-z${cyrillicLetters}](?:[_-]?[A-Za-z${cyrillicLetters}0-9])*$`);

/**
 * The name as it would be stored, or its error. The letters are those of our three languages, of one alphabet at a time: anything else
 * (control and zero-width characters, right-to-left marks, other alphabets, spaces) is refused, not removed. `brands`: names of this
 * deployment.
 */
export function readName(
  text: string,
  brands: readonly string[] = [],
): { readonly name: string; readonly problem?: undefined } | { readonly problem: NameProblem } {
  const name = text.normalize("NFC");
  const { length } = [...name];
  if (length < nameLength.min || length > nameLength.max) return { problem: "name_length" };
  if (!allowed.test(name)) return { problem: "name_letters" };
  if (!isLatin.test(name) && !isCyrillic.test(name)) return { problem: "name_mixed" };
  if (!form.test(name) || name.replace(/\D/g, "").length > mostDigits) return { problem: "name_form" };
  if (isReserved(name, brands)) return { problem: "name_reserved" };
  return { name };
}

/** Whether both look like the same name. */
export function isLookalike(one: string, other: string): boolean {
  return nameKey(one) === nameKey(other);
}
