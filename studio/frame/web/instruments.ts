import type { AudioOutput } from "./audio-output.ts";

/** D4 in hertz; all games are in D. */
const root = 293.66;
export const hertz = (semitones: number) => root * 2 ** (semitones / 12);

/** The sounds of which a game's theme names one for each occasion. */
export function createInstruments({ burst, tone }: Pick<AudioOutput, "burst" | "tone">) {
  const bell = (frequency: number, gain: number, delay = 0) => {
    for (const [i, ratio] of [1, 2, 2.4, 3, 4.2, 5.4].entries()) {
      tone(frequency * ratio, frequency * ratio, 1.8 - i * 0.3, gain / (i + 1.5), "sine", delay);
    }
  };
  const pluck = (frequency: number, gain: number, delay = 0) => {
    tone(frequency, frequency * 0.998, 0.7, gain, "triangle", delay);
    tone(frequency * 2, frequency * 1.99, 0.25, gain / 3, "sine", delay);
    burst(frequency * 4, 2, 0.02, gain, delay);
  };
  const mallet = (frequency: number, gain: number, delay = 0) => {
    tone(frequency, frequency, 0.4, gain, "sine", delay);
    tone(frequency * 4, frequency * 4, 0.08, gain / 3, "sine", delay);
  };
  const pad = (frequency: number, gain: number) => {
    for (const detune of [0.997, 1, 1.003]) tone(frequency * detune, frequency * detune, 1.6, gain, "triangle");
  };
  const stops = {
    click: (n: number) => {
      burst(1800, 6, 0.03, 0.5);
      tone(160 * 2 ** (n / 12), 90, 0.06, 0.5);
    },
    wood: (n: number) => {
      burst(420 * 2 ** (n / 12), 12, 0.05, 0.8);
      burst(1150, 12, 0.04, 0.5);
    },
    glass: (n: number) => {
      burst(2900 * 2 ** (n / 24), 20, 0.1, 0.5);
      burst(4300, 20, 0.06, 0.3);
    },
    paper: () => burst(3800, 0.8, 0.03, 0.35),
    bell: (n: number) => bell(hertz(n), 0.05),
  };
  const wins = {
    pluck: (f: number) => pluck(f, 0.3),
    bell: (f: number) => bell(f, 0.14),
    mallet: (f: number) => mallet(f, 0.3),
    glass: (f: number) => {
      tone(f * 4, f * 4, 0.3, 0.12);
      burst(f * 8, 18, 0.12, 0.3);
    },
    wood: (f: number) => {
      burst(f, 14, 0.12, 0.9);
      tone(f, f * 0.98, 0.15, 0.25);
    },
  };
  const features = {
    bell: () => {
      for (const [i, semitone] of [0, 3, 7, 12].entries()) bell(hertz(semitone), 0.14, i * 0.16);
    },
    pad: () => {
      for (const semitone of [-12, 0, 7, 10]) pad(hertz(semitone), 0.08);
    },
    paper: () => {
      for (let i = 0; i < 8; i++) burst(3000 + i * 200, 1, 0.04, 0.35, i * 0.07);
      pluck(hertz(12), 0.25, 0.6);
    },
    wood: () => {
      for (let i = 0; i < 6; i++) burst(420 * 2 ** (i / 6), 12, 0.06, 0.8, i * 0.11);
    },
  };

  return { bell, stops, wins, features };
}
