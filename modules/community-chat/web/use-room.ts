import { useEffect, useState } from "react";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useChannel, useConnected } from "#kit/web/use-api.ts";
import { type ChatMessage, getRoom, type Room, roomChannel, type Standing } from "../shared/contract.ts";
import { mergeMessages } from "./merge-messages.ts";

/** Without a connection the room is read this often: milliseconds. */
const pollMs = 5_000;

export interface RoomState {
  /** Undefined until it was read. */
  readonly messages: readonly ChatMessage[] | undefined;
  readonly you: Standing | null;
  readonly connected: boolean;
  readonly failed: boolean;
  add(message: ChatMessage): void;
  again(): void;
}

/** A room as it is now: read at first, then followed. */
export function useRoom(room: Room, onClosed: () => void): RoomState {
  const connected = useConnected(roomChannel.module);
  const { data, isError, refetch } = useQuery(getRoom, { params: { room } }, { pollMs: connected ? false : pollMs });
  const [messages, setMessages] = useState<readonly ChatMessage[]>();
  const add = (added: readonly ChatMessage[]) => setMessages(known => mergeMessages(known ?? [], added));
  useEffect(() => {
    if (data) setMessages(known => mergeMessages(known ?? [], data.messages));
  }, [data]);
  useChannel(
    roomChannel,
    {
      snapshot: snapshot => add(snapshot.messages),
      event(name, event) {
        if (name === "closed") onClosed();
        else add((event as { readonly messages: readonly ChatMessage[] }).messages);
      },
    },
    room,
  );
  return {
    messages,
    you: data?.you ?? null,
    connected,
    failed: isError && messages === undefined,
    add: message => add([message]),
    again: () => void refetch(),
  };
}
