import type { Cell } from "#studio/engine/shared/types.ts";
import type { GameData } from "#studio/frame/shared/game-data.ts";
import { type Atlas, createAtlas } from "./atlas.ts";
import { fall, type Motion, settle } from "./motion.ts";
import { landingTape, stripTape, type Tape } from "./reel-tape.ts";

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

export interface Landing {
  readonly set: string;
  readonly stops: readonly number[];
  readonly window: readonly string[];
  /** Milliseconds from the start of the spin to the stop of the first reel, and between reels. */
  readonly firstMs: number;
  readonly staggerMs: number;
  readonly reduced: boolean;
  onStop(reel: number): void;
}

interface Reel {
  tape: Tape;
  /** Cells that the reel has turned since it left. */
  offset: number;
  speed: number;
  turning: boolean;
  alpha: number;
}

const cellsPerMs = 0.022;
const liftMs = 90;
const settleMs = 240;
const startStaggerMs = 60;

export function createStage(canvas: HTMLCanvasElement, data: GameData, motion: Motion): Stage {
  const context = canvas.getContext("2d");
  const letters = data.symbols.map(({ letter }) => letter).join("");
  const nameOf = new Map(data.symbols.map(({ letter, name }) => [letter, name]));
  const { palette } = data.theme;
  const [dark, light] = palette.well;
  let window: string[] = [];
  let stops: readonly number[] = [];
  let set = "base";
  let atlas: Atlas | undefined;
  let atlasSide = 0;
  let size = { width: 1, height: 1, ratio: 1 };
  let lit = new Set<string>();
  let path: readonly Cell[] = [];
  let turn = 0;
  let endLight = () => {};
  let endTurning = () => {};
  let startedAt = 0;
  const labels = new Map<string, string>();
  let linked: readonly number[] = [];
  /** How far the bracket is closed. */
  let closed = 0;
  /** Reels that move to their window by themselves. */
  const landing = new Set<number>();
  const drops = new Map<string, { dy: number; alpha: number; scale: number }>();
  const reels: Reel[] = Array.from({ length: data.grid.reels }, (_, reel) => restingReel(reel));

  function restingReel(reel: number): Reel {
    return { tape: stripTape(undefined, 0, letters, reel), offset: 0, speed: 0, turning: false, alpha: 1 };
  }

  const key = (reel: number, row: number) => `${reel}.${row}`;
  const rowsOf = (reel: number) => window[reel]?.length || data.grid.rows;
  const tapeOf = (reel: number) => stripTape(data.strips[set]?.[reel], stops[reel] ?? 0, letters, reel);

  function paintWell(g: CanvasRenderingContext2D, reel: number, width: number, height: number): void {
    const x = reel * width;
    const fill = g.createLinearGradient(0, 0, 0, height);
    for (const [at, tone] of [
      [0, dark],
      [0.5, light],
      [1, dark],
    ] as const) {
      fill.addColorStop(at, tone);
    }
    g.fillStyle = fill;
    g.fillRect(x, 0, width, height);
    if (reel === 0) return;
    g.fillStyle = palette.metal;
    g.globalAlpha = 0.55;
    g.fillRect(x - 1, 0, 2, height);
    g.globalAlpha = 1;
  }

  function paintShade(g: CanvasRenderingContext2D, width: number, height: number): void {
    const deep = height * 0.09;
    const shade = data.theme.light ? "rgba(60,50,30,.35)" : "rgba(0,0,0,.8)";
    for (const [from, to] of [
      [0, deep],
      [height, height - deep],
    ] as const) {
      const fill = g.createLinearGradient(0, from, 0, to);
      fill.addColorStop(0, shade);
      fill.addColorStop(1, "rgba(0,0,0,0)");
      g.fillStyle = fill;
      g.fillRect(0, Math.min(from, to), width, deep);
    }
  }

  function paintSymbol(g: CanvasRenderingContext2D, letter: string, x: number, y: number, side: number): void {
    const name = nameOf.get(letter);
    if (name) atlas?.draw(g, name, x - side / 2, y - side / 2, side);
  }

  function paintCell(g: CanvasRenderingContext2D, reel: number, row: number, width: number, height: number): void {
    const letter = window[reel]?.[row] ?? "";
    const drop = drops.get(key(reel, row));
    const isLit = lit.has(key(reel, row));
    const x = (reel + 0.5) * width;
    const y = (row + 0.5 + (drop?.dy ?? 0)) * height;
    const side = Math.min(width, height) * 0.92 * (drop?.scale ?? 1) * (isLit ? 1.07 : 1);
    g.globalAlpha = drop?.alpha ?? 1;
    if (isLit) paintLight(g, x, y, width, height);
    if (lit.size > 0 && !isLit) g.filter = "brightness(.5) saturate(.75)";
    paintSymbol(g, letter, x, y, side);
    g.filter = "none";
    const label = labels.get(key(reel, row));
    if (label) paintLabel(g, label, x, y + side * 0.24, side);
    g.globalAlpha = 1;
  }

  function paintLight(g: CanvasRenderingContext2D, x: number, y: number, width: number, height: number): void {
    const inset = Math.max(2, width * 0.03);
    const glow = g.createRadialGradient(x, y, 0, x, y, Math.min(width, height) * 0.75);
    glow.addColorStop(0, "rgba(255,214,120,.8)");
    glow.addColorStop(1, "rgba(170,90,20,.25)");
    g.fillStyle = glow;
    const cell = new Path2D();
    cell.roundRect(x - width / 2 + inset, y - height / 2 + inset, width - 2 * inset, height - 2 * inset, width * 0.08);
    g.fill(cell);
    g.save();
    g.clip(cell);
    g.translate(x, y);
    g.rotate(turn);
    g.fillStyle = "rgba(255,236,170,.16)";
    for (let ray = 0; ray < 10; ray++) {
      g.rotate(Math.PI / 5);
      g.beginPath();
      g.moveTo(0, 0);
      g.lineTo(width, -width * 0.11);
      g.lineTo(width, width * 0.11);
      g.fill();
    }
    g.restore();
    g.lineWidth = Math.max(2, width * 0.016);
    g.strokeStyle = "#ffe29a";
    g.stroke(cell);
  }

  function paintLabel(g: CanvasRenderingContext2D, text: string, x: number, y: number, side: number): void {
    const size = side * (text.length > 4 ? 0.2 : text.length > 2 ? 0.27 : 0.34);
    g.font = `900 ${size}px Piazzolla, Georgia, serif`;
    g.textAlign = "center";
    g.textBaseline = "middle";
    g.lineJoin = "round";
    g.lineWidth = size * 0.28;
    g.strokeStyle = "#2a0f06";
    g.strokeText(text, x, y);
    g.fillStyle = "#ffe59a";
    g.fillText(text, x, y);
  }

  function paintPath(g: CanvasRenderingContext2D, width: number, height: number): void {
    if (path.length < 2) return;
    const rows = data.grid.rows;
    g.beginPath();
    for (const [reel, row] of path) {
      const [x, y] = [(reel + 0.5) * width, (row + 0.5) * (height / rows)];
      if (reel === path[0]?.[0]) g.moveTo(x, y);
      else g.lineTo(x, y);
    }
    g.setLineDash([1, width * 0.075]);
    g.lineCap = "round";
    for (const [tone, thick] of [
      ["#2a1606", 0.06],
      ["#ffe9ad", 0.038],
    ] as const) {
      g.strokeStyle = tone;
      g.lineWidth = width * thick;
      g.stroke();
    }
    g.setLineDash([]);
  }

  function paintTurning(g: CanvasRenderingContext2D, reel: number, width: number, height: number): void {
    const moving = reels[reel] as Reel;
    const rows = rowsOf(reel);
    const cell = height / rows;
    const side = Math.min(width, cell) * 0.92;
    const first = Math.floor(-moving.offset) - 1;
    const copies = moving.speed > 0.014 ? ([0, 0.14, 0.28] as const) : ([0] as const);
    g.save();
    g.beginPath();
    g.rect(reel * width, 0, width, height);
    g.clip();
    for (let place = first; place <= first + rows + 2; place++) {
      const y = (place + moving.offset + 0.5) * cell;
      for (const [i, back] of copies.entries()) {
        g.globalAlpha = moving.alpha * (copies.length === 1 ? 1 : ([0.62, 0.3, 0.15][i] ?? 0));
        paintSymbol(g, moving.tape.at(place), (reel + 0.5) * width, y - back * cell, side);
      }
    }
    g.restore();
  }

  /** In the metal of the frame. */
  function paintBracket(g: CanvasRenderingContext2D, width: number, height: number): void {
    const [first] = linked;
    if (first === undefined) return;
    const line = Math.max(3, width * 0.028);
    const inset = line * 0.9;
    const tall = (height - 2 * inset) * closed;
    const box = new Path2D();
    box.roundRect(first * width + inset, (height - tall) / 2, linked.length * width - 2 * inset, tall, width * 0.09);
    for (const [tone, thick] of [
      ["#1c0a06", line * 1.9],
      [palette.metal, line],
      ["#fff1c4", line * 0.28],
    ] as const) {
      g.strokeStyle = tone;
      g.lineWidth = thick;
      g.stroke(box);
    }
  }

  function paint(): void {
    if (!context) return;
    const { width, height, ratio } = size;
    const g = context;
    g.setTransform(ratio, 0, 0, ratio, 0, 0);
    g.clearRect(0, 0, width, height);
    const cell = width / data.grid.reels;
    for (let reel = 0; reel < data.grid.reels; reel++) paintWell(g, reel, cell, height);
    paintShade(g, width, height);
    paintPath(g, cell, height);
    for (const isLit of [false, true]) {
      for (let reel = 0; reel < data.grid.reels; reel++) {
        if (reels[reel]?.turning) {
          if (!isLit) paintTurning(g, reel, cell, height);
          continue;
        }
        for (let row = 0; row < rowsOf(reel); row++) {
          if (lit.has(key(reel, row)) === isLit) paintCell(g, reel, row, cell, height / rowsOf(reel));
        }
      }
    }
    paintBracket(g, cell, height);
  }

  function clear(): void {
    lit = new Set();
    path = [];
    labels.clear();
    endLight();
    endLight = () => {};
  }

  function startReels(): void {
    endTurning();
    startedAt = performance.now();
    for (const [i, reel] of reels.entries()) {
      const rest = window[i] ?? "";
      const before = tapeOf(i);
      reel.tape = { at: place => (place >= 0 && place < rest.length ? (rest[place] ?? "") : before.at(place)) };
      Object.assign(reel, { offset: 0, speed: 0, turning: true, alpha: 1 });
    }
    endTurning = motion.run(ms => {
      for (const [i, reel] of reels.entries())
        if (reel.turning && !landing.has(i)) advance(reel, ms - i * startStaggerMs);
    });
  }

  function advance(reel: Reel, ms: number): void {
    if (ms <= 0) return;
    reel.speed = ms < liftMs ? 0 : cellsPerMs;
    reel.offset = ms < liftMs ? -0.08 * Math.sin((ms / liftMs) * (Math.PI / 2)) : (ms - liftMs) * cellsPerMs - 0.08;
  }

  /** Takes a turning reel from where it is to its window. */
  async function land(i: number, to: Landing, atMs: number): Promise<void> {
    const reel = reels[i] as Reel;
    const next = to.window[i] ?? "";
    const now = performance.now() - startedAt;
    const path = Math.max(0, now - i * startStaggerMs - liftMs) * cellsPerMs;
    // What is seen now must not change under the eye: the new window lies above it.
    const least = path + next.length + 4;
    const begin = Math.max(atMs - settleMs, now + ((least - path - 1.6) / cellsPerMs) * 0.6);
    const from = Math.max(path, (begin - i * startStaggerMs - liftMs) * cellsPerMs - 0.08);
    const distance = Math.max(Math.ceil(from + 1.6), Math.ceil(least));
    reel.tape = landingTape(
      reel.tape,
      stripTape(data.strips[to.set]?.[i], to.stops[i] ?? 0, letters, i),
      next,
      distance,
    );
    await motion.wait(Math.max(0, begin - now));
    const started = reel.offset;
    // From here on its own clock moves it.
    landing.add(i);
    await motion.tween(settleMs, part => {
      reel.speed = part < 0.35 ? cellsPerMs : 0.01;
      reel.offset = started + (distance - started) * settle(part, 0.06 / Math.max(1, distance - started) + 0.02);
    });
    reel.turning = false;
    window[i] = next;
    to.onStop(i);
  }
  async function fallIn(to: Landing): Promise<void> {
    endTurning();
    for (const reel of reels) reel.turning = false;
    window = [...to.window];
    drops.clear();
    for (const [reel, text] of window.entries())
      for (let row = 0; row < text.length; row++)
        drops.set(key(reel, row), { dy: -(text.length + 1), alpha: 1, scale: 1 });
    await Promise.all(window.map((text, reel) => fallColumn(reel, text, reel * Math.min(40, to.staggerMs), to)));
    drops.clear();
  }

  async function fallColumn(reel: number, text: string, delay: number, to: Landing): Promise<void> {
    await motion.wait(delay);
    await motion.tween(420, part => {
      for (let row = 0; row < text.length; row++) {
        const own = Math.min(1, part * 1.25 - (text.length - 1 - row) * (0.25 / text.length));
        const drop = drops.get(key(reel, row));
        if (drop) drop.dy = -(text.length + 1) * (1 - fall(Math.max(0, own)));
      }
    });
    to.onStop(reel);
  }

  async function fallOut(): Promise<void> {
    for (const [reel, text] of window.entries())
      for (let row = 0; row < text.length; row++) drops.set(key(reel, row), { dy: 0, alpha: 1, scale: 1 });
    await motion.tween(240, part => {
      for (const drop of drops.values()) {
        drop.dy = part * part * (data.grid.rows + 1);
        drop.alpha = 1 - part * 0.4;
      }
    });
  }

  let fallingOut: Promise<void> = Promise.resolve();

  return {
    async resize(width, height) {
      const ratio = Math.min(3, globalThis.devicePixelRatio || 1);
      size = { width, height, ratio };
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      canvas.style.width = `${width}px`;
      canvas.style.height = `${height}px`;
      const side = Math.ceil(Math.min(width / data.grid.reels, height / data.grid.rows) * ratio);
      if (side !== atlasSide) {
        atlasSide = side;
        atlas = await createAtlas(data.art, side);
      }
      paint();
    },
    show(next) {
      endTurning();
      for (const reel of reels) reel.turning = false;
      drops.clear();
      window = [...next];
      paint();
    },
    start() {
      clear();
      linked = [];
      landing.clear();
      if (data.theme.motion === "fall") {
        startedAt = performance.now();
        fallingOut = fallOut();
      } else {
        startReels();
      }
    },
    async stop(to) {
      if (to.reduced) {
        endTurning();
        for (const reel of reels) reel.turning = false;
        window = [...to.window];
        [set, stops] = [to.set, to.stops];
        drops.clear();
        for (const [reel, text] of window.entries())
          for (let row = 0; row < text.length; row++) drops.set(key(reel, row), { dy: 0, alpha: 0, scale: 1 });
        await motion.tween(150, part => {
          for (const drop of drops.values()) drop.alpha = part;
        });
        drops.clear();
        to.onStop(data.grid.reels - 1);
        paint();
        return;
      }
      if (data.theme.motion === "fall") {
        await fallingOut;
        await fallIn(to);
      } else {
        const lastOf = (i: number) => (linked.includes(i) ? (linked.at(-1) ?? i) : i);
        await Promise.all(reels.map((_, i) => land(i, to, to.firstMs + lastOf(i) * to.staggerMs)));
        endTurning();
      }
      [set, stops] = [to.set, to.stops];
      paint();
    },
    async change(next, cells, cause) {
      const changed = cells.length > 0 ? cells : differing(window, next);
      // What is held keeps its values.
      if (cause !== "held") clear();
      if (/cascade|drop|tumble|fall/.test(cause)) {
        for (const [reel, row] of differing(window, next))
          drops.set(key(reel, row), { dy: -1.2 - row, alpha: 1, scale: 1 });
        window = [...next];
        await motion.tween(360, part => {
          for (const [name, drop] of drops) drop.dy = -(1.2 + Number(name.split(".")[1])) * (1 - fall(part));
        });
      } else {
        window = [...next];
        for (const [reel, row] of changed) drops.set(key(reel, row), { dy: 0, alpha: 0, scale: 0.4 });
        await motion.tween(420, part => {
          for (const [name, drop] of drops) {
            // Down the reel, as a cloth unrolls.
            const own = Math.max(0, Math.min(1, part * 1.8 - Number(name.split(".")[1]) * 0.25));
            drop.alpha = own;
            drop.scale = 0.4 + 0.6 * settle(own, 0.08);
          }
        });
      }
      drops.clear();
      paint();
    },
    async bracket(next, isReduced) {
      linked = next;
      closed = 1;
      if (!isReduced)
        await motion.tween(260, part => {
          closed = settle(part, 0.04);
        });
      paint();
    },
    light(cells, along = []) {
      lit = new Set(cells.map(([reel, row]) => key(reel, row)));
      path = along;
      endLight();
      endLight = motion.run(ms => {
        turn = (ms / 1000) * ((8 * Math.PI) / 180);
      });
      if (cells.length === 0) endLight();
      paint();
    },
    label(cells, texts) {
      for (const [i, [reel, row]] of cells.entries()) labels.set(key(reel, row), texts[i] ?? "");
      paint();
    },
    clear() {
      clear();
      paint();
    },
    paint,
    get window() {
      return window;
    },
  };
}

function differing(before: readonly string[], after: readonly string[]): Cell[] {
  return after.flatMap((text, reel) =>
    [...text].flatMap((letter, row) => (before[reel]?.[row] === letter ? [] : [[reel, row] as const])),
  );
}
