import type { Cell } from "#studio/engine/shared/types.ts";
import type { GameData } from "#studio/frame/shared/game-data.ts";
import type { Atlas } from "./atlas.ts";
import { stripTape, type Tape } from "./reel-tape.ts";

export interface Reel {
  tape: Tape;
  /** Cells that the reel has turned since it left. */
  offset: number;
  speed: number;
  turning: boolean;
  alpha: number;
}

/** How far a cell is from its place, in cells, and how much of it is seen. */
export interface Drop {
  dy: number;
  alpha: number;
  scale: number;
}

/** What is on the reels at one moment: motions change it, the picture is painted from it. */
export interface StageState {
  readonly data: GameData;
  /** Symbols by letter. */
  readonly names: ReadonlyMap<string, string>;
  window: string[];
  stops: readonly number[];
  /** The set of strips that the stops belong to. */
  set: string;
  atlas: Atlas | undefined;
  size: { readonly width: number; readonly height: number; readonly ratio: number };
  /** Keys of cells. */
  lit: ReadonlySet<string>;
  path: readonly Cell[];
  /** The angle of the rays behind lit cells, in radians. */
  turn: number;
  /** Labels by the keys of cells. */
  readonly labels: Map<string, string>;
  /** Reels in the bracket. */
  linked: readonly number[];
  /** How far the bracket is closed. */
  closed: number;
  /** Falling symbols by the keys of cells. */
  readonly drops: Map<string, Drop>;
  readonly reels: readonly Reel[];
}

export const keyOf = (reel: number, row: number) => `${reel}.${row}`;

const lettersOf = ({ symbols }: GameData) => symbols.map(({ letter }) => letter).join("");

/** The strip of a reel from this stop. */
export const tapeAt = (data: GameData, set: string, reel: number, stop: number): Tape =>
  stripTape(data.strips[set]?.[reel], stop, lettersOf(data), reel);

export function emptyStage(data: GameData): StageState {
  return {
    data,
    names: new Map(data.symbols.map(({ letter, name }) => [letter, name])),
    window: [],
    stops: [],
    set: "base",
    atlas: undefined,
    size: { width: 1, height: 1, ratio: 1 },
    lit: new Set(),
    path: [],
    turn: 0,
    labels: new Map(),
    linked: [],
    closed: 0,
    drops: new Map(),
    reels: Array.from({ length: data.grid.reels }, (_, reel) => ({
      tape: stripTape(undefined, 0, lettersOf(data), reel),
      offset: 0,
      speed: 0,
      turning: false,
      alpha: 1,
    })),
  };
}

/** Every cell of the window begins as `drop` says. */
export function dropAll({ window, drops }: StageState, drop: (text: string) => Drop): void {
  for (const [reel, text] of window.entries())
    for (let row = 0; row < text.length; row++) drops.set(keyOf(reel, row), drop(text));
}
