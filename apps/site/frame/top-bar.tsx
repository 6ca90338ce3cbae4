import { Plus, Search } from "lucide-react";
import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { buttonClass } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { Mark } from "#kit/ui/mark.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { useHref } from "#kit/web/lang.ts";
import { useModalLink } from "#kit/web/modal-link.ts";
import { preloadOn } from "#kit/web/preload.ts";
import { preloadable } from "#kit/web/preloadable.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { useIsOnBreak, useSession } from "#modules/accounts/web/session.ts";
import { ChatButton } from "#modules/support/web/chat-button.tsx";
import { AccountButton } from "./account-button.tsx";
import { InboxBell } from "./inbox-bell.tsx";
import { WalletBox } from "./wallet-box.tsx";

const GameWatch = lazy(() => import("./game-watch.tsx"));
const Palette = preloadable(() => import("./palette.tsx"));

/** Search, wallet, deposit and the account; for a guest login and registration. On phones the chat button is here too, where it covers nothing. */
export function TopBar({ game }: { game: boolean }) {
  const { t } = useTranslation("lobby");
  return (
    <header className="top">
      <Link className="logo" to={useHref()("/")} aria-label={t("frame.home")}>
        <Mark size={28} />
      </Link>
      <SearchBox />
      <div className="grow hide-mobile" />
      {game && <OwnTime />}
      <GuestActions chat={<ChatButton className="iconbtn chat-top" label={t("frame.chat")} />} />
    </header>
  );
}

/** The session time; loaded with the first game, its space reserved from the first render. */
function OwnTime() {
  const isPlayer = useSession(state => state.status === "player");
  const [alive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  if (!isPlayer) return null;
  const placeholder = <span className="playclock" aria-hidden="true" />;
  if (!alive) return placeholder;
  return (
    <Suspense fallback={placeholder}>
      <GameWatch />
    </Suspense>
  );
}

function GuestActions({ chat }: { chat: ReactNode }) {
  const { t } = useTranslation("lobby");
  const status = useSession(state => state.status);
  const isOnBreak = useIsOnBreak();
  const link = useModalLink();
  if (status === "unknown") return <Skeleton width={250} height={42} />;
  if (status === "guest")
    return (
      <>
        {chat}
        <Link className={buttonClass({ variant: "ghost" })} to={link("login")} preventScrollReset>
          {t("frame.log_in")}
        </Link>
        <Link className={buttonClass({ variant: "primary" })} to={link("signup")} preventScrollReset>
          {t("frame.register")}
        </Link>
      </>
    );
  return (
    <>
      <WalletBox />
      {chat}
      {!isOnBreak && (
        <Link className={`${buttonClass({ variant: "primary" })} deposit`} to={link("deposit")} preventScrollReset>
          <Icon of={Plus} size={17} stroke={2.4} />
          <span className="label">{t("frame.deposit")}</span>
        </Link>
      )}
      <InboxBell />
      <AccountButton />
    </>
  );
}

/** Stores text typed into the search while its code is loading. */
function EarlyKeys({ onKey }: { onKey(key: string): void }) {
  useEffect(() => {
    const keep = (event: KeyboardEvent) => {
      if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) onKey(event.key);
    };
    addEventListener("keydown", keep);
    return () => removeEventListener("keydown", keep);
  });
  return null;
}

function SearchBox() {
  const { t } = useTranslation("lobby");
  const [open, setOpen] = useState(false);
  const early = useRef("");
  const show = () => {
    early.current = "";
    setOpen(true);
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const typing =
        event.target instanceof HTMLElement && event.target.matches("input, textarea, select, [contenteditable]");
      if (event.key !== "/" || typing || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      early.current = "";
      setOpen(true);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return (
    <>
      <button type="button" className="search" {...preloadOn(Palette.load)} onClick={show} aria-keyshortcuts="/">
        <Icon of={Search} size={17} />
        <span className="ellipsis">{t("frame.search")}</span>
        <kbd>/</kbd>
      </button>
      {open && (
        <Suspense fallback={<EarlyKeys onKey={key => (early.current += key)} />}>
          <Palette early={() => early.current} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
