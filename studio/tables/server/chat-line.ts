import { RgsError } from "#studio/rgs/server/rgs-error.ts";
import type { Session } from "#studio/rgs/server/sessions.ts";
import type { SocketMessage } from "../shared/calls.ts";
import type { ChatRequest, ChatState } from "../shared/chat.ts";
import { type Chat, roomOf } from "./chat.ts";
import type { ChatFeed } from "./chat-feed.ts";

/** The chat of one socket: its state, then new messages while the player has the chat open. */
export interface ChatLine {
  open(): Promise<void>;
  asked(request: ChatRequest): Promise<void>;
  close(): void;
}

export function createChatLine(
  { chat, feed }: { readonly chat: Chat; readonly feed: ChatFeed },
  session: Session,
  to: { readonly send: (text: string) => void; readonly say: (message: SocketMessage) => void },
): ChatLine {
  let unsubscribe: (() => void) | undefined;
  let isClosed = false;

  function listen({ shown }: ChatState): void {
    unsubscribe?.();
    unsubscribe = shown && !isClosed ? feed.subscribe(roomOf(session), to.send) : undefined;
  }

  /** A message that arrives between the reading and the listening comes with the next news, or is in both: browsers know ids. */
  async function open(): Promise<void> {
    listen({ shown: session.profile.chat !== false } as ChatState);
    const state = await chat.state(session);
    listen(state);
    to.say({ type: "chat-state", state });
  }

  const answer = (request: number, code: string | null) => to.say({ type: "chat-answer", request, code });

  return {
    open,
    async asked(request) {
      try {
        const isChanged = await chat.act(session, request);
        answer(request.request, null);
        if (isChanged) await open();
        else await feed.refresh();
      } catch (error) {
        if (!(error instanceof RgsError)) throw error;
        answer(request.request, error.code);
      }
    },
    close() {
      isClosed = true;
      unsubscribe?.();
    },
  };
}
