import type { GameData } from "#studio/frame/shared/game-data.ts";
import type { Motion } from "./motion.ts";
import type { Sound } from "./sound.ts";
import type { Stage } from "./stage.ts";
import type { Language, Say } from "./texts.ts";

/** What a round shows outside the reels. */
export interface Shown {
  /** The running win of the round, in units of the stake. */
  win(units: number, text: string): void;
  pill(text: string): void;
  plate(value: number): void;
  /** A card that waits for a tap or four seconds. */
  card(title: string, text: string): Promise<void>;
  amount(units: number): string;
}

export interface PlayOptions {
  readonly data: GameData;
  readonly stage: Stage;
  readonly motion: Motion;
  readonly sound: Sound;
  readonly say: Say;
  readonly language: Language;
  readonly shown: Shown;
  readonly turbo: boolean;
  /** The reels turn already. */
  readonly turning: boolean;
  readonly reduced: boolean;
  /** Milliseconds from the start of the spin before which the last reel may not stop. */
  readonly leastMs: number;
}
