import type { ConversationView, MessageView, ProgressView } from "../shared/contract.ts";

/** The later of two views of a conversation, with the messages of both. */
export function mergeConversation(
  known: ConversationView | null,
  read: ConversationView | null,
): ConversationView | null {
  if (!known || !read || known.id !== read.id) return read;
  return { ...read, messages: mergeMessages(known.messages, read.messages) };
}

export function addMessage(known: ConversationView | null, message: MessageView): ConversationView | null {
  return known && { ...known, messages: mergeMessages(known.messages, [message]) };
}

/** Progress arrives in order of publication, not of commit: what was read never becomes unread. */
export function applyProgress(known: ConversationView | null, progress: ProgressView): ConversationView | null {
  return (
    known && {
      ...known,
      ...progress,
      read_by_operator: Math.max(known.read_by_operator, progress.read_by_operator),
      read_by_visitor: Math.max(known.read_by_visitor, progress.read_by_visitor),
    }
  );
}

function mergeMessages(known: readonly MessageView[], added: readonly MessageView[]): MessageView[] {
  const byNumber = new Map([...known, ...added].map(message => [message.number, message]));
  return [...byNumber.values()].sort((a, b) => a.number - b.number);
}

/** Messages of operators that the visitor has not read. */
export function unreadOf(conversation: ConversationView | null): number {
  if (!conversation) return 0;
  const { messages, read_by_visitor } = conversation;
  return messages.filter(({ author, number }) => author === "operator" && number > read_by_visitor).length;
}
