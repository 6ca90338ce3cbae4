import { LogOut, User } from "lucide-react";
import { Link } from "react-router";
import { Icon } from "#kit/ui/icon.tsx";
import { useHref } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import { useLogOut } from "#modules/accounts/web/use-log-out.ts";
import { useMenu } from "./use-menu.ts";

/** The menu under the avatar: the account, and sign-out. With arrow keys. */
export default function AccountMenu({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation("lobby");
  const href = useHref();
  const user = useSession(state => state.user);
  const logOut = useLogOut();
  const menu = useMenu(onClose);
  return (
    <div ref={menu} className="menu" role="menu" aria-label={t("frame.account")}>
      <p className="menu-item bold" role="none">
        <span className="ellipsis">{user?.name}</span>
        {user?.is_test && <span className="tag end">{t("frame.test")}</span>}
      </p>
      <div className="menu-sep" />
      <Link className="menu-item" role="menuitem" to={href("/profile")} onClick={onClose}>
        <Icon of={User} size={17} />
        {t("bar.profile")}
      </Link>
      <button
        type="button"
        className="menu-item"
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
