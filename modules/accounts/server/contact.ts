import { hash } from "node:crypto";
import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import { emailKey } from "../shared/email.ts";
import { isPhoneCountry, maskedPhone } from "../shared/phone.ts";

export type ContactKind = "email" | "phone";

/** A way to reach a person. */
export interface Contact {
  readonly kind: ContactKind;
  /** Where messages go. */
  readonly address: string;
  /** Equal for every way of writing the same mailbox or number: what is unique among players. */
  readonly key: string;
}

export function emailContact(email: string): Contact {
  return { kind: "email", address: email, key: emailKey(email) };
}

/**
 * A number as people write it: with +7, with 8, with brackets. Fails with `validation_failed`: `phone_invalid` for what no
 * mobile phone has, `phone_country` for a country that the house sends no messages to.
 */
export function phoneContact(text: string): Contact {
  const number = parsePhoneNumberFromString(text, { defaultCountry: "RU", extract: false });
  if (!number?.isValid()) refuse("phone_invalid");
  if (!isPhoneCountry(number.country)) refuse("phone_country");
  const type = number.getType();
  if (type !== "MOBILE" && type !== "FIXED_LINE_OR_MOBILE") refuse("phone_invalid");
  return { kind: "phone", address: number.number, key: number.number };
}

function refuse(reason: "phone_invalid" | "phone_country"): never {
  fail(validationFailed, { errors: { phone: [reason] } });
}

/** What failed logins and sent codes of a contact are counted under, whether an account has it or not. */
export function identifierOf({ kind, key }: Pick<Contact, "kind" | "key">): Buffer {
  return hash("sha256", kind === "email" ? key : `phone:${key}`, "buffer");
}

/** Enough to recognise one's own, too little to learn somebody else's: `a•••e@e•••.org`, `+7 707 ••• •• 67`. */
export function masked({ kind, address }: Pick<Contact, "kind" | "address">): string {
  if (kind === "phone") return maskedPhone(address);
  const [local = "", domain = ""] = address.split(/@(?=[^@]*$)/);
  const dot = domain.lastIndexOf(".");
  const ends = local.length > 2 ? `${local[0]}•••${local.at(-1)}` : `${local[0] ?? ""}•••`;
  return `${ends}@${domain[0] ?? ""}•••${domain.slice(dot)}`;
}
