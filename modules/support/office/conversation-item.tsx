import { useEffect, useState } from "react";
import { Link } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { Tag } from "#modules/operators/office/parts/office-page.tsx";
import type { ListedConversation } from "./contract.ts";

/** The player's name, or a guest with the end of the id. */
export function useVisitorName(): (of: Pick<ListedConversation, "player" | "guest">) => string {
  const { t } = useTranslation("office");
  return ({ player, guest }) => player?.name ?? t("support.guest", { id: guest ?? "" });
}

export function ConversationItem({ item, chosen }: { item: ListedConversation; chosen: boolean }) {
  const { t } = useTranslation("office");
  const nameOf = useVisitorName();
  return (
    <li className={chosen ? "chosen" : undefined}>
      <Link to={`/support/${item.id}`} aria-current={chosen ? "page" : undefined}>
        <span className="row spread">
          <b className="ellipsis">{nameOf(item)}</b>
          <Waits since={item.waiting_since} due={item.due_at} />
        </span>
        <span className="ellipsis">{item.last_text}</span>
        <span className="row sm">
          <Tag tone="plain">{t(`support.topics.${item.topic}`)}</Tag>
          <Tag tone="plain">{languageOf(item.locale)}</Tag>
          {item.state === "open" && item.assignee && <span className="muted ellipsis">{item.assignee.name}</span>}
          {item.complaint && <Tag tone="bad">{t("support.complaint")}</Tag>}
          {item.spam && <Tag tone="bad">{t("support.is_spam")}</Tag>}
          {item.rating && <Tag tone={ratingTone[item.rating]}>{t(`support.rated.${item.rating}`)}</Tag>}
          {item.unread > 0 && (
            <span className="n num">
              {item.unread}
              <span className="sr-only"> {t("support.unread")}</span>
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}

const ratingTone = { yes: "good", partly: "wait", no: "bad" } as const;

/** How long the visitor has been waiting, minutes and seconds, in red once the answer is overdue; display only. */
function Waits({ since, due }: { since: string | null; due: string | null }) {
  const { t } = useTranslation("office");
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (since === null) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [since]);
  if (since === null) return null;
  const ms = Math.max(0, now - Date.parse(since));
  const [minutes, seconds] = [Math.floor(ms / 60_000), Math.floor((ms % 60_000) / 1000)];
  const text =
    minutes < 60
      ? `${minutes}:${String(seconds).padStart(2, "0")}`
      : t("support.hours", { n: Math.floor(minutes / 60) });
  const isLate = due !== null && now >= Date.parse(due);
  return <span className={isLate ? "num down" : "num muted"}>{text}</span>;
}
