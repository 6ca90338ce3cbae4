import type { Cell } from "#studio/engine/shared/types.ts";
import type { GameData } from "#studio/frame/shared/game-data.ts";
import { createAtlas } from "./atlas.ts";
import { fall, type Motion, settle } from "./motion.ts";
import { paintStage } from "./paint-stage.ts";
import { createReelMoves, type Landing } from "./reel-moves.ts";
import { dropAll, emptyStage, keyOf, type StageState } from "./stage-state.ts";

/** The reels: what lies on them, what is lit, and how they move. One canvas. */
export interface Stage {
  resize(width: number, height: number): Promise<void>;
  /** Puts letters down without motion. */
  show(window: readonly string[]): void;
  /** The reels start to turn, until {@link Stage.stop}. */
  start(): void;
  /** Brings the drawn window to rest. Resolves when the last reel has stopped. */
  stop(landing: Landing): Promise<void>;
  /** Letters change in place. */
  change(window: readonly string[], cells: readonly Cell[], cause: string): Promise<void>;
  /** A bracket closes around reels that will stop as one. */
  bracket(reels: readonly number[], reduced: boolean): Promise<void>;
  light(cells: readonly Cell[], path?: readonly Cell[]): void;
  /** Live text over cells. */
  label(cells: readonly Cell[], texts: readonly string[]): void;
  clear(): void;
  paint(): void;
  readonly window: readonly string[];
}

export function createStage(canvas: HTMLCanvasElement, data: GameData, motion: Motion): Stage {
  const context = canvas.getContext("2d");
  const state = emptyStage(data);
  const moves = createReelMoves(state, motion);
  let atlasSide = 0;
  let endLight = () => {};

  function paint(): void {
    if (context) paintStage(context, state);
  }

  function clear(): void {
    state.lit = new Set();
    state.path = [];
    state.labels.clear();
    endLight();
    endLight = () => {};
  }

  return {
    async resize(width, height) {
      const ratio = Math.min(3, globalThis.devicePixelRatio || 1);
      state.size = { width, height, ratio };
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
      const side = Math.ceil(Math.min(width / data.grid.reels, height / data.grid.rows) * ratio);
      if (side !== atlasSide) {
        atlasSide = side;
        state.atlas = await createAtlas(data.art, side);
      }
      paint();
    },
    show(next) {
      moves.end();
      state.drops.clear();
      state.window = [...next];
      paint();
    },
    start() {
      clear();
      state.linked = [];
      moves.start();
    },
    async stop(to) {
      if (to.reduced) {
        moves.end();
        await fadeIn(state, motion, to);
      } else await moves.stop(to);
      [state.set, state.stops] = [to.set, to.stops];
      paint();
    },
    async change(next, cells, cause) {
      // What is held keeps its values.
      if (cause !== "held") clear();
      if (/cascade|drop|tumble|fall/.test(cause)) await cascade(state, motion, next);
      else await unroll(state, motion, next, cells);
      state.drops.clear();
      paint();
    },
    async bracket(next, isReduced) {
      state.linked = next;
      state.closed = 1;
      if (!isReduced)
        await motion.tween(260, part => {
          state.closed = settle(part, 0.04);
        });
      paint();
    },
    light(cells, along = []) {
      state.lit = new Set(cells.map(([reel, row]) => keyOf(reel, row)));
      state.path = along;
      endLight();
      endLight = motion.run(ms => {
        state.turn = (ms / 1000) * ((8 * Math.PI) / 180);
      });
      if (cells.length === 0) endLight();
      paint();
    },
    label(cells, texts) {
      for (const [i, [reel, row]] of cells.entries()) state.labels.set(keyOf(reel, row), texts[i] ?? "");
      paint();
    },
    clear() {
      clear();
      paint();
    },
    paint,
    get window() {
      return state.window;
    },
  };
}

/** With reduced motion. */
async function fadeIn(state: StageState, motion: Motion, to: Landing): Promise<void> {
  const { data, drops } = state;
  state.window = [...to.window];
  drops.clear();
  dropAll(state, () => ({ dy: 0, alpha: 0, scale: 1 }));
  await motion.tween(150, part => {
    for (const drop of drops.values()) drop.alpha = part;
  });
  drops.clear();
  to.onStop(data.grid.reels - 1);
}

/** New cells fall from above. */
async function cascade(state: StageState, motion: Motion, next: readonly string[]): Promise<void> {
  const { drops } = state;
  for (const [reel, row] of differing(state.window, next))
    drops.set(keyOf(reel, row), { dy: -1.2 - row, alpha: 1, scale: 1 });
  state.window = [...next];
  await motion.tween(360, part => {
    for (const [name, drop] of drops) drop.dy = -(1.2 + rowOf(name)) * (1 - fall(part));
  });
}

/** Cells change down the reel, as a cloth unrolls. */
async function unroll(
  state: StageState,
  motion: Motion,
  next: readonly string[],
  cells: readonly Cell[],
): Promise<void> {
  const { drops } = state;
  const changed = cells.length > 0 ? cells : differing(state.window, next);
  state.window = [...next];
  for (const [reel, row] of changed) drops.set(keyOf(reel, row), { dy: 0, alpha: 0, scale: 0.4 });
  await motion.tween(420, part => {
    for (const [name, drop] of drops) {
      const own = Math.max(0, Math.min(1, part * 1.8 - rowOf(name) * 0.25));
      drop.alpha = own;
      drop.scale = 0.4 + 0.6 * settle(own, 0.08);
    }
  });
}

const rowOf = (key: string) => Number(key.split(".")[1]);

function differing(before: readonly string[], after: readonly string[]): Cell[] {
  return after.flatMap((text, reel) =>
    [...text].flatMap((letter, row) => (before[reel]?.[row] === letter ? [] : [[reel, row] as const])),
  );
}
