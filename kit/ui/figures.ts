/** Figures of a card by fours: `2200150012345675` is `2200 1500 1234 5675`. */
export function inFours(text: string): string {
  return figuresOf(text).replace(/(.{4})(?=.)/g, "$1 ");
}

/** What of a text is figures. */
export function figuresOf(text: string): string {
  return text.replace(/\D/g, "");
}

/** A field's text as somebody left it: the caret stands before the character of this number. */
export interface Typed {
  readonly text: string;
  readonly caret: number;
}

/**
 * How many figures stand left of the caret once `read` has taken its figures out of a text. `read` may drop figures at the
 * beginning (a country's code) or at the end (more than there are places for).
 */
export function figuresBefore({ text, caret }: Typed, figures: string): number {
  const all = figuresOf(text);
  const dropped = all.length > figures.length && all.endsWith(figures) ? all.length - figures.length : 0;
  const left = figuresOf(text.slice(0, caret)).length - dropped;
  return Math.min(figures.length, Math.max(0, left));
}

/** Where the caret stands in a formatted text right behind so many figures. */
export function caretAfterDigits(shown: string, figures: number): number {
  if (figures === 0) return 0;
  let seen = 0;
  for (let at = 0; at < shown.length; at++) if (/\d/.test(shown.charAt(at)) && ++seen === figures) return at + 1;
  return shown.length;
}

/**
 * Whoever deletes a bracket or a space that the pattern put there means the figure beside it. Answers the text without that
 * figure; any other change as it is.
 */
export function withoutNeighbour(former: string, typed: Typed, direction: "backward" | "forward" | null): Typed {
  const { text, caret } = typed;
  const isSame = text.length === former.length - 1 && figuresOf(text) === figuresOf(former);
  if (direction === null || !isSame) return typed;
  if (direction === "forward") {
    const right = text.slice(caret).replace(/\d/, "");
    return { text: text.slice(0, caret) + right, caret };
  }
  const left = text.slice(0, caret).replace(/\d(\D*)$/, "$1");
  return { text: left + text.slice(caret), caret: left.length };
}
