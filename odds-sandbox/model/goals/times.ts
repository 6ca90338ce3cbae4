import type { Fact } from "./match.ts";
import type { HalfLengths } from "./rates.ts";

/** When things of a match happen by the clock. */
export interface MatchTimes {
  readonly start: number;
  readonly halfTime: number;
  readonly secondHalf: number;
  readonly end: number;
  /** The time of a second of play, milliseconds since 1970. */
  ofPlay(half: 0 | 1, second: number): number;
  /** The half and the second played at a moment; half 2 after the end. */
  playAt(at: number): { readonly half: 0 | 1 | 2; readonly second: number; readonly onBreak: boolean };
  /** A stretch of play or waiting at the pace of the match, at least `least` ms. */
  stretch(seconds: number, least: number): number;
}

export function matchTimes(start: number, lengths: HalfLengths, pace: number, breakSeconds: number): MatchTimes {
  const ms = (seconds: number) => Math.round((seconds * 1000) / pace);
  const halfTime = start + ms(lengths[0]);
  const secondHalf = halfTime + Math.round(breakSeconds * 1000);
  const end = secondHalf + ms(lengths[1]);
  return {
    start,
    halfTime,
    secondHalf,
    end,
    ofPlay: (half, second) => (half === 0 ? start : secondHalf) + ms(second),
    playAt(at) {
      if (at < halfTime) return { half: 0, second: Math.max(0, ((at - start) * pace) / 1000), onBreak: false };
      if (at < secondHalf) return { half: 1, second: 0, onBreak: true };
      if (at < end) return { half: 1, second: ((at - secondHalf) * pace) / 1000, onBreak: false };
      return { half: 2, second: 0, onBreak: false };
    },
    stretch: (seconds, least) => Math.max(least, ms(seconds)),
  };
}

/** A fact with its moment by the clock. */
export interface TimedFact extends Fact {
  readonly at: number;
  readonly id: string;
}
