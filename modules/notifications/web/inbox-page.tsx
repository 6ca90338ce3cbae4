import { CheckCheck } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { showCount } from "#kit/i18n/numbers.ts";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { type Group, groups, isIn } from "./entry-subject.ts";
import { InboxDetail } from "./inbox-detail.tsx";
import { InboxList } from "./inbox-list.tsx";
import { OffersSection } from "./offers-section.tsx";
import { useUnread } from "./unread-store.ts";
import { useInbox } from "./use-inbox.ts";
import "./inbox.css";

export const handle = { texts: ["notifications"] };

/** Notices about the account, newest first, with the chosen one beside them; on a phone it takes their place. */
export default function InboxPage() {
  const { t } = useTranslation("notifications");
  const { items, failed, busy, more, again, read, remove, restore } = useInbox();
  const [group, setGroup] = useState<Group>("all");
  const [search] = useSearchParams();
  const unread = useUnread();
  const shown = items?.filter(entry => isIn(group, entry));
  const chosen = items?.find(({ id }) => id === search.get("entry"));
  const detail = chosen ?? shown?.[0];
  const page = useRef<HTMLDivElement>(null);
  useInView(page, chosen?.id);
  return (
    <div className="inbox-page" ref={page}>
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
      <Groups chosen={group} unread={unread} onChoose={setGroup} />
      <div className={chosen ? "inbox-columns chosen" : "inbox-columns"}>
        <section className="card inbox" aria-busy={items === undefined}>
          {items === undefined && !failed && <Skeleton height={240} />}
          {shown?.length === 0 && <p className="empty">{t(group === "all" ? "empty" : "none_here")}</p>}
          {shown && shown.length > 0 && <InboxList entries={shown} chosen={detail?.id} onRead={read} />}
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
        {detail && <InboxDetail key={detail.id} entry={detail} onRemove={remove} onRestore={restore} />}
      </div>
      <OffersSection />
    </div>
  );
}

/** On a phone a chosen entry takes the list's place: it comes into view with the focus, and so does its row when it closes. */
function useInView(page: RefObject<HTMLElement | null>, chosen: string | undefined): void {
  const shown = useRef<string>(undefined);
  useEffect(() => {
    const before = shown.current;
    shown.current = chosen;
    if (chosen === before || !matchMedia("(max-width: 767px)").matches) return;
    const now = page.current?.querySelector<HTMLElement>(chosen ? ".inbox-detail" : `[href$="entry=${before}"]`);
    now?.scrollIntoView({ block: chosen ? "start" : "center" });
    now?.focus({ preventScroll: true });
  }, [page, chosen]);
}

interface GroupsProps {
  readonly chosen: Group;
  readonly unread: number;
  onChoose(group: Group): void;
}

function Groups({ chosen, unread, onChoose }: GroupsProps) {
  const { t } = useTranslation("notifications");
  const language = languageOf(useLocale());
  return (
    <fieldset className="chips inbox-groups" aria-label={t("groups.label")}>
      {groups.map(group => (
        <button
          key={group}
          type="button"
          className="chip"
          aria-pressed={group === chosen}
          onClick={() => onChoose(group)}
        >
          {t(`groups.${group}`)}
          {group === "new" && unread > 0 && <span className="num">{showCount(unread, language)}</span>}
        </button>
      ))}
    </fieldset>
  );
}
