import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import { parseUuid } from "#kit/std/brand.ts";
import { emailKey } from "../shared/email.ts";
import type { PeopleQuery } from "./people-store.ts";

/** What an operator's search text means: a whole id, email address or phone number, else a part of a name. */
export function peopleQuery(typed: string): PeopleQuery {
  const text = typed.trim();
  if (text === "") return { by: "all" };
  if (parseUuid(text)) return { by: "id", text };
  if (text.includes("@")) return { by: "emailKey", text: emailKey(text) };
  const number = /^[+\d\s().-]{10,}$/.test(text) && parsePhoneNumberFromString(text, "RU");
  return number ? { by: "phone", text: number.number } : { by: "name", text };
}
