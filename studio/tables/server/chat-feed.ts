import type { StudioHost } from "#studio/rgs/server/studio-host.ts";
import type { ChatSocketMessage } from "../shared/chat.ts";
import { type ChatChange, type ChatRoom, changesAfter, deleteMessagesBefore, lastChange } from "./chat-store.ts";

/** News of the chats of all tables for the sockets of this process, whichever process took a message. */
export interface ChatFeed {
  subscribe(room: ChatRoom, listener: (message: string) => void): () => void;
  /** Reads what is new, now. */
  refresh(): Promise<void>;
  start(): void;
  stop(): Promise<void>;
}

const everyMs = 500;
/** How long messages are kept for operators. */
const retentionMs = 30 * 86_400_000;
const cleanEveryMs = 3_600_000;

const nameOf = ({ game, language }: ChatRoom) => `${game} ${language}`;

export function createChatFeed({ db, clock, log }: StudioHost): ChatFeed {
  const rooms = new Map<string, Set<(message: string) => void>>();
  let seen: bigint | undefined;
  let reading: Promise<void> | undefined;
  let cleanedAt = Number.NEGATIVE_INFINITY;
  let cancel = () => {};
  let stopped = true;

  async function read(): Promise<void> {
    seen ??= await lastChange(db);
    const changes = await changesAfter(db, seen);
    seen = changes.at(-1)?.change ?? seen;
    for (const name of new Set(changes.map(nameOf))) {
      const news = changes.filter(change => nameOf(change) === name);
      publish(name, news);
    }
    if (clock.monotonic() - cleanedAt < cleanEveryMs) return;
    cleanedAt = clock.monotonic();
    await deleteMessagesBefore(db, new Date(clock.now() - retentionMs));
  }

  function publish(name: string, news: readonly ChatChange[]): void {
    const message: ChatSocketMessage = {
      type: "chat",
      messages: news.filter(({ isRemoved }) => !isRemoved).map(({ message }) => message),
      removed: news.filter(({ isRemoved }) => isRemoved).map(({ message }) => message.id),
    };
    const text = JSON.stringify(message);
    for (const listener of rooms.get(name) ?? []) listener(text);
  }

  async function refresh(): Promise<void> {
    await reading;
    reading ??= read().finally(() => {
      reading = undefined;
    });
    await reading;
  }

  function next(): void {
    if (stopped) return;
    cancel = clock.after(everyMs, () => {
      void refresh()
        .catch(error => log.warn({ err: error }, "the chat of tables could not be read"))
        .then(next);
    });
  }

  return {
    subscribe(room, listener) {
      const name = nameOf(room);
      const listeners = rooms.get(name) ?? new Set();
      rooms.set(name, listeners.add(listener));
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0 && rooms.get(name) === listeners) rooms.delete(name);
      };
    },
    refresh,
    start() {
      stopped = false;
      // What is written before the first look is news, too.
      void refresh()
        .catch(() => undefined)
        .then(next);
    },
    async stop() {
      stopped = true;
      cancel();
      await reading?.catch(() => undefined);
    },
  };
}
