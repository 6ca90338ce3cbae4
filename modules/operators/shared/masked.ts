import * as z from "zod/mini";

/**
 * Personal data of players in responses of the back office. A response passes through its contract before it is sent, so a field declared
 * here leaves the server masked, whatever its handler returned, to every role. Only `revealed` fields carry the value itself.
 */

/** The kinds of personal data; a test holds every field of the office with such a name against this. */
export type PersonalKind = "email" | "phone" | "address" | "date" | "destination" | "revealed";

const kinds = new WeakMap<object, PersonalKind>();

/** `a•••@e•••.org` */
export const maskedEmail = maskedBy("email", maskEmail);
/** `+7 ••• ••• 41 67` */
export const maskedPhone = maskedBy("phone", maskPhone);
/** An IP address: `203.0.113.•`, `2001:db8:•` */
export const maskedAddress = maskedBy("address", maskAddress);
/** A date of birth: `1990-••-••` */
export const maskedDate = maskedBy("date", text => `${text.slice(0, 4)}-••-••`);
/** A card or an address of a chain: `•••• 4242`, `0x7099•••79C8` */
export const maskedDestination = maskedBy("destination", maskDestination);
/** Personal data that an operator has revealed: unmasked. */
export const revealedText = marked("revealed", z.string());

/** The kind of a field declared here; undefined for any other. */
export function personalKindOf(schema: object): PersonalKind | undefined {
  return kinds.get(schema);
}

export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  const domain = email.slice(at + 1);
  return `${first(email.slice(0, at))}•••@${first(domain)}•••${domain.slice(domain.lastIndexOf("."))}`;
}

export function maskPhone(phone: string): string {
  const code = /^\+[17]/.exec(phone)?.[0] ?? phone.slice(0, 4);
  return `${code} ••• ••• ${phone.slice(-4, -2)} ${phone.slice(-2)}`;
}

export function maskAddress(address: string): string {
  if (address.includes(".")) return address.replace(/[^.]*$/, "•");
  return `${address.split(":").slice(0, 2).join(":")}:•`;
}

export function maskDestination(text: string): string {
  if (text.includes("••••")) return text;
  return text.length <= 12 ? `•••• ${text.slice(-4)}` : `${text.slice(0, 6)}•••${text.slice(-4)}`;
}

/** The first character as people count: never half of a pair. */
function first(text: string): string {
  return Array.from(text)[0] ?? "";
}

function maskedBy(kind: PersonalKind, mask: (text: string) => string) {
  return marked(kind, z.string().check(z.overwrite(mask)));
}

function marked<T extends object>(kind: PersonalKind, schema: T): T {
  kinds.set(schema, kind);
  return schema;
}
