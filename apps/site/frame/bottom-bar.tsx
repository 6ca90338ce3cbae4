import { Club, Gift, House, Menu, User } from "lucide-react";
import { Suspense, useEffect, useState } from "react";
import { Link, useLocation } from "react-router";
import { barePath } from "#kit/i18n/locale.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { useHref } from "#kit/web/lang.ts";
import { preloadOn } from "#kit/web/preload.ts";
import { preloadable } from "#kit/web/preloadable.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { useUnread } from "#modules/notifications/web/unread-store.ts";

const Drawer = preloadable(() => import("./drawer.tsx"));

const items = [
  { key: "home", path: "/", icon: House },
  { key: "games", path: "/games", icon: Club },
  { key: "bonuses", path: "/bonuses", icon: Gift },
  { key: "profile", path: "/profile", icon: User },
] as const;

/** A dot for unread messages; the profile tab announces the count. */
function UnreadDot() {
  const { t } = useTranslation("lobby");
  const unread = useUnread();
  if (unread === 0) return null;
  return (
    <span className="unread-dot">
      <span className="sr-only">{t("frame.inbox_unread", { count: unread })}</span>
    </span>
  );
}

const isAt = (at: string, path: string) => (path === "/" ? at === "/" : at.startsWith(path));

/** The phone's bar: the menu and four main links. */
export function BottomBar() {
  const { t } = useTranslation("lobby");
  const href = useHref();
  const { pathname } = useLocation();
  const at = barePath(pathname);
  const [open, setOpen] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the menu
  useEffect(() => setOpen(false), [pathname]);
  return (
    <>
      <nav className="bottom" aria-label={t("frame.bar")}>
        <button
          type="button"
          className={open ? "on" : undefined}
          {...preloadOn(Drawer.load)}
          aria-expanded={open}
          onClick={() => setOpen(true)}
        >
          <Icon of={Menu} size={22} />
          <span>{t("frame.menu")}</span>
        </button>
        {items.map(item => (
          <Link key={item.key} to={href(item.path)} className={isAt(at, item.path) ? "on" : undefined}>
            <Icon of={item.icon} size={22} />
            <span>{t(`bar.${item.key}`)}</span>
            {item.key === "profile" && <UnreadDot />}
          </Link>
        ))}
      </nav>
      {open && (
        <Suspense>
          <Drawer onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
