import { X } from "lucide-react";
import { useCallback, useEffect, useRef, useState } from "react";
import { showDayAndTime } from "#kit/i18n/format.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import { readSupport, type WrittenMessage } from "../shared/contract.ts";
import { ChatForm } from "./chat-form.tsx";
import "./chat.css";

export interface ChatPanelProps {
  readonly open: boolean;
  /** The page the message is about. */
  readonly page: string;
  /** An external widget in place of the form. */
  readonly widgetUrl: string | null;
  onClose(): void;
}

/** The conversation with support. Closing only hides it, so that typed text remains. */
export default function ChatPanel({ open, page, widgetUrl, onClose }: ChatPanelProps) {
  const { t } = useTranslation("support");
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!open) return;
    panel.current?.focus();
    const onKey = (event: KeyboardEvent) => event.key === "Escape" && onClose();
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, [open, onClose]);
  return (
    <aside ref={panel} className="chat" hidden={!open} tabIndex={-1} aria-label={t("chat.title")}>
      <header className="row spread">
        <h2>{t("chat.title")}</h2>
        <button type="button" className="iconbtn s" aria-label={t("chat.close")} onClick={onClose}>
          <Icon of={X} />
        </button>
      </header>
      {widgetUrl ? <Widget url={widgetUrl} page={page} /> : <Conversation page={page} open={open} />}
    </aside>
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

function Conversation({ page, open }: { page: string; open: boolean }) {
  const { t } = useTranslation("support");
  const language = languageOf(useLocale());
  const { messages, add } = useMessages(page, open);
  return (
    <>
      <div className="chat-list" role="log">
        <p className="note">{t("chat.offline")}</p>
        {messages.map(({ id, text, written_at, answer, answered_at }) => (
          <div key={id} className="col">
            <p className="said own">
              {text}
              <small>{showDayAndTime(written_at, language)}</small>
            </p>
            {answer !== null && (
              <p className="said">
                {answer}
                {answered_at && <small>{showDayAndTime(answered_at, language)}</small>}
              </p>
            )}
          </div>
        ))}
      </div>
      <ChatForm page={page} onWritten={add} />
    </>
  );
}

/** A player's own messages, read again after each change of the page; a guest sees those just written. */
function useMessages(page: string, open: boolean) {
  const isPlayer = useSession(state => state.status === "player");
  const { data, refetch } = useQuery(readSupport, {}, { enabled: isPlayer && open });
  const seen = useRef(page);
  useEffect(() => {
    if (isPlayer && open && seen.current !== page) void refetch();
    seen.current = page;
  }, [refetch, isPlayer, open, page]);
  const [written, setWritten] = useState<readonly WrittenMessage[]>([]);
  const add = useCallback((message: WrittenMessage) => setWritten(known => [...known, message]), []);
  useEffect(() => {
    if (!isPlayer) setWritten([]);
  }, [isPlayer]);
  const read = (isPlayer && data) || [];
  const ids = new Set(read.map(({ id }) => id));
  return { messages: [...read, ...written.filter(({ id }) => !ids.has(id))], add };
}
