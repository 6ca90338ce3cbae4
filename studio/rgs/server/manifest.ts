import { invariant } from "#kit/std/invariant.ts";
import type { SlotGame } from "#studio/engine/shared/types.ts";
import type { Feature } from "#studio/frame/shared/feature.ts";
import type { GamePage, PublishedGame } from "./games.ts";

/** What a casino's catalogue learns of one game. */
export function manifestOf({ game, maths, art, page, payouts }: PublishedGame): object {
  const { evaluation } = game;
  return {
    game: game.slug,
    kind: "slots",
    title: game.titles,
    tags: tagsOf(game, page?.features ?? []),
    volatility: game.volatility,
    hit_rate: game.hitRate,
    max_win: String(game.maxWin),
    max_win_odds: game.maxWinOdds,
    modes: Object.entries(game.modes).map(([mode, { price, rtp }]) => ({
      mode,
      rtp,
      ...(mode !== "base" && { buy: String(price) }),
      ...(mode === "base" &&
        payouts && {
          payouts: payouts.map(({ units, rounds }) => ({ weight: rounds, multiple: multipleOf(units, game.units) })),
        }),
    })),
    lines: evaluation.kind === "lines" ? evaluation.lines.length : null,
    ways: evaluation.kind === "ways" ? waysOf(game) : null,
    stakes: game.stakes,
    demo: true,
    phone: true,
    jackpot: game.pot
      ? { pool: game.pot.pool, pot_share: share(game.pot.contribution), reserve_share: share(game.pot.reserve) }
      : null,
    maths,
    verifier: `/verifiers/${maths}.js`,
    ...(art && { art }),
    ...(page && { rules: rulesOf(game, page) }),
  };
}

/** Features and paytable as the game has them; what a symbol pays is a multiple of the bet. */
function rulesOf(game: SlotGame, { features, symbols, par }: GamePage): object {
  return {
    features: features.map(({ symbol, title, text }) => ({ symbol, title, text })),
    ...(par !== null && { par }),
    paytable: {
      counts: game.evaluation.kind === "clusters" || game.evaluation.kind === "anywhere" ? "at_least" : "exact",
      symbols: game.symbols.map(({ name, titles, role, pays = {} }) => ({
        symbol: name,
        title: titles,
        role,
        ...(symbols[name] !== undefined && { picture: symbols[name] }),
        pays: Object.entries(pays).map(([count, units]) => ({
          count: Number(count),
          multiple: multipleOf(units, game.units),
        })),
      })),
    },
  };
}

/** Exact with at most three decimals: units of every game divide a thousand. */
function multipleOf(units: number, unitsOfBet: number): string {
  invariant(1_000 % unitsOfBet === 0, `${unitsOfBet} units do not divide a thousand`);
  return String((units * (1_000 / unitsOfBet)) / 1_000);
}

/** What sets the game apart first: a casino may show only some of them. */
function tagsOf(game: SlotGame, features: readonly Feature[]): readonly string[] {
  const tags = [
    ...features.flatMap(feature => feature.tags),
    ...(game.pot ? ["jackpot"] : []),
    ...(Object.keys(game.modes).length > 1 ? ["buy"] : []),
    game.evaluation.kind,
    ...(game.symbols.some(({ role }) => role === "scatter") ? ["scatter"] : []),
  ];
  return [...new Set(tags)];
}

const waysOf = ({ grid }: SlotGame) => grid.rows ** grid.reels;

/** Hundredths of a percent as a share: 80 is 0.008. */
const share = (hundredths: number) => (hundredths / 10_000).toFixed(4).replace(/0+$/, "");
