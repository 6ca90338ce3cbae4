import { required } from "#kit/std/invariant.ts";
import { type Case, casesRules, type Prize, prizeAt } from "../shared/rules.ts";

const { tickets } = casesRules.current;

/** Cards of a strip, and the index of the prize. */
export const stripLength = 44;
export const stopsAt = 38;

/** One opening as a running strip. */
export interface Strip {
  readonly cards: readonly Prize[];
  /** Where within the card the pointer stops, -0.4 to 0.4 of its width from the middle; decorative only. */
  readonly offset: number;
}

/**
 * The strip of a decided prize. The other cards are drawn by the browser with the true odds of the case, so that nothing passes more often
 * than it is won, and no near miss is arranged.
 * @param randomBytes the browser's random source
 */
export function stripOf(of: Case, prize: Prize, randomBytes: (count: number) => Uint8Array): Strip {
  const words = new Uint32Array(randomBytes(4 * (stripLength + 1)).slice().buffer);
  const cards = Array.from({ length: stripLength }, (_, index) =>
    index === stopsAt ? prize : prizeAt(of, required(words[index], "a word") % tickets),
  );
  return { cards, offset: (required(words[stripLength], "a word") / 2 ** 32 - 0.5) * 0.8 };
}
