import { Cherry, Club, Crown, Gift, House, type LucideIcon, Medal, Scale, ShieldCheck, Trophy } from "lucide-react";
import type { NameIn } from "#kit/i18n/text-keys.ts";
import { gamesBelow, menuGames } from "#modules/games/printed/menu.ts";

/** A game with an entry of its own. */
export type HouseGame = (typeof menuGames)[number]["game"];

export interface MenuItem {
  /** Key of its text, `lobby:menu.{key}`. */
  readonly key: NameIn<"lobby", "menu">;
  readonly path: string;
  readonly icon: LucideIcon;
}

/** The navigation's items: only what is open. */
export const mainMenuItems: readonly MenuItem[] = [
  { key: "home", path: "/", icon: House },
  { key: "slots", path: "/games/slots", icon: Cherry },
  { key: "live", path: "/games/live-casino", icon: Club },
  { key: "betting", path: "/betting", icon: Trophy },
];

export const rewardMenuItems: readonly MenuItem[] = [
  { key: "tournaments", path: "/tournaments", icon: Medal },
  { key: "bonuses", path: "/bonuses", icon: Gift },
  { key: "vip", path: "/vip-club", icon: Crown },
  { key: "verify", path: "/verify", icon: ShieldCheck },
  { key: "solvency", path: "/solvency", icon: Scale },
];

export const gameMenuItems = menuGames.map(({ game }) => ({ game, path: `/games/${game}` }));

const below: Readonly<Record<string, HouseGame>> = gamesBelow;

/** The game whose tile leads to a bet's page; undefined for a game of a provider. */
export function gameOfBets(name: string): HouseGame | undefined {
  const game = below[name] ?? name;
  return menuGames.find(item => item.game === game)?.game;
}

/** The page of a bet: some games have theirs below another one's. */
export function pathOfBets(name: string, game: HouseGame): string {
  return name in below ? `/games/${game}/${name}` : `/games/${game}`;
}
