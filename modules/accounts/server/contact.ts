import { hash } from "node:crypto";
import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import { emailKey } from "../shared/email.ts";
import { isPhoneCountry, maskedPhone } from "../shared/phone.ts";

export type ContactKind = "email" | "phone";

/** An email address or phone number. */
export interface Contact {
  readonly kind: ContactKind;
  /** The address that messages are sent to. */
  readonly address: string;
  /** Equal for every spelling of the same mailbox or number: unique among players. */
  readonly key: string;
}

export function emailContact(email: string): Contact {
  return { kind: "email", address: email, key: emailKey(email) };
}

/**
 * Parses a number as people write it: with +7, with 8, with brackets. Fails with `validation_failed`: `phone_invalid` if it is no mobile
 * number, `phone_country` for a country without message delivery.
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

/** The key for counting a contact's failed logins and sent codes, whether an account has it or not. */
export function identifierOf({ kind, key }: Pick<Contact, "kind" | "key">): Buffer {
  return hash("sha256", kind === "email" ? key : `phone:${key}`, "buffer");
}

/** Enough to recognise one's own contact, too little to learn another person's: `a•••e@e•••.org`, `+7 707 ••• •• 67`. */
export function masked({ kind, address }: Pick<Contact, "kind" | "address">): string {
  if (kind === "phone") return maskedPhone(address);
  const [local = "", domain = ""] = address.split(/@(?=[^@]*$)/);
  const dot = domain.lastIndexOf(".");
  const ends = local.length > 2 ? `${local[0]}•••${local.at(-1)}` : `${local[0] ?? ""}•••`;
  return `${ends}@${domain[0] ?? ""}•••${domain.slice(dot)}`;
}
