import type { Evaluation, SlotGame, SlotSymbol, Titles } from "#studio/engine/shared/types.ts";
import type { Feature } from "./feature.ts";
import type { Theme } from "./theme.ts";

/** What the client draws a game from (`game.json`): made from its game.ts, so that grid and symbols are listed once. */
export interface GameData {
  readonly slug: string;
  readonly titles: Titles;
  readonly grid: SlotGame["grid"];
  readonly symbols: readonly SlotSymbol[];
  readonly strips: SlotGame["strips"];
  readonly evaluation: Evaluation;
  readonly units: number;
  readonly maxWin: number;
  readonly maxWinOdds: number;
  readonly hitRate: string;
  readonly volatility: number;
  readonly modes: SlotGame["modes"];
  readonly theme: Theme;
  readonly features: readonly Feature[];
  /** SVG text of each drawing of the set, by its name. */
  readonly art: Readonly<Record<string, string>>;
}

export function gameData(game: SlotGame, theme: Theme, features: readonly Feature[], art: GameData["art"]): GameData {
  const { slug, titles, grid, symbols, strips, evaluation, units, maxWin, maxWinOdds, hitRate, volatility, modes } =
    game;
  return {
    slug,
    titles,
    grid,
    symbols,
    strips,
    evaluation,
    units,
    maxWin,
    maxWinOdds,
    hitRate,
    volatility,
    modes,
    theme,
    features,
    art,
  };
}
