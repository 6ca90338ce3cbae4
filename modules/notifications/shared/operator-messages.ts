import { type Locale, locales } from "#kit/i18n/locale.ts";

/**
 * Why an operator writes to a player. `service`: about their account, to everyone whose account is open, and labeled so. `marketing`: only to
 * players who allow offers by the channel.
 */
export const messagePurposes = ["service", "marketing"] as const;
export type MessagePurpose = (typeof messagePurposes)[number];

export const messageChannels = ["inbox", "email"] as const;
export type MessageChannel = (typeof messageChannels)[number];

/** Players of one message: more are a campaign. */
export const mostRecipients = 500;

/** Characters. */
export const subjectLength = { min: 3, max: 100 } as const;
export const bodyLength = { min: 3, max: 2000 } as const;

/** A message in one language. */
export interface MessageText {
  readonly subject: string;
  readonly text: string;
}

/** No control, direction or zero-width characters, and no lone surrogates: they make a text read as something else than it is. */
const hidden = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;
/** Joins the parts of emoji. */
const joiners = /(?<=\p{Extended_Pictographic}\uFE0F?)\u200D(?=\p{Extended_Pictographic})/gu;
/** What a mail program turns into a link: an operator's message leads nowhere, so that no message with a link is one of ours. */
const link = /:\/\/|www\.|@[\p{L}\p{N}-]+\.|[\p{L}\p{N}-]{2,}\.\p{L}{2,}/iu;

const isPlain = (text: string): boolean => !hidden.test(text.replace(joiners, "").replaceAll("\n", ""));

export type TextFault = "subject_invalid" | "text_invalid" | "text_link";

/** What is wrong with a text; undefined if it can be sent. */
export function textFault({ subject, text }: MessageText): TextFault | undefined {
  const fits = (of: string, { min, max }: { readonly min: number; readonly max: number }) =>
    of.trim().length >= min && of.length <= max && isPlain(of);
  if (!fits(subject, subjectLength) || subject.includes("\n")) return "subject_invalid";
  if (!fits(text, bodyLength)) return "text_invalid";
  return link.test(subject) || link.test(text) ? "text_link" : undefined;
}

/** Texts in the languages that were given. */
export function textsOf(given: Partial<Record<Locale, MessageText | undefined>>): Partial<Record<Locale, MessageText>> {
  const texts: Partial<Record<Locale, MessageText>> = {};
  for (const locale of locales) {
    const text = given[locale];
    if (text) texts[locale] = { subject: text.subject.trim(), text: text.text.trim() };
  }
  return texts;
}
