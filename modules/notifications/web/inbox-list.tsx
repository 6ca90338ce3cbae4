import {
  Activity,
  Banknote,
  Gift,
  KeyRound,
  type LucideIcon,
  Medal,
  ShieldAlert,
  SlidersHorizontal,
  Ticket,
  UserRound,
} from "lucide-react";
import { Link } from "react-router";
import { Icon } from "#kit/ui/icon.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { serverNow } from "#kit/web/use-api.ts";
import { useDates } from "#kit/web/use-dates.ts";
import type { InboxEntry } from "../shared/contract.ts";
import { type Subject, subjectOf } from "./entry-subject.ts";
import { useEntryText } from "./use-entry-text.ts";

const icons: Readonly<Record<Subject, LucideIcon>> = {
  offers: Gift,
  security: KeyRound,
  payouts: Banknote,
  limits: SlidersHorizontal,
  profile: UserRound,
  tournaments: Medal,
  betting: Ticket,
  play: Activity,
};

interface ListProps {
  readonly entries: readonly InboxEntry[];
  /** The one that is shown beside the list. */
  readonly chosen: string | undefined;
  onRead(id: string): void;
}

/** Entries by day. */
export function InboxList({ entries, chosen, onRead }: ListProps) {
  const { day } = useDates();
  const inWords = useDayInWords();
  const days = new Map<string, InboxEntry[]>();
  for (const entry of entries) {
    const name = day(entry.created_at);
    days.set(name, [...(days.get(name) ?? []), entry]);
  }
  return [...days].map(([name, ofDay]) => (
    <div key={name} className="inbox-day">
      <h3 className="muted xs">{inWords(name)}</h3>
      <ul>
        {ofDay.map(entry => (
          <Entry key={entry.id} entry={entry} isChosen={entry.id === chosen} onRead={() => onRead(entry.id)} />
        ))}
      </ul>
    </div>
  ));
}

/** Today and yesterday as words, other days in digits. */
function useDayInWords(): (digits: string) => string {
  const { t } = useTranslation("notifications");
  const { day } = useDates();
  const now = serverNow("notifications");
  const nameOf = (daysAgo: number) => day(new Date(now - daysAgo * 86_400_000).toISOString());
  return digits => (digits === nameOf(0) ? t("today") : digits === nameOf(1) ? t("yesterday") : digits);
}

/** Choosing an entry shows it, and marks it as read. */
function Entry({
  entry,
  isChosen,
  onRead,
}: {
  readonly entry: InboxEntry;
  readonly isChosen: boolean;
  onRead(): void;
}) {
  const { t } = useTranslation("notifications");
  const { moment } = useDates();
  const text = useEntryText(entry);
  const picture = entry.kind === "new_device" ? ShieldAlert : icons[subjectOf(entry.kind)];
  return (
    <li>
      <Link
        className={entry.read ? "inbox-entry" : "inbox-entry new"}
        to={`?entry=${entry.id}`}
        aria-current={isChosen}
        preventScrollReset
        onClick={entry.read ? undefined : onRead}
      >
        <span className="inbox-icon">
          <Icon of={picture} size={18} />
        </span>
        <span className="what">
          <b>
            {t(`kinds.${entry.kind}.title`)}
            {!entry.read && <span className="tag signal">{t("unread")}</span>}
          </b>
          <span className="muted sm">{text}</span>
        </span>
        <time className="muted xs" dateTime={entry.created_at}>
          {moment(entry.created_at).split(" ").at(-1)}
        </time>
      </Link>
    </li>
  );
}
