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
  /** Whether the player wants the chat at all. */
  z.strictObject({ request, shown: z.boolean() }),
]);
export type ChatRequest = z.output<typeof chatRequest>;

export interface ChatMessage {
  readonly id: string;
  /** Stands for the player, whatever their name is. */
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

/** Controls, surrogates, private use, and what turns or hides text. Emoji are joined by U+200D. */
const unseen = /[\p{Cc}\p{Cs}\p{Co}\p{Cn}\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u206f\ufeff]/u;
const markup = /<[\p{L}/!?]|&(#|[a-z]+;)|\]\(|\[\/?[a-z]+[\]=]|```/iu;
const link = /:\/\/|\bwww\.|\b(t\.me|wa\.me)\b|[a-z0-9-]{2,}\.[a-z]{2,}(?![a-z])|\S@\S|(?:\d[\s().-]*){9,}/i;
const stretched = /(\S)\1{9,}/u;

/** The text as it is shown, or what is wrong with it. */
export function chatText(given: string): { readonly text: string } | { readonly fault: ChatTextFault } {
  const text = given.normalize("NFC").replace(/\s+/g, " ").trim();
  if (text === "" || [...text].length > longestMessage || unseen.test(text)) return { fault: "chat_text" };
  if (markup.test(text) || stretched.test(text)) return { fault: "chat_text" };
  return link.test(text) ? { fault: "chat_link" } : { text };
}
