import type { Theme } from "#studio/frame/shared/theme.ts";
import { createAudioOutput } from "./audio-output.ts";
import { createInstruments, hertz } from "./instruments.ts";

/** Sounds made by the Web Audio API, from the first touch. Nothing plays for a loss or a return at or below the stake. */
export interface Sound {
  /** Called in a gesture: browsers allow sound from then on. */
  wake(): void;
  mute(on: boolean): void;
  readonly muted: boolean;
  stop(reel: number): void;
  turning(on: boolean): void;
  /** One step up the game's scale. */
  win(step: number): void;
  scatter(count: number): void;
  feature(): void;
  press(): void;
}

export function createSound(theme: Theme): Sound {
  const output = createAudioOutput();
  const { bell, stops, wins, features } = createInstruments(output);
  let whirr: { stop(): void } | undefined;

  return {
    wake: output.wake,
    mute(on) {
      if (on) whirr?.stop();
      output.mute(on);
    },
    get muted() {
      return output.muted;
    },
    stop: reel => stops[theme.sound.stop](reel),
    turning(on) {
      whirr?.stop();
      whirr = on ? output.startNoise(300, 0.03) : undefined;
    },
    win(step) {
      const { scale } = theme.sound;
      wins[theme.sound.win](
        hertz((scale[step % scale.length] ?? 0) + 12 * Math.min(1, Math.floor(step / scale.length))),
      );
    },
    scatter: count => bell(hertz([12, 15, 19, 24, 27][Math.min(4, Math.max(0, count - 1))] ?? 12), 0.16),
    feature: () => features[theme.sound.feature](),
    press: () => output.burst(2200, 4, 0.02, 0.25),
  };
}
