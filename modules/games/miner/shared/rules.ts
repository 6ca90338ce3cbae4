import { partialShuffle } from "#kit/fair/draw.ts";
import type { WordStream } from "#kit/fair/stream.ts";
import type { Ratio } from "#kit/money/amount.ts";
import { choose } from "#kit/std/choose.ts";
import type { Play, StepwiseRules } from "#modules/engines/stepwise/shared/stepwise.ts";
import { ruleVersions } from "#modules/fairness/shared/rule-versions.ts";

/**
 * Miner. Mines lie under some of 25 tiles, row by row 0 to 24; the player turns over tile after tile, each safe one multiplies the
 * stake, a mine ends the round. Every function is pure and takes the rules of the round.
 */

/** What the hash of the configuration covers. */
export interface MinerRules {
  readonly version: string;
  readonly tiles: number;
  readonly rows: number;
  readonly least_mines: number;
  readonly most_mines: number;
  readonly rtp_percent: number;
}

const miner1: MinerRules = {
  version: "miner-1",
  tiles: 25,
  rows: 5,
  least_mines: 1,
  most_mines: 24,
  rtp_percent: 99,
};

export const minerRules = ruleVersions({ current: miner1, all: [miner1] });

export const rtpPercentOf = (rules: MinerRules): number => rules.rtp_percent;

/** The same exactly, whatever the number of mines and whenever the round is left. */
export const returnedOf = ({ rtp_percent }: MinerRules): Ratio => {
  return { numerator: BigInt(rtp_percent), denominator: 100n };
};

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
export function drawMines({ tiles }: MinerRules, stream: WordStream, mines: number): number[] {
  return partialShuffle(stream, tiles, mines);
}

/**
 * The return × C(25, k) / C(25 − m, k): one over the chance that k tiles are safe, with one edge however many tiles are turned over.
 */
export function multiplierAt({ tiles, rtp_percent }: MinerRules, mines: number, safe: number): Ratio {
  return { numerator: BigInt(rtp_percent) * choose(tiles, safe), denominator: 100n * choose(tiles - mines, safe) };
}

const isLost = ({ steps }: MinerPlay): boolean => steps.at(-1)?.shown.mine === true;

export const minerSteps = (rules: MinerRules): StepwiseRules<MinerStart, MinerChoice, null, MinerShown> => ({
  game: "miner",
  opening: () => null,
  show: ({ start }, { tile }, stream) => ({ mine: drawMines(rules, stream, start.mines).includes(tile) }),
  refuses({ start, steps }, { tile }, fits) {
    if (steps.some(step => step.choice.tile === tile)) return "taken";
    return fits(multiplierAt(rules, start.mines, steps.length + 1)) ? undefined : "over_cap";
  },
  state(play, fits) {
    const { start, steps } = play;
    if (isLost(play)) return "lost";
    const isAll = steps.length === rules.tiles - start.mines;
    return isAll || !fits(multiplierAt(rules, start.mines, steps.length + 1)) ? "complete" : "open";
  },
  cashOutMultiplier: play =>
    isLost(play) || play.steps.length === 0 ? null : multiplierAt(rules, play.start.mines, play.steps.length),
  returned: returnedOf(rules),
  least: ({ mines }) => multiplierAt(rules, mines, 1),
  ending: ({ start }, stream) => ({ board: drawMines(rules, stream, start.mines) }),
});
