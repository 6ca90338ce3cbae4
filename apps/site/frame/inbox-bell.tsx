import { Bell } from "lucide-react";
import { Link } from "react-router";
import { Icon } from "#kit/ui/icon.tsx";
import { useHref } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useUnread, useWatchUnread } from "#modules/notifications/web/unread-store.ts";

/** The link to the inbox with the number of unread messages. On phones the dot is at the profile in the bottom bar. */
export function InboxBell() {
  const { t } = useTranslation("lobby");
  const href = useHref();
  const unread = useUnread();
  useWatchUnread();
  const label = unread === 0 ? t("frame.inbox") : t("frame.inbox_unread", { count: unread });
  return (
    <Link className="iconbtn bell hide-mobile" to={href("/profile/inbox")} aria-label={label} title={label}>
      <Icon of={Bell} size={18} />
      {unread > 0 && <span className="unread-dot" aria-hidden="true" />}
    </Link>
  );
}
