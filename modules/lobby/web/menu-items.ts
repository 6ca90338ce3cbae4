import { Cherry, Crown, Gift, House, type LucideIcon, Medal, Scale, ShieldCheck } from "lucide-react";
import { type HouseGame, houseGames } from "#kit/ui/game-glyph.tsx";

/** The games that are open; the others are shown as coming. */
export const openGames: ReadonlySet<HouseGame> = new Set([
  "crash",
  "dice",
  "plinko",
  "limbo",
  "keno",
  "cases",
  "coinflip",
  "rooms",
  "roulette",
  "miner",
  "hilo",
]);

export interface MenuItem {
  /** Key of its text, `lobby:places.{key}`. */
  readonly key: string;
  readonly path: string;
  readonly icon: LucideIcon;
}

/** The navigation's items: only what is open. Live casino and betting have pages that say they are not. */
export const mainMenuItems: readonly MenuItem[] = [
  { key: "home", path: "/", icon: House },
  { key: "slots", path: "/games/slots", icon: Cherry },
];

export const rewardMenuItems: readonly MenuItem[] = [
  { key: "tournaments", path: "/tournaments", icon: Medal },
  { key: "bonuses", path: "/bonuses", icon: Gift },
  { key: "vip", path: "/vip-club", icon: Crown },
  { key: "verify", path: "/verify", icon: ShieldCheck },
  { key: "solvency", path: "/solvency", icon: Scale },
];

export const gameMenuItems = houseGames.map(game => ({ game, path: `/games/${game}`, open: openGames.has(game) }));

/** Games that are played below the page of another one. */
const under: Readonly<Record<string, HouseGame>> = { duels: "coinflip", battles: "cases" };

/** The game whose tile leads to a bet's page; undefined if it is not open. */
export function gameOfBets(name: string): HouseGame | undefined {
  const game = under[name] ?? name;
  return gameMenuItems.find(item => item.open && item.game === game)?.game;
}
