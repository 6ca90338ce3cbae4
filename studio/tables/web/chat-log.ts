import type { ChatMessage, ChatSocketMessage, ChatState } from "../shared/chat.ts";

/** What a browser knows of the chat. */
export interface ChatLog {
  /** Undefined until the studio has said it. */
  readonly state: ChatState | undefined;
  /** Messages of everyone whom the player does not hide, the oldest first. */
  readonly messages: readonly ChatMessage[];
}

export const emptyLog: ChatLog = { state: undefined, messages: [] };

const mostMessages = 100;

/** The log after a message. One that is in the state and in the news is one. */
export function nextLog(log: ChatLog, message: ChatSocketMessage): ChatLog {
  if (message.type === "chat-answer") return log;
  if (message.type === "chat-state") {
    const { state } = message;
    return { state, messages: state.messages.filter(({ author }) => !state.ignored.includes(author)) };
  }
  const known = new Set(log.messages.map(({ id }) => id));
  const news = message.messages.filter(({ id, author }) => !known.has(id) && !log.state?.ignored.includes(author));
  const messages = [...log.messages, ...news].filter(({ id }) => !message.removed.includes(id));
  return { ...log, messages: messages.slice(-mostMessages) };
}
