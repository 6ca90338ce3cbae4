import { nameKey } from "#modules/accounts/shared/name-key.ts";
import { refusedStems } from "./refused-words.ts";

/** Characters of one message. */
export const longestMessage = 160;
/** Seconds between two messages of a player, in all rooms together. */
export const slowSeconds = 5;

/** What is wrong with a text: keys of `validation` in the texts. */
export type TextProblem = "chat_text" | "chat_long" | "chat_link" | "chat_words";

/** The parts of emoji that join and select them. */
const emojiParts =
  /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic})|(?<=\p{Emoji})(\ufe0e|\ufe0f)/gu;
/** Controls, surrogates, private use, and what turns text, hides it or looks like nothing. */
const unseenSigns = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Marks on one letter that cover the lines above and below. */
const stacked = /\p{M}{4}/u;
const markup = /<[\p{L}/!?]|&(#|[a-z]+;)|\]\(|\[\/?[a-z]+[\]=]|```/iu;
const link =
  /:\/\/|\bwww\.|\b(t\.me|wa\.me|telegram|whatsapp)\b|[\p{L}\p{N}-]{2,}\.(?=\p{L})[\p{L}]{2,}(?![\p{L}])|\S@\S+\.|(?:\d[\s().+-]*){9,}/iu;
const stretched = /(\S)\1{9,}/u;

/** The text as it is stored and shown, or what is wrong with it. Nothing is taken out of a text: it is accepted or refused. */
export function readMessage(given: string): { readonly text: string } | { readonly problem: TextProblem } {
  // Before anything is computed from it.
  if (given.length > longestMessage * 10) return { problem: "chat_long" };
  const text = given.normalize("NFC").replace(/\s+/g, " ").trim();
  if (text === "") return { problem: "chat_text" };
  if ([...text].length > longestMessage) return { problem: "chat_long" };
  if (unseenSigns.test(text.replace(emojiParts, "")) || stacked.test(text)) return { problem: "chat_text" };
  if (markup.test(text) || stretched.test(text)) return { problem: "chat_text" };
  // Compatibility forms (wide, bold, circled letters) are folded first: a link written in them is one.
  if (link.test(text) || link.test(text.normalize("NFKC"))) return { problem: "chat_link" };
  return hasRefusedWord(text) ? { problem: "chat_words" } : { text };
}

const stems = refusedStems.map(stem => nameKey(stem));

/** Whether a word begins with a refused stem, in any case and with letters of any alphabet that look the same. */
function hasRefusedWord(text: string): boolean {
  const words = text.normalize("NFKC").split(/[^\p{L}\p{M}\p{N}]+/u);
  return words.some(word => {
    const key = nameKey(word);
    return key !== "" && stems.some(stem => key.startsWith(stem));
  });
}
