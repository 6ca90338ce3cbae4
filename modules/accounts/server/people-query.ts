import { parsePhoneNumberFromString } from "libphonenumber-js/max";
import { parseUuid } from "#kit/std/brand.ts";
import { emailKey } from "../shared/email.ts";
import type { PeopleQuery } from "./people-store.ts";

/** Three letters are the first that trigrams find inside of a name: shorter texts are its beginning, which they find too. */
const lettersInside = 3;

/** What an operator's search text means: a whole id, email address or phone number, else a part of a name, or the beginning of one. */
export function peopleQuery(typed: string): PeopleQuery {
  const text = typed.trim();
  if (text === "") return { by: "all" };
  if (parseUuid(text)) return { by: "id", text };
  if (text.includes("@")) return { by: "emailKey", text: emailKey(text) };
  const number = /^[+\d\s().-]{10,}$/.test(text) && parsePhoneNumberFromString(text, "RU");
  if (number) return { by: "phone", text: number.number };
  return { by: text.length < lettersInside ? "nameStart" : "name", text };
}
