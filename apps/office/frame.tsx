import {
  ArrowLeftRight,
  AtSign,
  BadgePercent,
  ClipboardCheck,
  Coins,
  Copy,
  Crown,
  Dices,
  FerrisWheel,
  FileChartColumn,
  FileDown,
  FileText,
  Gauge,
  Gem,
  Gift,
  Globe,
  Handshake,
  HeartPulse,
  IdCard,
  Joystick,
  Landmark,
  Languages,
  LayoutDashboard,
  ListChecks,
  ListFilter,
  LogOut,
  type LucideIcon,
  Mails,
  Medal,
  Megaphone,
  MessageCircle,
  MessageSquareQuote,
  MessagesSquare,
  Network,
  PackageOpen,
  Plug,
  Scale,
  ScrollText,
  Search,
  Server,
  ShieldAlert,
  SlidersHorizontal,
  Target,
  Ticket,
  Trophy,
  UserCheck,
  UserCog,
  Users,
  Webhook,
  Workflow,
} from "lucide-react";
import { Fragment, lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react";
import { NavLink, Outlet, useLocation, useNavigate } from "react-router";
import { isLocale, languageOf, localeName, localeOfLanguage, locales } from "#kit/i18n/locale.ts";
import type { TextKey } from "#kit/i18n/text-keys.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { Mark } from "#kit/ui/mark.tsx";
import { ApiError } from "#kit/web/api-error.ts";
import { useClient } from "#kit/web/client.ts";
import { isDialogOpen } from "#kit/web/open-dialog.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { readQueues } from "#modules/operations/office/contract.ts";
import { call } from "#modules/operators/office/api.ts";
import { chooseLanguage, pageLanguage } from "#modules/operators/office/language.ts";
import { viewsSlot } from "#modules/operators/office/list/views-slot.ts";
import { readAs } from "#modules/operators/office/office-client.ts";
import { signedOut } from "#modules/operators/office/parts/office-events.ts";
import { OfficePage, Panel } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { type Session, SessionContext, useSession } from "#modules/operators/office/session.ts";
import { SessionWatch } from "#modules/operators/office/session-watch.tsx";
import type { SignInState } from "#modules/operators/office/sign-in-state.ts";
import { StepUp } from "#modules/operators/office/step-up.tsx";
import type { Permission } from "#modules/operators/shared/permissions.ts";
import { leaveOffice, type Me, readMe } from "#modules/operators/shared/sign-in-contract.ts";
import { PageKeys } from "./page-keys.tsx";

const Palette = lazy(async () => ({ default: (await import("./palette.tsx")).Palette }));

interface MenuItem {
  readonly to: string;
  readonly text: TextKey<"office">;
  readonly icon: LucideIcon;
  readonly permission: Permission;
  /** The name of its queue. */
  readonly queue?: string;
}

const menuItems: readonly MenuItem[] = [
  { to: "/", text: "pages.dashboard", icon: LayoutDashboard, permission: "dashboard.read" },
  { to: "/players", text: "pages.players", icon: Users, permission: "players.read" },
  { to: "/mentions", text: "pages.mentions", icon: AtSign, permission: "players.note", queue: "mentions" },
  { to: "/kyc", text: "pages.kyc", icon: IdCard, permission: "kyc.read", queue: "kyc" },
  { to: "/payouts", text: "pages.payouts", icon: Landmark, permission: "payouts.read", queue: "payouts" },
  { to: "/payments", text: "pages.payments", icon: ArrowLeftRight, permission: "payments.read" },
  { to: "/coins", text: "pages.coins", icon: Coins, permission: "payments.read", queue: "coins" },
  { to: "/corrections", text: "pages.corrections", icon: Scale, permission: "corrections.read", queue: "corrections" },
  { to: "/approvals", text: "pages.approvals", icon: ClipboardCheck, permission: "approvals.read", queue: "approvals" },
  {
    to: "/moderation",
    text: "pages.moderation",
    icon: UserCheck,
    permission: "moderation.read",
    queue: "moderation",
  },
  { to: "/rooms", text: "pages.rooms", icon: MessagesSquare, permission: "moderation.read" },
  { to: "/wheel", text: "pages.wheel", icon: FerrisWheel, permission: "wheel.read" },
  { to: "/providers", text: "pages.providers", icon: Plug, permission: "providers.read" },
  { to: "/games", text: "pages.games", icon: Dices, permission: "bets.read" },
  { to: "/rtp", text: "pages.rtp", icon: Gauge, permission: "bets.read" },
  { to: "/trading", text: "pages.trading", icon: Trophy, permission: "betting.read", queue: "trading" },
  { to: "/slips", text: "pages.slips", icon: Ticket, permission: "bets.read" },
  { to: "/catalogue", text: "pages.catalogue", icon: Joystick, permission: "games.read" },
  { to: "/free-spins", text: "pages.campaigns", icon: Gift, permission: "campaigns.read" },
  { to: "/bonuses", text: "pages.bonuses", icon: BadgePercent, permission: "campaigns.read" },
  { to: "/missions", text: "pages.missions", icon: Target, permission: "campaigns.read" },
  { to: "/segments", text: "pages.segments", icon: ListFilter, permission: "campaigns.read" },
  { to: "/campaigns", text: "pages.targeted", icon: Megaphone, permission: "campaigns.read" },
  { to: "/templates", text: "pages.templates", icon: Mails, permission: "campaigns.read" },
  { to: "/welcome-packs", text: "pages.packs", icon: PackageOpen, permission: "campaigns.read" },
  { to: "/content", text: "pages.content", icon: FileText, permission: "content.read" },
  { to: "/site-texts", text: "pages.site_texts", icon: Languages, permission: "content.read" },
  { to: "/partners", text: "pages.partners", icon: Handshake, permission: "partners.read", queue: "partners" },
  { to: "/tournaments", text: "pages.tournaments", icon: Medal, permission: "campaigns.read" },
  { to: "/jackpots", text: "pages.jackpots", icon: Gem, permission: "campaigns.read" },
  { to: "/vip", text: "pages.vip", icon: Crown, permission: "vip.read", queue: "vip" },
  { to: "/harm", text: "pages.harm", icon: HeartPulse, permission: "harm.read", queue: "harm" },
  { to: "/risk", text: "pages.risk", icon: ShieldAlert, permission: "risk.read", queue: "risk" },
  { to: "/risk-clusters", text: "pages.risk_clusters", icon: Network, permission: "risk.read" },
  { to: "/risk-rules", text: "pages.risk_rules", icon: Workflow, permission: "risk.read" },
  { to: "/support", text: "pages.support", icon: MessageCircle, permission: "support.read", queue: "support" },
  { to: "/canned", text: "pages.canned", icon: MessageSquareQuote, permission: "support.read" },
  { to: "/regions", text: "pages.regions", icon: Globe, permission: "regions.read" },
  { to: "/mirrors", text: "pages.mirrors", icon: Copy, permission: "regions.read" },
  { to: "/nodes", text: "pages.nodes", icon: Server, permission: "dashboard.read" },
  { to: "/jobs", text: "pages.jobs", icon: ListChecks, permission: "jobs.read", queue: "jobs" },
  { to: "/webhooks", text: "pages.webhooks", icon: Webhook, permission: "webhooks.read" },
  { to: "/audit", text: "pages.audit", icon: ScrollText, permission: "audit.read" },
  { to: "/reports", text: "pages.reports", icon: FileChartColumn, permission: "reports.read" },
  { to: "/exports", text: "pages.exports", icon: FileDown, permission: "exports.read" },
  { to: "/settings", text: "pages.settings", icon: SlidersHorizontal, permission: "flags.read" },
  { to: "/operators", text: "pages.operators", icon: UserCog, permission: "operators.read" },
];

/** The frame of every page: loads the signed-in operator, and shows links to the pages they may open. */
export function Frame() {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const [me, setMe] = useState<Me>();
  const toLogin = useCallback((state?: SignInState) => void navigate("/login", { replace: true, state }), [navigate]);

  const client = useClient();
  useEffect(() => {
    // The router's location would start the effect again at each page.
    const here = () => `${location.pathname}${location.search}`;
    const end = () => toLogin({ to: here(), hasEnded: true });
    const load = (isFirst: boolean) =>
      call(readMe, {}).then(
        ({ data }) => {
          readAs(data.id);
          setMe(data);
        },
        (error: unknown) => {
          if (!(error instanceof ApiError)) throw error;
          // Without a connection the page stays: the next call finds out.
          if (isFirst || error.status === 401) toLogin({ to: here(), hasEnded: !isFirst });
        },
      );
    void load(true);
    // The server closes the socket when the session ends and when the role changes.
    const stop = client.onLost(() => client.isLost() && void load(false));
    addEventListener(signedOut, end);
    return () => {
      stop();
      removeEventListener(signedOut, end);
    };
  }, [toLogin, client]);

  const session = useMemo<Session | null>(
    () =>
      me
        ? {
            me,
            may: permission => me.permissions.includes(permission),
            async leave() {
              await call(leaveOffice, {}).catch(() => undefined);
              toLogin();
            },
          }
        : null,
    [me, toLogin],
  );
  if (!session) return null;
  const open = menuItems.filter(({ permission }) => session.may(permission));
  const here = menuItems.find(({ to }) => pathname === to || (to !== "/" && pathname.startsWith(`${to}/`)));
  const isRefused = here !== undefined && !session.may(here.permission);
  if (isRefused && (pathname === "/" || open.length === 0)) return <FirstPage to={open[0]?.to} session={session} />;
  return (
    <SessionContext value={session}>
      <div className="office">
        <SkipLink />
        <Side menuItems={open} />
        <div className="office-main">
          <SessionWatch session={session.me.session} />
          <PaletteKeys menuItems={open} />
          <OpenPageKeys menuItems={open} />
          <StepUp />
          <Suspense>{isRefused ? <NoAccess to={here} /> : <Outlet />}</Suspense>
        </div>
      </div>
    </SessionContext>
  );
}

/** Opened by Ctrl+K or ⌘K, and by a button of the sidebar. */
const openPalette = "office-open-palette";

function PaletteKeys({ menuItems: open }: { menuItems: readonly MenuItem[] }) {
  const { t } = useTranslation("office");
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const show = () => {
      if (!isDialogOpen()) setOpen(true);
    };
    const press = (event: KeyboardEvent) => {
      if (event.code !== "KeyK" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
      event.preventDefault();
      show();
    };
    addEventListener("keydown", press);
    addEventListener(openPalette, show);
    return () => {
      removeEventListener("keydown", press);
      removeEventListener(openPalette, show);
    };
  }, []);
  if (!isOpen) return null;
  const pages = open.map(({ to, text }) => ({ to, title: t(text) }));
  return (
    <Suspense>
      <Palette pages={pages} onClose={() => setOpen(false)} />
    </Suspense>
  );
}

function OpenPageKeys({ menuItems: open }: { menuItems: readonly MenuItem[] }) {
  const { t } = useTranslation("office");
  return <PageKeys pages={open.map(({ to, text }) => ({ to, title: t(text) }))} />;
}

/** In place of a page that the operator's role may not open. */
function NoAccess({ to: { text } }: { to: MenuItem }) {
  const { t } = useTranslation("office");
  const { me } = useSession();
  return (
    <OfficePage title={t(text)}>
      <Panel>
        <p className="note" role="status">
          {t("no_access", { role: t(`roles.${me.role}`) })}
        </p>
      </Panel>
    </OfficePage>
  );
}

/** An operator without the dashboard begins on the first page that they may open; without any, they can only sign out. */
function FirstPage({ to, session }: { to: string | undefined; session: Session }) {
  const { t } = useTranslation("office");
  const navigate = useNavigate();
  useEffect(() => {
    if (to) void navigate(to, { replace: true });
  }, [to, navigate]);
  if (to) return null;
  return (
    <main className="alone">
      <section className="panel pad">
        <h1 className="display">{t("nothing_here")}</h1>
        <button type="button" className="btn" onClick={() => void session.leave()}>
          {t("leave")}
        </button>
      </section>
    </main>
  );
}

/** Past the links of the sidebar. The focus follows to a page that was opened from there, so that its keys work at once. */
function SkipLink() {
  const { t } = useTranslation("office");
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    const focused = document.activeElement;
    const isFree = focused === null || focused === document.body || focused.closest(".side") !== null;
    if (isFree) document.getElementById("main")?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <a className="skip" href="#main">
      {t("skip")}
    </a>
  );
}

function Side({ menuItems: open }: { menuItems: readonly MenuItem[] }) {
  const { t } = useTranslation("office");
  const { me, leave } = useSession();
  const queues = useOfficeQuery(readQueues, {}, 20_000);
  const { pathname } = useLocation();
  const nav = useRef<HTMLElement>(null);
  // On a phone the links are in a scrolling row: the current one is scrolled into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another path opens another page, and the counters make the row longer.
  useEffect(() => {
    nav.current?.querySelector(".active")?.scrollIntoView({ block: "nearest", inline: "center" });
  }, [pathname, queues.data]);
  return (
    <aside className="side">
      <div className="brand display">
        <Mark size={26} />
        <span>{t("office")}</span>
      </div>
      <button type="button" className="find" onClick={() => dispatchEvent(new Event(openPalette))}>
        <Icon of={Search} size={16} />
        <span className="grow">{t("palette.open")}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <nav ref={nav} aria-label={t("office")}>
        {open.map(({ to, text, icon, queue }) => {
          const waiting = queue === undefined ? 0 : (queues.data?.data[queue] ?? 0);
          return (
            <Fragment key={to}>
              <NavLink to={to} end={to === "/"}>
                <Icon of={icon} size={17} />
                <span>{t(text)}</span>
                {waiting > 0 && (
                  <span className="n num">
                    {waiting}
                    <span className="sr-only"> {t("waiting")}</span>
                  </span>
                )}
              </NavLink>
              {pathname === to && <div id={viewsSlot} className="side-views" />}
            </Fragment>
          );
        })}
      </nav>
      <div className="foot">
        <NavLink className="who" to="/sessions" title={t("sessions.list")}>
          <b>{me.name}</b>
          <small>{t(`roles.${me.role}`)}</small>
        </NavLink>
        <select
          aria-label={t("language")}
          value={localeOfLanguage(pageLanguage())}
          onChange={event => isLocale(event.target.value) && chooseLanguage(event.target.value)}
        >
          {locales.map(locale => (
            <option key={locale} value={locale} lang={languageOf(locale)}>
              {localeName(locale)}
            </option>
          ))}
        </select>
        <button type="button" className="leave" aria-label={t("leave")} title={t("leave")} onClick={() => void leave()}>
          <Icon of={LogOut} size={17} />
        </button>
      </div>
    </aside>
  );
}
