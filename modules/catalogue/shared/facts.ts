/** As they are in the address: `/games/slots`, `/games/live-casino`. */
export const gameKinds = ["slots", "live-casino"] as const;
export type GameKind = (typeof gameKinds)[number];

export const volatilities = [1, 2, 3, 4, 5] as const;
export type Volatility = (typeof volatilities)[number];

/** Chips above a list, in their order. Which of them a game has is an operator's choice; an import proposes them by {@link categoriesOf}. */
export const categories = [
  "buy",
  "jackpots",
  "ways",
  "cascades",
  "books",
  "hold-and-win",
  "classic",
  "roulette",
  "cards",
  "dice",
  "wheel",
] as const;
export type Category = (typeof categories)[number];

export const badges = ["new", "hot", "exclusive", "jackpot"] as const;
export type Badge = (typeof badges)[number];

export const sorts = ["popular", "new", "title", "rtp"] as const;
export type Sort = (typeof sorts)[number];

export const states = ["listed", "hidden", "maintenance", "disabled"] as const;
export type GameState = (typeof states)[number];
export const stateReasons = ["retired", "provider", "legal"] as const;
export type StateReason = (typeof stateReasons)[number];

/** Why a game that has a page cannot be opened by this visitor now. */
export const refusals = ["maintenance", "retired", "provider", "legal", "region", "currency", "not_connected"] as const;
export type RefusalReason = (typeof refusals)[number];

/** What a symbol does, as providers state it. */
export const symbolRoles = ["pay", "wild", "scatter", "coin", "multiplier", "mystery"] as const;

export const pictureNames = ["tile", "scene", "logo"] as const;
export type PictureName = (typeof pictureNames)[number];

/** How long a game is new. */
export const newMs = 30 * 86_400_000;

const byTag: Readonly<Record<string, Category>> = {
  buy: "buy",
  jackpot: "jackpots",
  ways: "ways",
  clusters: "cascades",
  cascades: "cascades",
  anywhere: "cascades",
  book: "books",
  "expanding-symbol": "books",
  "hold-and-win": "hold-and-win",
  classic: "classic",
  roulette: "roulette",
  blackjack: "cards",
  baccarat: "cards",
  "dragon-tiger": "cards",
  "sic-bo": "dice",
  dice: "dice",
  wheel: "wheel",
};

/** The categories that a manifest's tags stand for. */
export function categoriesOf(tags: readonly string[]): readonly Category[] {
  const found = new Set(tags.map(tag => byTag[tag]));
  return categories.filter(category => found.has(category));
}
