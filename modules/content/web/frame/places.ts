import { Cherry, Club, Crown, Gift, House, type LucideIcon, Medal, Scale, ShieldCheck, Trophy } from "lucide-react";
import { type HouseGame, houseGames } from "#kit/ui/game-glyph.tsx";

/** The games that can be played today; the others are shown as what they are: on their way. */
export const openGames: ReadonlySet<HouseGame> = new Set([
  "crash",
  "dice",
  "keno",
  "cases",
  "coinflip",
  "rooms",
  "roulette",
  "miner",
  "hilo",
]);

export interface Place {
  /** Key of its text, `content:places.{key}`. */
  readonly key: string;
  readonly path: string;
  readonly icon: LucideIcon;
}

export const mainPlaces: readonly Place[] = [
  { key: "home", path: "/", icon: House },
  { key: "slots", path: "/games/slots", icon: Cherry },
  { key: "live", path: "/games/live-casino", icon: Club },
  { key: "betting", path: "/betting", icon: Trophy },
];

export const rewardPlaces: readonly Place[] = [
  { key: "tournaments", path: "/tournaments", icon: Medal },
  { key: "bonuses", path: "/bonuses", icon: Gift },
  { key: "vip", path: "/vip-club", icon: Crown },
  { key: "verify", path: "/verify", icon: ShieldCheck },
  { key: "solvency", path: "/solvency", icon: Scale },
];

export const gamePlaces = houseGames.map(game => ({ game, path: `/games/${game}`, open: openGames.has(game) }));
