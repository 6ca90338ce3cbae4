import { Check, CheckCheck } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { dateFormat, showDay } from "#kit/i18n/format.ts";
import { type Language, languageOf } from "#kit/i18n/locale.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { MessageView } from "../shared/contract.ts";
import { ChatFile } from "./chat-file.tsx";
import type { Chat } from "./use-conversation.ts";

/** Hours and minutes. */
const clock = (iso: string, language: Language) => dateFormat(language, "clock")(iso).slice(0, 5);

interface ChatLogProps {
  readonly chat: Chat;
  /** The usual wait. */
  readonly minutes: number | null;
  readonly children: ReactNode;
}

/** The messages, then what the conversation needs now. Scrolled to the end unless the visitor reads further up. */
export function ChatLog({ chat, minutes, children }: ChatLogProps) {
  const { t } = useTranslation("support");
  const language = languageOf(useLocale());
  const { conversation, earlier, open, operatorTypes } = chat;
  const list = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  const count = (conversation?.messages.length ?? 0) + earlier.length;
  // biome-ignore lint/correctness/useExhaustiveDependencies: new messages and an opened panel move the end.
  useEffect(() => {
    if (count > 0 && isAtEnd.current) list.current?.scrollTo({ top: list.current.scrollHeight });
  }, [count, open, operatorTypes, conversation?.state]);
  const readNumber = conversation?.read_by_operator ?? 0;
  return (
    <section
      ref={list}
      className="chat-list"
      aria-label={t("chat.messages")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        isAtEnd.current = scrollTop + clientHeight > scrollHeight - 40;
      }}
    >
      <div className="chat-messages" role="log">
        <Messages messages={earlier} language={language} readNumber={Number.POSITIVE_INFINITY} />
        {conversation && <Messages messages={conversation.messages} language={language} readNumber={readNumber} />}
        {operatorTypes && (
          <p className="said typing">
            <span className="sr-only">{t("chat.typing")}</span>
            <i />
            <i />
            <i />
          </p>
        )}
      </div>
      {conversation?.state === "waiting" && conversation.place !== null && (
        <div className="chat-queue" role="status">
          <b className="display">{conversation.place}</b>
          <span>{t("chat.place", { n: conversation.place })}</span>
          {chat.availability?.online && minutes !== null && <small>{t("chat.usual_wait", { n: minutes })}</small>}
          {!chat.availability?.online && <small>{t(conversation.email ? "chat.away_mail" : "chat.away_here")}</small>}
        </div>
      )}
      {children}
    </section>
  );
}

interface MessagesProps {
  readonly messages: readonly MessageView[];
  readonly language: Language;
  /** The last message that the operator has read. */
  readonly readNumber: number;
}

function Messages({ messages, language, readNumber }: MessagesProps) {
  return messages.map((message, index) => {
    const day = showDay(message.at, language);
    const isNewDay = index === 0 || showDay(messages[index - 1]?.at ?? "", language) !== day;
    return (
      <div key={`${message.at} ${message.number}`} className="chat-turn">
        {isNewDay && <p className="chat-event">{day}</p>}
        {message.author === "system" ? (
          <SystemLine message={message} />
        ) : (
          <Said message={message} language={language} isRead={message.number <= readNumber} />
        )}
      </div>
    );
  });
}

function SystemLine({ message: { kind, name } }: { message: MessageView }) {
  const { t } = useTranslation("support");
  if (kind === "joined") return <p className="chat-event">{t("chat.joined", { name: name ?? "" })}</p>;
  return <p className="chat-event">{t(kind === "resolved" ? "chat.resolved" : "chat.reopened")}</p>;
}

function Said({ message, language, isRead }: { message: MessageView; language: Language; isRead: boolean }) {
  const { t } = useTranslation("support");
  const own = message.author === "visitor";
  return (
    <p className={own ? "said own" : "said"}>
      {message.attachment ? <ChatFile file={message.attachment} /> : message.text}
      <small>
        {clock(message.at, language)}
        {own && (
          <>
            <Icon of={isRead ? CheckCheck : Check} size={13} />
            <span className="sr-only">{t(isRead ? "chat.read" : "chat.delivered")}</span>
          </>
        )}
      </small>
    </p>
  );
}
