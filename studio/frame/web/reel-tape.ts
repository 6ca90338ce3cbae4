/** The letters that pass behind the window of one reel. Places count downwards; the window at rest begins at 0. */
export interface Tape {
  at(place: number): string;
}

/** A strip at `stop`, or letters in an order of their own where the game has no strip. */
export function stripTape(strip: string | undefined, stop: number, letters: string, reel: number): Tape {
  const text = strip ?? letters;
  const from = strip === undefined ? reel * 5 : stop;
  return { at: place => text[(((from + place) % text.length) + text.length) % text.length] ?? "" };
}

/** The former tape, on which the new window lies `distance` places up, with its own neighbours above and below. */
export function landingTape(before: Tape, after: Tape, window: string, distance: number): Tape {
  return {
    at(place) {
      const own = place + distance;
      if (own >= 0 && own < window.length) return window[own] ?? "";
      return own < window.length + 2 ? after.at(own) : before.at(place);
    },
  };
}
