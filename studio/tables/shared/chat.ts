import * as z from "zod/mini";

/** Messages between players of a table in one language: names come from the casino's session, guests only read. */

/** Characters of one message. */
export const longestMessage = 160;

const author = z.string().check(z.regex(/^[0-9a-f]{16}$/));
const message = z.string().check(z.regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/));
/** Of this socket: the answer names it. */
const request = z.int().check(z.gte(1));

/** What a player does in the chat of a table. */
export const chatRequest = z.union([
  z.strictObject({ request, say: z.string().check(z.minLength(1), z.maxLength(longestMessage * 2)) }),
  z.strictObject({ request, report: message }),
  z.strictObject({ request, ignore: author, on: z.boolean() }),
  /** Whether the player has the chat turned on. */
  z.strictObject({ request, shown: z.boolean() }),
]);
export type ChatRequest = z.output<typeof chatRequest>;

export interface ChatMessage {
  readonly id: string;
  /** Identifies the player in the chat, independently of their name. */
  readonly author: string;
  readonly nick: string;
  readonly text: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** What a browser needs to show the chat: sent when it connects, and when the player's own settings change. */
export interface ChatState {
  /** `off`: the region has none; `read`: play chips have no name; `write`: everything. */
  readonly may: "off" | "read" | "write";
  readonly shown: boolean;
  /** The player's own; null without one. */
  readonly author: string | null;
  readonly ignored: readonly string[];
  /** The oldest first. */
  readonly messages: readonly ChatMessage[];
}

export type ChatSocketMessage =
  | { readonly type: "chat-state"; readonly state: ChatState }
  | { readonly type: "chat"; readonly messages: readonly ChatMessage[]; readonly removed: readonly string[] }
  /** Of a request; null is done. */
  | { readonly type: "chat-answer"; readonly request: number; readonly code: string | null };

export type ChatTextFault = "chat_text" | "chat_link";

/** Of emoji: what joins and selects them. */
const emojiParts =
  /(?<=\p{Extended_Pictographic}|\p{Emoji_Modifier}|\ufe0f)\u200d(?=\p{Extended_Pictographic})|(?<=\p{Emoji})(\ufe0e|\ufe0f)/gu;
/** Controls, surrogates, private use, and what turns text, hides it or looks like nothing. */
const unseenSigns = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Marks on one letter that cover the lines above and below. */
const stacked = /\p{M}{4}/u;
const isUnseen = (text: string) => unseenSigns.test(text.replace(emojiParts, "")) || stacked.test(text);
const markup = /<[\p{L}/!?]|&(#|[a-z]+;)|\]\(|\[\/?[a-z]+[\]=]|```/iu;
const link = /:\/\/|\bwww\.|\b(t\.me|wa\.me)\b|[a-z0-9-]{2,}\.[a-z]{2,}(?![a-z])|\S@\S|(?:\d[\s().-]*){9,}/i;
const stretched = /(\S)\1{9,}/u;

/** The text as it is shown, or what is wrong with it. */
export function chatText(given: string): { readonly text: string } | { readonly fault: ChatTextFault } {
  const text = given.normalize("NFC").replace(/\s+/g, " ").trim();
  if (text === "" || [...text].length > longestMessage || isUnseen(text)) return { fault: "chat_text" };
  if (markup.test(text) || stretched.test(text)) return { fault: "chat_text" };
  return link.test(text) ? { fault: "chat_link" } : { text };
}

const longestNick = 40;
const noNick = "Player";

/** The name that a casino gave, as the players of all casinos read it. */
export function chatNick(given: string | null): string {
  const nick = (given ?? "").normalize("NFC").replace(/\s+/g, " ").trim();
  const isShown = nick !== "" && !isUnseen(nick);
  return isShown ? [...nick].slice(0, longestNick).join("") : noNick;
}
