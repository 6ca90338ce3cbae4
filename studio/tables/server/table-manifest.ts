import { formatAmount } from "#kit/money/amount.ts";
import { currencies } from "#studio/engine/shared/types.ts";
import type { PublishedTable } from "./tables.ts";

/** What a casino's catalogue learns of one table: of stakes the smallest and the largest. */
export function tableManifest({ game, maths, art }: PublishedTable): object {
  const stakes = currencies.map(currency => {
    const { step, mostInRound } = game.limits(currency);
    return [currency, [formatAmount(step), formatAmount(mostInRound)]];
  });
  return {
    game: game.slug,
    kind: "live-casino",
    title: game.titles,
    tags: game.tags,
    volatility: game.volatility,
    hit_rate: null,
    max_win: String(game.maxWin),
    max_win_odds: game.maxWinOdds,
    modes: [{ mode: "base", rtp: game.rtp }],
    lines: null,
    ways: null,
    stakes: Object.fromEntries(stakes),
    demo: true,
    phone: true,
    jackpot: null,
    maths,
    verifier: `/verifiers/${maths}.js`,
    ...(art && { art: { tile: art.scene, ...art } }),
  };
}
