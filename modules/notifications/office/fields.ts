import * as z from "zod/mini";
import { type Locale, locales } from "#kit/i18n/locale.ts";
import { bodyLength, type MessageText, subjectLength, type TextFault, textFault } from "../shared/operator-messages.ts";

const fields = z.object({
  subject: z.string("subject_invalid").check(z.maxLength(subjectLength.max, "subject_invalid")),
  text: z.string("text_invalid").check(z.maxLength(bodyLength.max, "text_invalid")),
});
const without = (fault: TextFault) =>
  z.refine<MessageText>(text => textFault(text) !== fault, {
    error: fault,
    path: [fault === "subject_invalid" ? "subject" : "text"],
  });
const text = fields.check(without("subject_invalid"), without("text_invalid"), without("text_link"));

/** Texts by language: a player without a text in theirs gets none. */
export const textsField = z
  .partial(z.object(Object.fromEntries(locales.map(locale => [locale, text])) as Record<Locale, typeof text>))
  .check(z.refine(given => Object.values(given).some(Boolean), { error: "texts_required" }));

/** Texts as they are read back. */
export const textsView = z.partial(
  z.object(Object.fromEntries(locales.map(locale => [locale, fields])) as Record<Locale, typeof fields>),
);

/** Bytes of a body with a long text in each language. */
export const longestTexts = 32_768;
