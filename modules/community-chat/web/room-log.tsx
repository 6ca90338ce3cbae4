import { EyeOff, Flag } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { dateFormat } from "#kit/i18n/format.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { PlayerAvatar } from "#kit/ui/seal.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { notify } from "#kit/web/notify.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import {
  type ChatMessage,
  type ReportReason,
  reportMessage,
  reportReasons,
  type Standing,
} from "../shared/contract.ts";
import { BetCard } from "./bet-card.tsx";
import { mentions } from "./mentions.ts";
import { ModeratorRow, RainRow, TipRow } from "./rain-row.tsx";

interface RoomLogProps {
  readonly messages: readonly ChatMessage[];
  readonly you: Standing | null;
  /** Puts a name into the reader's message. */
  onMention(name: string): void;
}

/** The messages; scrolled to the end unless the reader looks further up. */
export function RoomLog({ messages, you, onMention }: RoomLogProps) {
  const { t } = useTranslation("community-chat");
  const list = useRef<HTMLElement>(null);
  const isAtEnd = useRef(true);
  const last = messages.at(-1);
  const isOwn = last !== undefined && last.author.id === you?.author;
  const toEnd = () => list.current?.scrollTo({ top: list.current.scrollHeight });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a message of their own is shown wherever they look.
  useEffect(() => {
    if (isOwn) toEnd();
  }, [last?.number, isOwn]);
  // Rows grow after they were added: a rain shows its button when the reader's standing is known.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the list stays the same element.
  useEffect(() => {
    const rows = list.current?.querySelector("ul");
    if (!rows) return;
    const observer = new ResizeObserver(() => isAtEnd.current && toEnd());
    observer.observe(rows);
    return () => observer.disconnect();
  }, []);
  return (
    <section
      ref={list}
      className="talk-list"
      aria-label={t("messages")}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
      tabIndex={0}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        isAtEnd.current = scrollTop + clientHeight > scrollHeight - 40;
      }}
    >
      {messages.length === 0 && <p className="talk-empty muted">{t("empty")}</p>}
      <ul role="log">
        {messages.map(message => (
          <Entry key={message.id} message={message} you={you} onMention={onMention} />
        ))}
      </ul>
    </section>
  );
}

interface EntryProps extends Omit<RoomLogProps, "messages"> {
  readonly message: ChatMessage;
}

function Entry({ message, you, onMention }: EntryProps) {
  if (message.rain) return <RainRow rain={message.rain} you={you} />;
  if (message.tip) return <TipRow tip={message.tip} />;
  if (message.kind === "moderator" && message.removed === null) return <ModeratorRow text={message.text} />;
  return <Row message={message} you={you} onMention={onMention} />;
}

function Row({ message: { id, author, text, at, removed, bet }, you, onMention }: EntryProps) {
  const { t } = useTranslation("community-chat");
  const language = languageOf(useLocale());
  const [asks, setAsks] = useState(false);
  const [isOwn, mayReport] = [author.id === you?.author, you !== null];
  const isToReader = !isOwn && mentions(text, you?.name ?? null);
  const name = isOwn ? t("you") : (author.face?.name ?? t("hidden"));
  return (
    <li className={isOwn || isToReader ? "talk-row own" : "talk-row"}>
      {author.face ? (
        <PlayerAvatar of={author.face.avatar} size={26} />
      ) : (
        <span className="talk-mask" aria-hidden="true">
          <Icon of={EyeOff} size={14} />
        </span>
      )}
      <div className="grow">
        <p className="talk-name">
          {!isOwn && author.face && you?.may === "write" ? (
            <button
              type="button"
              className="talk-author"
              title={t("mention", { name })}
              onClick={() => onMention(name)}
            >
              {name}
            </button>
          ) : (
            <b>{name}</b>
          )}
          {author.level !== null && (
            <span className="tag talk-level">
              <span aria-hidden="true">★{author.level}</span>
              <span className="sr-only">{t("level", { level: author.level })}</span>
            </span>
          )}
          {author.test && (
            <span className="tag" title={t("test_account")}>
              {t("test")}
            </span>
          )}
          {isToReader && <span className="sr-only">{t("to_you")}</span>}
          {!isOwn && mayReport && removed === null && (
            <button
              type="button"
              className="talk-report"
              aria-label={t("report_of", { name })}
              title={t("report")}
              aria-expanded={asks}
              onClick={() => setAsks(!asks)}
            >
              <Icon of={Flag} size={13} />
            </button>
          )}
          <time className="muted xs" dateTime={at}>
            {dateFormat(language, "clock")(at).slice(0, 5)}
          </time>
        </p>
        <p className={removed === null ? "talk-text" : "talk-text muted"}>
          {removed === null ? text : t("removed", { why: t(`reasons.${removed}`) })}
        </p>
        {bet && <BetCard bet={bet} />}
        {asks && <Report id={id} onDone={() => setAsks(false)} />}
      </div>
    </li>
  );
}

function Report({ id, onDone }: { id: string; onDone(): void }) {
  const { t } = useTranslation("community-chat");
  const { mutate } = useMutation(reportMessage);
  const { busy, submit } = useSubmit("community-chat");
  const send = (reason: ReportReason) =>
    submit(async () => {
      await mutate({ params: { id }, body: { reason } });
      notify({ kind: "info", lines: [t("reported")] });
      onDone();
    });
  return (
    <fieldset className="talk-reasons">
      <legend>{t("report_why")}</legend>
      {reportReasons.map(reason => (
        <button key={reason} type="button" className="chip" disabled={busy} onClick={() => void send(reason)}>
          {t(`reasons.${reason}`)}
        </button>
      ))}
    </fieldset>
  );
}
