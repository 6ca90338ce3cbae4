import { LogOut, User } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Icon } from "#kit/ui/icon.tsx";
import { useHref } from "#kit/web/lang.ts";
import { useSession } from "#modules/accounts/web/session.ts";
import { useLogOut } from "#modules/accounts/web/use-log-out.ts";

/** What hangs under the avatar: the account, and the way out. Arrow keys walk through it. */
export default function AccountMenu({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("content");
  const href = useHref();
  const user = useSession(state => state.user);
  const logOut = useLogOut();
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const items = () => [...(menu.current?.querySelectorAll<HTMLElement>(".menu-i") ?? [])];
    items()[0]?.focus();
    const onKey = (event: KeyboardEvent) => {
      if (event.key === "Escape") return onClose();
      const move = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
      if (move === 0) return;
      event.preventDefault();
      const all = items();
      all.at((all.indexOf(document.activeElement as HTMLElement) + move) % all.length)?.focus();
    };
    const onPointer = (event: PointerEvent) => {
      if (!menu.current?.parentElement?.contains(event.target as Node)) onClose();
    };
    document.addEventListener("keydown", onKey);
    document.addEventListener("pointerdown", onPointer);
    return () => {
      document.removeEventListener("keydown", onKey);
      document.removeEventListener("pointerdown", onPointer);
    };
  }, [onClose]);
  return (
    <div ref={menu} className="menu" role="menu" aria-label={t("frame.account")}>
      <p className="menu-i b" role="none">
        <span className="ell">{user?.name}</span>
        {user?.is_test && <span className="tag end">{t("frame.test")}</span>}
      </p>
      <div className="menu-sep" />
      <Link className="menu-i" role="menuitem" to={href("/profile")} onClick={onClose}>
        <Icon of={User} size={17} />
        {t("bar.profile")}
      </Link>
      <button
        type="button"
        className="menu-i"
        role="menuitem"
        onClick={() => {
          onClose();
          void logOut();
        }}
      >
        <Icon of={LogOut} size={17} />
        {t("frame.log_out")}
      </button>
    </div>
  );
}
