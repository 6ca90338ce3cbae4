import { fall, type Motion, settle } from "./motion.ts";
import { landingTape } from "./reel-tape.ts";
import { dropAll, keyOf, type Reel, type StageState, tapeAt } from "./stage-state.ts";

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

/** How the reels come from one window to the next: they turn, or their cells fall. */
export interface ReelMoves {
  /** The reels start to turn, or empty. */
  start(): void;
  /** Brings the drawn window to rest, reels of a bracket together. */
  stop(to: Landing): Promise<void>;
  /** Ends every motion where it is. */
  end(): void;
}

const cellsPerMs = 0.022;
const liftMs = 90;
const settleMs = 240;
const startStaggerMs = 60;

export function createReelMoves(state: StageState, motion: Motion): ReelMoves {
  return state.data.theme.motion === "fall" ? fallingReels(state, motion) : turningReels(state, motion);
}

function rest({ reels }: StageState): void {
  for (const reel of reels) reel.turning = false;
}

function turningReels(state: StageState, motion: Motion): ReelMoves {
  const { data, reels } = state;
  let endTurning = () => {};
  let startedAt = 0;
  /** Reels that move to their window by themselves. */
  const landing = new Set<number>();

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
    reel.tape = landingTape(reel.tape, tapeAt(data, to.set, i, to.stops[i] ?? 0), next, distance);
    await motion.wait(Math.max(0, begin - now));
    const started = reel.offset;
    // From here on its own clock moves it.
    landing.add(i);
    await motion.tween(settleMs, part => {
      reel.speed = part < 0.35 ? cellsPerMs : 0.01;
      reel.offset = started + (distance - started) * settle(part, 0.06 / Math.max(1, distance - started) + 0.02);
    });
    reel.turning = false;
    state.window[i] = next;
    to.onStop(i);
  }

  return {
    start() {
      landing.clear();
      endTurning();
      startedAt = performance.now();
      for (const [i, reel] of reels.entries()) {
        const atRest = state.window[i] ?? "";
        const before = tapeAt(data, state.set, i, state.stops[i] ?? 0);
        reel.tape = {
          at: place => (place >= 0 && place < atRest.length ? (atRest[place] ?? "") : before.at(place)),
        };
        Object.assign(reel, { offset: 0, speed: 0, turning: true, alpha: 1 });
      }
      endTurning = motion.run(ms => {
        for (const [i, reel] of reels.entries())
          if (reel.turning && !landing.has(i)) advance(reel, ms - i * startStaggerMs);
      });
    },
    async stop(to) {
      const { linked } = state;
      const lastOf = (i: number) => (linked.includes(i) ? (linked.at(-1) ?? i) : i);
      await Promise.all(reels.map((_, i) => land(i, to, to.firstMs + lastOf(i) * to.staggerMs)));
      endTurning();
    },
    end() {
      endTurning();
      rest(state);
    },
  };
}

function advance(reel: Reel, ms: number): void {
  if (ms <= 0) return;
  reel.speed = ms < liftMs ? 0 : cellsPerMs;
  reel.offset = ms < liftMs ? -0.08 * Math.sin((ms / liftMs) * (Math.PI / 2)) : (ms - liftMs) * cellsPerMs - 0.08;
}

function fallingReels(state: StageState, motion: Motion): ReelMoves {
  const { data, drops } = state;
  let emptied: Promise<void> = Promise.resolve();

  async function fallOut(): Promise<void> {
    dropAll(state, () => ({ dy: 0, alpha: 1, scale: 1 }));
    await motion.tween(240, part => {
      for (const drop of drops.values()) {
        drop.dy = part * part * (data.grid.rows + 1);
        drop.alpha = 1 - part * 0.4;
      }
    });
  }

  async function fallColumn(reel: number, text: string, delay: number, to: Landing): Promise<void> {
    await motion.wait(delay);
    await motion.tween(420, part => {
      for (let row = 0; row < text.length; row++) {
        const own = Math.min(1, part * 1.25 - (text.length - 1 - row) * (0.25 / text.length));
        const drop = drops.get(keyOf(reel, row));
        if (drop) drop.dy = -(text.length + 1) * (1 - fall(Math.max(0, own)));
      }
    });
    to.onStop(reel);
  }

  return {
    start() {
      emptied = fallOut();
    },
    async stop(to) {
      await emptied;
      rest(state);
      state.window = [...to.window];
      drops.clear();
      dropAll(state, text => ({ dy: -(text.length + 1), alpha: 1, scale: 1 }));
      await Promise.all(
        state.window.map((text, reel) => fallColumn(reel, text, reel * Math.min(40, to.staggerMs), to)),
      );
      drops.clear();
    },
    end: () => rest(state),
  };
}
