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
  /** Who follows the room; undefined until it is known. */
  readonly present: number | undefined;
  /** Null for a guest; undefined until it is known, which may be after the messages. */
  readonly you: Standing | null | undefined;
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
  const [present, setPresent] = useState<number>();
  const add = (added: readonly ChatMessage[]) => setMessages(known => mergeMessages(known ?? [], added));
  useEffect(() => {
    if (!data) return;
    setMessages(known => mergeMessages(known ?? [], data.messages));
    setPresent(data.present);
  }, [data]);
  useChannel(
    roomChannel,
    {
      snapshot(snapshot) {
        add(snapshot.messages);
        setPresent(snapshot.present);
      },
      event(name, event) {
        if (name === "closed") onClosed();
        else if (name === "present") setPresent((event as { readonly present: number }).present);
        else add((event as { readonly messages: readonly ChatMessage[] }).messages);
      },
    },
    room,
  );
  return {
    messages,
    present,
    you: data?.you,
    connected,
    failed: isError && messages === undefined,
    add: message => add([message]),
    again: () => void refetch(),
  };
}
