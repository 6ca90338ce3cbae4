/** The part of a key press that shortcuts depend on. */
interface Pressed {
  readonly key: string;
  readonly code: string;
}

/** The key as shortcuts name it: letters by their place on the keyboard, so that they work in a Russian or Kazakh layout too. */
export function keyOf({ key, code }: Pressed): string {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  return letter === undefined ? key : letter.toLowerCase();
}

/** `g` and then a letter opens a page, if the letter comes within this time: milliseconds. */
const goMs = 1_500;

const pages: Readonly<Record<string, string>> = {
  d: "/",
  p: "/players",
  k: "/kyc",
  w: "/payouts",
  a: "/approvals",
  r: "/risk",
  h: "/harm",
  s: "/support",
  g: "/games",
  l: "/audit",
};

/** The letters after `g`, with the pages that they open. */
export const goKeys: readonly (readonly [letter: string, to: string])[] = Object.entries(pages);

/** Follows the keys `g` and a letter. Returns the page that the pressed key opens. */
export class GoKeys {
  #pressedAt = Number.NEGATIVE_INFINITY;

  after(key: string, now: number): string | undefined {
    const to = now - this.#pressedAt <= goMs ? pages[key] : undefined;
    this.#pressedAt = to === undefined && key === "g" ? now : Number.NEGATIVE_INFINITY;
    return to;
  }
}
