import { type Dispatch, type SetStateAction, useCallback, useEffect, useRef, useState } from "react";
import { useLocale } from "#kit/web/lang.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useSession } from "#modules/accounts/web/session.ts";
import {
  type AvailabilityView,
  type ConversationView,
  type MessageView,
  type ProgressView,
  readConversation,
} from "../shared/contract.ts";
import { addMessage, applyProgress, mergeConversation, unreadOf } from "./conversation-state.ts";
import { storeDraft, storedDraft } from "./stored-draft.ts";

/** How often the conversation is read without the socket, (`empty`) availability while there is no conversation, and (`live`) availability beside the socket, which has no event for it: milliseconds. */
const pollMs = { open: 5_000, closed: 60_000, empty: 10_000, live: 60_000 };
const typingMs = 5_000;

/** The visitor's conversation and what can be done with it. */
export interface Chat {
  /** False until it was read. */
  readonly isRead: boolean;
  readonly conversation: ConversationView | null;
  readonly earlier: readonly MessageView[];
  readonly availability: AvailabilityView | null;
  readonly guestConversation: string | null;
  /** The operator wrote a character within the last five seconds. */
  readonly operatorTypes: boolean;
  readonly open: boolean;
  /** The address that a guest typed for the answer. */
  readonly email: string;
  /** Why the server refused that address. */
  readonly emailError: string | undefined;
  readonly topic: ConversationView["topic"] | null;
  /** The draft: stays while the panel is closed and the page changes. */
  readonly draft: string;
  setDraft: Dispatch<SetStateAction<string>>;
  setEmail(email: string): void;
  setEmailError(text: string | undefined): void;
  setTopic(topic: ConversationView["topic"]): void;
  setLive(connected: boolean): void;
  begun(conversation: ConversationView): void;
  written(message: MessageView): void;
  changed(progress: ProgressView): void;
  snapshot(conversation: ConversationView): void;
  typed(): void;
  refresh(): void;
}

/** Reads the conversation, again after each settled change of the page or language, and keeps what the socket adds. */
export function useConversation(page: string, open: boolean): Chat {
  const player = useSession(state => state.user?.id ?? null);
  const locale = useLocale();
  const [isLive, setLive] = useState(false);
  const [state, setState] = useState<ConversationView | null>(null);
  const [draft, setDraft] = useState(storedDraft);
  useEffect(() => storeDraft(draft), [draft]);
  const [email, setEmail] = useState("");
  const [emailError, setEmailError] = useState<string>();
  const [topic, setTopic] = useState<ConversationView["topic"] | null>(null);
  const pollEmpty = open ? pollMs.empty : false;
  const pollLive = open ? pollMs.live : false;
  const pollConversation = isLive ? pollLive : open ? pollMs.open : pollMs.closed;
  const poll = state === null ? pollEmpty : pollConversation;
  const { data, refetch } = useQuery(readConversation, {}, { pollMs: poll });
  const refresh = useCallback(() => void refetch(), [refetch]);

  const settled = useRef(`${page} ${locale}`);
  useEffect(() => {
    const now = `${page} ${locale}`;
    if (settled.current !== now) refresh();
    settled.current = now;
  }, [page, locale, refresh]);

  const owner = useRef(player);
  useEffect(() => {
    if (!data) return;
    const isOther = owner.current !== player;
    owner.current = player;
    setState(known => mergeConversation(isOther ? null : known, data.conversation));
  }, [data, player]);

  const [typedAt, setTypedAt] = useState(0);
  useEffect(() => {
    if (typedAt === 0) return;
    const timer = setTimeout(() => setTypedAt(0), typingMs);
    return () => clearTimeout(timer);
  }, [typedAt]);

  const unread = unreadOf(state);
  useEffect(() => {
    // The dot on the button: the button itself is in every page's first script and has no access to it.
    document.documentElement.toggleAttribute("data-chat-unread", !open && unread > 0);
  }, [open, unread]);

  return {
    isRead: data !== undefined,
    conversation: state,
    earlier: data?.earlier ?? [],
    availability: data?.availability ?? null,
    guestConversation: data?.guest_conversation ?? null,
    operatorTypes: typedAt > 0,
    open,
    email,
    emailError,
    topic,
    draft,
    setDraft,
    setEmail,
    setEmailError,
    setTopic,
    setLive,
    refresh,
    begun: conversation => setState(known => mergeConversation(known, conversation)),
    written: message => {
      if (message.author === "operator") setTypedAt(0);
      setState(known => addMessage(known, message));
    },
    changed: progress => {
      // An operator who claims the conversation is present.
      if (progress.operator !== state?.operator) refresh();
      setState(known => applyProgress(known, progress));
    },
    snapshot: conversation =>
      setState(known => (known?.id === conversation.id ? mergeConversation(known, conversation) : known)),
    typed: () => setTypedAt(performance.now() + 1),
  };
}
