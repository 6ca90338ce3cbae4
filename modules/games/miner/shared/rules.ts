import { partialShuffle } from "#kit/fair/draw.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import type { Ratio } from "#kit/money/amount.ts";
import { choose } from "#kit/std/choose.ts";
import type { Play, StepwiseRules } from "#modules/engines/stepwise/shared/stepwise.ts";

/**
 * Miner. Mines lie under some of 25 tiles, row by row 0 to 24; the player turns over tile after tile, each safe one multiplies the
 * stake, a mine ends the round. Every function is pure; nothing here knows a balance, a player or a bank.
 */

/** What the hash of the configuration covers; another value of anything here is another version of the rules. */
export const minerConfiguration = {
  version: "miner-1",
  tiles: 25,
  rows: 5,
  least_mines: 1,
  most_mines: 24,
  rtp_percent: 99,
} as const;

const { tiles } = minerConfiguration;

export interface MinerStart {
  readonly mines: number;
}
export interface MinerChoice {
  /** 0 to 24, row by row. */
  readonly tile: number;
}
export interface MinerShown {
  readonly mine: boolean;
}
export type MinerPlay = Play<MinerStart, MinerChoice, null, MinerShown>;

/** Where the mines lie, in the order in which they were drawn. It follows from the seeds alone, not from what is turned over. */
export function drawMines(stream: WordStream, mines: number): number[] {
  return partialShuffle(stream, tiles, mines);
}

/**
 * 0.99 × C(25, k) / C(25 − m, k): one over the chance that k tiles are safe, and one percent for the house, however many tiles
 * are turned over.
 */
export function multiplierAt(mines: number, safe: number): Ratio {
  return { numerator: 99n * choose(tiles, safe), denominator: 100n * choose(tiles - mines, safe) };
}

const isLost = ({ steps }: MinerPlay): boolean => steps.at(-1)?.shown.mine === true;

export const minerRules: StepwiseRules<MinerStart, MinerChoice, null, MinerShown> = {
  game: "miner",
  opening: () => null,
  show: ({ start }, { tile }, stream) => ({ mine: drawMines(stream, start.mines).includes(tile) }),
  refuses({ start, steps }, { tile }, fits) {
    if (steps.some(step => step.choice.tile === tile)) return "taken";
    return fits(multiplierAt(start.mines, steps.length + 1)) ? undefined : "over_cap";
  },
  state(play, fits) {
    const { start, steps } = play;
    if (isLost(play)) return "lost";
    const isAll = steps.length === tiles - start.mines;
    return isAll || !fits(multiplierAt(start.mines, steps.length + 1)) ? "complete" : "open";
  },
  cashOutMultiplier: play =>
    isLost(play) || play.steps.length === 0 ? null : multiplierAt(play.start.mines, play.steps.length),
  least: ({ mines }) => multiplierAt(mines, 1),
  ending: ({ start }, stream) => ({ board: drawMines(stream, start.mines) }),
};
