import { Link, useLocation } from "react-router";
import { barePath } from "#kit/i18n/locale.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { Mark } from "#kit/ui/mark.tsx";
import { useHref } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { RoomsButton } from "#modules/community-chat/web/rooms-button.tsx";
import { GameGlyph } from "#modules/lobby/web/game-glyph.tsx";
import { gameMenuItems, type MenuItem, mainMenuItems, rewardMenuItems } from "#modules/lobby/web/menu-items.ts";
import { ChatButton } from "#modules/support/web/chat-button.tsx";
import { LanguageSwitch } from "./language-switch.tsx";

/** The sidebar of a wide screen; on game pages and medium screens only its rail of icons is shown. */
export function Sidebar() {
  const { t } = useTranslation("lobby");
  const href = useHref();
  return (
    <aside className="side">
      <Link className="logo" to={href("/")} aria-label={t("frame.home")}>
        <Mark />
        <span>Fairhouse</span>
      </Link>
      <Navigation />
      <div className="foot">
        <RoomsButton className="lang rooms-side" label={t("frame.rooms")} />
        <ChatButton className="lang chat-side" label={t("frame.chat")} />
        <LanguageSwitch />
      </div>
    </aside>
  );
}

/** The list of links, for the sidebar and for the phone's menu. */
export function Navigation() {
  const { t } = useTranslation("lobby");
  return (
    <nav className="nav" aria-label={t("frame.navigation")}>
      {mainMenuItems.map(item => (
        <MenuItemLink key={item.key} item={item} />
      ))}
      <p className="nav-heading">{t("menu.house_games")}</p>
      {gameMenuItems.map(item => (
        <GameLink key={item.game} {...item} />
      ))}
      <p className="nav-heading">{t("menu.rewards")}</p>
      {rewardMenuItems.map(item => (
        <MenuItemLink key={item.key} item={item} />
      ))}
    </nav>
  );
}

function MenuItemLink({ item }: { item: MenuItem }) {
  const { t } = useTranslation("lobby");
  const at = barePath(useLocation().pathname);
  const here = item.path === "/" ? at === "/" : at.startsWith(item.path);
  return (
    <Link
      className={here ? "on" : undefined}
      to={useHref()(item.path)}
      aria-current={here ? "page" : undefined}
      title={t(`menu.${item.key}`)}
    >
      <Icon of={item.icon} />
      <span className="label">{t(`menu.${item.key}`)}</span>
    </Link>
  );
}

function GameLink({ game, path }: (typeof gameMenuItems)[number]) {
  const { t } = useTranslation("lobby");
  const here = barePath(useLocation().pathname).startsWith(path);
  const to = useHref()(path);
  return (
    <Link
      className={`g-${game}${here ? " on" : ""}`}
      to={to}
      aria-current={here ? "page" : undefined}
      title={t(`games.${game}`)}
    >
      <span className="game-icon">
        <GameGlyph game={game} />
      </span>
      <span className="label">{t(`games.${game}`)}</span>
    </Link>
  );
}
