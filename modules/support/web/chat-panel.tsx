import { ChevronLeft, Mail, Minus } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Icon } from "#kit/ui/icon.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { ChatComposer } from "./chat-composer.tsx";
import { ChatLog } from "./chat-log.tsx";
import { ChatRating } from "./chat-rating.tsx";
import { ChatStart, JoinOffer } from "./chat-start.tsx";
import { ChatTranscript } from "./chat-transcript.tsx";
import { LiveConversation } from "./live-conversation.tsx";
import { useSidePanel } from "./side-panel.ts";
import { type Chat, useConversation } from "./use-conversation.ts";
import "./chat.css";

export interface ChatPanelProps {
  readonly open: boolean;
  /** The page the message is about. */
  readonly page: string;
  /** An external widget in place of the conversation. */
  readonly widgetUrl: string | null;
  onClose(): void;
}

/** The conversation with support. Closing only hides it, so that typed text remains. */
export default function ChatPanel({ open, page, widgetUrl, onClose }: ChatPanelProps) {
  const panel = useSidePanel(open, onClose);
  const { t } = useTranslation("support");
  return (
    <aside ref={panel} className="chat" hidden={!open} tabIndex={-1} aria-label={t("chat.title")}>
      {widgetUrl ? (
        <>
          <ChatHead title={t("chat.title")} onClose={onClose} />
          <Widget url={widgetUrl} page={page} />
        </>
      ) : (
        <Conversation page={page} open={open} onClose={onClose} />
      )}
    </aside>
  );
}

interface ChatHeadProps {
  readonly title: string;
  readonly text?: string;
  /** An operator is on shift. */
  readonly online?: boolean;
  readonly children?: React.ReactNode;
  onClose(): void;
}

function ChatHead({ title, text, online, children, onClose }: ChatHeadProps) {
  const { t } = useTranslation("support");
  return (
    <header className="chat-head">
      <button type="button" className="iconbtn s chat-back" aria-label={t("chat.close")} onClick={onClose}>
        <Icon of={ChevronLeft} />
      </button>
      <div className="grow">
        <h2>
          {online !== undefined && <span className={online ? "chat-dot on" : "chat-dot"} aria-hidden="true" />}
          {title}
        </h2>
        {text && <p className="muted">{text}</p>}
      </div>
      {children}
      <button type="button" className="iconbtn s chat-minimize" aria-label={t("chat.close")} onClick={onClose}>
        <Icon of={Minus} />
      </button>
    </header>
  );
}

function Widget({ url, page }: { url: string; page: string }) {
  const { t } = useTranslation("support");
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    frame.current?.contentWindow?.postMessage({ type: "route", path: page }, new URL(url).origin);
  }, [page, url]);
  return (
    <iframe
      ref={frame}
      src={url}
      title={t("chat.title")}
      sandbox="allow-scripts allow-forms allow-same-origin allow-popups"
      allow=""
    />
  );
}

/** Minutes that a wait is shown in: at least one. */
const minutesOf = (seconds: number) => Math.max(1, Math.round(seconds / 60));

function useHeadText({ conversation, availability }: Chat): string {
  const { t } = useTranslation("support");
  if (conversation?.state === "closed" || conversation?.state === "resolved") return t("chat.ended");
  if (!availability) return "";
  if (!availability.online) return t("chat.away");
  if (conversation?.place) return t("chat.queued");
  return availability.wait_seconds === null
    ? t("chat.here")
    : t("chat.answers_in", { n: minutesOf(availability.wait_seconds) });
}

function Conversation({ page, open, onClose }: { page: string; open: boolean; onClose(): void }) {
  const { t } = useTranslation("support");
  const chat = useConversation(page, open);
  const { conversation, availability } = chat;
  const [mails, setMails] = useState(false);
  const hasStarted = conversation !== null && conversation.state !== "closed";
  const canMail = conversation?.messages.some(({ author }) => author === "operator") === true;
  return (
    <>
      <ChatHead
        title={conversation?.operator ?? t("chat.title")}
        text={useHeadText(chat)}
        onClose={onClose}
        {...(availability && { online: availability.online })}
      >
        {canMail && (
          <button
            type="button"
            className="iconbtn s"
            aria-label={t("chat.transcript")}
            title={t("chat.transcript")}
            aria-expanded={mails}
            onClick={() => setMails(!mails)}
          >
            <Icon of={Mail} />
          </button>
        )}
      </ChatHead>
      {conversation && (
        <LiveConversation key={conversation.live} live={conversation.live} chat={chat} onConnected={chat.setLive} />
      )}
      {mails && conversation && <ChatTranscript conversation={conversation} onSent={() => setMails(false)} />}
      <ChatLog chat={chat} minutes={availability?.wait_seconds ? minutesOf(availability.wait_seconds) : null}>
        {chat.guestConversation && <JoinOffer id={chat.guestConversation} onJoined={chat.refresh} />}
        {!hasStarted && <ChatStart chat={chat} />}
        {conversation?.state === "resolved" && !conversation.rated && (
          <ChatRating id={conversation.id} onRated={chat.refresh} />
        )}
      </ChatLog>
      <ChatComposer chat={chat} page={page} />
    </>
  );
}
