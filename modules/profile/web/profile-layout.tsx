import { useTranslation } from "#kit/web/texts.tsx";
import "./profile.css";
import { useEffect, useRef } from "react";
import { type LoaderFunctionArgs, NavLink, Outlet, redirect, useLocation, useNavigate } from "react-router";
import { barePath, isLocale, localePath } from "#kit/i18n/locale.ts";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { requestContext } from "#kit/web/context.ts";
import { useHref } from "#kit/web/lang.ts";
import { loginFirst } from "#kit/web/modal-link.ts";
import { useSession } from "#modules/accounts/web/session.ts";
import { ProfileHead } from "./profile-head.tsx";

export { keepsUnderModals as shouldRevalidate } from "#kit/web/modal-link.ts";

export const handle = { texts: ["profile"] };

/** A guest is redirected to the sign-in on the home page, and returns from there. */
export function loader({ context, params, request }: LoaderFunctionArgs) {
  if (context.get(requestContext).hasToken) return null;
  const home = isLocale(params.lang) ? localePath(params.lang, "/") : "/";
  throw redirect(loginFirst(home, new URL(request.url).pathname));
}

const tabs = [
  { key: "overview", path: "/profile" },
  { key: "access", path: "/profile/access" },
  { key: "inbox", path: "/profile/inbox" },
  { key: "bonuses", path: "/profile/bonuses" },
  { key: "history", path: "/profile/history" },
  { key: "statement", path: "/profile/statement" },
  { key: "setting", path: "/profile/setting" },
  { key: "limits", path: "/profile/limits" },
  { key: "play", path: "/profile/play" },
] as const;

/** The layout of all profile pages: player, balances, navigation. */
export default function ProfileLayout() {
  const { t } = useTranslation("lobby", "profile");
  const href = useHref();
  const user = useSession(state => state.user);
  const row = useShownTab(user !== null);
  const isOverview = barePath(useLocation().pathname) === "/profile";
  useLoginRequired();
  return (
    <div className={isOverview ? "profile" : "profile within"}>
      {user ? (
        <ProfileHead user={user} />
      ) : (
        <>
          <h1 className="sr-only">{t("menu.profile")}</h1>
          <Skeleton height={180} />
        </>
      )}
      <nav className="underline-tabs" aria-label={t("menu.profile")} ref={row}>
        {tabs.map(({ key, path }) => (
          <NavLink key={key} to={href(path)} end={path === "/profile"} prefetch="intent">
            {t(`profile:${key}`)}
          </NavLink>
        ))}
      </nav>
      {user && <Outlet />}
    </div>
  );
}

/** Scrolls to the current tab if the row of tabs is wider than the screen. */
function useShownTab(isThere: boolean) {
  const row = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each address is a tab
  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>("[aria-current=page]");
    row.current?.scrollTo({ left: (tab?.offsetLeft ?? 0) - 60 });
  }, [pathname, isThere]);
  return row;
}

/** Redirects a guest: home after logging out, and to the login when a token was invalid. */
function useLoginRequired(): void {
  const status = useSession(state => state.status);
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const home = useHref()("/");
  const wasPlayer = useRef(false);
  useEffect(() => {
    if (status === "player") wasPlayer.current = true;
    if (status === "guest") void navigate(wasPlayer.current ? home : loginFirst(home, pathname), { replace: true });
  }, [status, navigate, home, pathname]);
}
