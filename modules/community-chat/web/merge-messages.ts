import { type ChatMessage, shownMessages } from "../shared/contract.ts";

/** The newest messages of two lists by number, oldest first; of one in both the later view counts, and a removal is never undone. */
export function mergeMessages(known: readonly ChatMessage[], added: readonly ChatMessage[]): ChatMessage[] {
  const byNumber = new Map(known.map(message => [message.number, message]));
  for (const message of added) {
    const before = byNumber.get(message.number);
    if (!before || before.removed === null) byNumber.set(message.number, message);
  }
  return [...byNumber.values()].sort((a, b) => a.number - b.number).slice(-shownMessages);
}
