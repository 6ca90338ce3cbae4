import { useEffect } from "react";
import { useLive } from "#kit/web/client.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useChannel } from "#kit/web/use-api.ts";
import { conversationChannel, markRead } from "../shared/contract.ts";
import { unreadOf } from "./conversation-state.ts";
import type { Chat } from "./use-conversation.ts";

interface LiveConversationProps {
  readonly live: string;
  readonly chat: Chat;
  onConnected(connected: boolean): void;
}

/** Follows the conversation over the socket, and says what was read. Shows nothing. */
export function LiveConversation({ live, chat, onConnected }: LiveConversationProps) {
  useChannel(
    conversationChannel,
    {
      snapshot: chat.snapshot,
      event(name, data) {
        if (name === "message") chat.written(data as Parameters<Chat["written"]>[0]);
        else if (name === "progress") chat.changed(data as Parameters<Chat["changed"]>[0]);
        else chat.typed();
      },
    },
    live,
  );
  const socket = useLive(conversationChannel.module);
  useEffect(() => {
    if (!socket) return;
    onConnected(socket.state === "open");
    const stop = socket.onState(state => onConnected(state === "open"));
    return () => {
      stop();
      onConnected(false);
    };
  }, [socket, onConnected]);
  useMarkRead(chat);
  return null;
}

/** What is shown has been read. */
function useMarkRead({ conversation, open }: Chat): void {
  const { mutate } = useMutation(markRead);
  const last = conversation?.messages.at(-1)?.number ?? 0;
  const id = conversation?.id;
  const isDue = open && unreadOf(conversation) > 0;
  useEffect(() => {
    if (!isDue || id === undefined) return;
    const read = () => {
      // If it fails, the next message says it again.
      if (document.visibilityState === "visible")
        mutate({ params: { id }, body: { number: last } }).catch(() => undefined);
    };
    read();
    document.addEventListener("visibilitychange", read);
    return () => document.removeEventListener("visibilitychange", read);
  }, [isDue, id, last, mutate]);
}
