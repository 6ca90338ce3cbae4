import {
  Activity,
  Banknote,
  CheckCheck,
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
import { languageOf } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import { isCurrency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { useDates } from "#kit/web/use-dates.ts";
import type { InboxEntry } from "../shared/contract.ts";
import type { EntryKind } from "../shared/kinds.ts";
import { OffersSection } from "./offers-section.tsx";
import { useUnread } from "./unread-store.ts";
import { useInbox } from "./use-inbox.ts";
import "./inbox.css";

export const handle = { texts: ["notifications"] };

type Subject = "offers" | "security" | "payouts" | "limits" | "profile" | "tournaments" | "betting" | "play";

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
const pages: Readonly<Record<Subject, string>> = {
  offers: "/bonuses",
  security: "/profile/access",
  payouts: "/profile/history",
  limits: "/profile/limits",
  profile: "/profile/setting",
  tournaments: "/tournaments",
  betting: "/betting/my-bets",
  play: "/profile/play",
};

function subjectOf(kind: EntryKind): Subject {
  if (kind.startsWith("bonus_")) return "offers";
  if (kind.startsWith("payout_")) return "payouts";
  if (kind.startsWith("tournament_")) return "tournaments";
  if (kind === "cashed_out_by_rule") return "betting";
  if (kind.startsWith("play_")) return "play";
  if (/^(name|avatar)_/.test(kind)) return "profile";
  return kind === "limits_changed" || kind === "break_began" ? "limits" : "security";
}

/** Notices about the account, newest first. */
export default function InboxPage() {
  const { t } = useTranslation("notifications");
  const { items, failed, busy, more, again, read } = useInbox();
  const unread = useUnread();
  return (
    <div className="inbox-page">
      <section className="card inbox" aria-busy={items === undefined}>
        <PageHead title={t("title")} noIndex />
        <div className="row spread inbox-head">
          <h2 className="display">{t("title")}</h2>
          {unread > 0 && (
            <Button variant="ghost" size="s" onClick={() => read()}>
              <Icon of={CheckCheck} size={17} />
              {t("read_all")}
            </Button>
          )}
        </div>
        <p className="muted sm">{t("about")}</p>
        {items === undefined && !failed && <Skeleton height={240} />}
        {items?.length === 0 && <p className="empty">{t("empty")}</p>}
        <ul>
          {items?.map(entry => (
            <Entry key={entry.id} entry={entry} onRead={() => read(entry.id)} />
          ))}
        </ul>
        {failed && (
          <div className="empty">
            <p role="alert">{t("failed")}</p>
            <Button variant="secondary" onClick={again}>
              {t("again")}
            </Button>
          </div>
        )}
        {!failed && more && (
          <Button variant="outline" wide busy={busy} onClick={more}>
            {t("more")}
          </Button>
        )}
      </section>
      <OffersSection />
    </div>
  );
}

/** Opening an entry navigates to where the player can act on it, and marks it as read. */
function Entry({ entry, onRead }: { entry: InboxEntry; onRead: () => void }) {
  const { t } = useTranslation("notifications");
  const href = useHref();
  const { moment } = useDates();
  const subject = subjectOf(entry.kind);
  const text = useEntryText(entry);
  const picture = entry.kind === "new_device" ? ShieldAlert : icons[subject];
  return (
    <li>
      <Link
        className={entry.read ? "inbox-entry" : "inbox-entry new"}
        to={href(entry.data.tournament ? `/tournament/${entry.data.tournament}` : pages[subject])}
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
          {moment(entry.created_at)}
        </time>
      </Link>
    </li>
  );
}

function useEntryText({ kind, data }: InboxEntry): string {
  const { t } = useTranslation("notifications");
  const locale = useLocale();
  const language = languageOf(locale);
  const { moment } = useDates();
  const { amount, currency, place = "", contact = "", device, address = "", until, name = "", why } = data;
  const { titles, rank = 0, text = "" } = data;
  const hasSum = amount !== undefined && currency !== undefined && isCurrency(currency);
  return t(`kinds.${kind}.text`, {
    place,
    contact,
    address,
    name,
    title: titles?.[locale] ?? "",
    rank,
    text,
    why: why === undefined ? "" : t(`why.${why}`),
    sum: hasSum ? showMoney(parseDecimal(amount), currency, language) : "",
    device: device ?? t("unknown_device"),
    until: until === undefined ? "" : moment(until),
  });
}
