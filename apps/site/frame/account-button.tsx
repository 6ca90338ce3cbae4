import { Suspense, useState } from "react";
import { PlayerAvatar } from "#kit/ui/seal.tsx";
import { preloadOn } from "#kit/web/preload.ts";
import { preloadable } from "#kit/web/preloadable.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";

const AccountMenu = preloadable(() => import("./account-menu.tsx"));

/** The avatar; its menu is loaded on first use. */
export function AccountButton() {
  const { t } = useTranslation("lobby");
  const user = useSession(state => state.user);
  const [open, setOpen] = useState(false);
  if (!user) return null;
  return (
    <div className="accountbox hide-mobile">
      <button
        type="button"
        className="ava-btn"
        aria-haspopup="menu"
        {...preloadOn(AccountMenu.load)}
        aria-expanded={open}
        aria-label={`${t("frame.account")}: ${user.name}`}
        onClick={() => setOpen(!open)}
      >
        <PlayerAvatar of={user.avatar} size={40} />
      </button>
      {open && (
        <Suspense>
          <AccountMenu onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
