/** How a game looks and sounds. The palette goes into custom properties of the page, the sounds into the synthesiser. */
export interface Theme {
  /** The symbol on its tile in lists, over its scene: the file in `art/symbols`, without its ending. */
  readonly hero: string;
  /** Six hexadecimal digits after #. */
  readonly palette: {
    readonly ground: string;
    readonly metal: string;
    readonly accent: string;
    readonly second: string;
    /** Darkest and lightest tone of a reel's well. */
    readonly well: readonly [dark: string, light: string];
  };
  /** What the frame is made of. */
  readonly frame: "brass" | "wood" | "copper" | "iron" | "tent" | "mirror" | "rules" | "ice";
  /** Light sheet in place of the usual dark room. */
  readonly light?: true;
  readonly sound: {
    readonly stop: "click" | "wood" | "glass" | "paper" | "bell";
    readonly win: "pluck" | "bell" | "mallet" | "glass" | "wood";
    readonly feature: "bell" | "pad" | "paper" | "wood";
    /** Degrees of D Dorian that wins climb, as semitones above D4. */
    readonly scale: readonly number[];
  };
  /** Its features other than free spins, by the name of their event. */
  readonly features?: Readonly<Record<string, FeatureTheme>>;
  /** How new symbols come: reels that turn, or columns that fall. */
  readonly motion: "reels" | "fall";
}

/** How a feature is announced. */
export interface FeatureTheme {
  readonly titles: Readonly<Record<"en" | "ru" | "kk", string>>;
  /** On a card over the reels when it begins and when it has paid; else beside the name of the game alone. */
  readonly onCard?: true;
  /** What is counted down while it lasts. */
  readonly counts?: "spins" | "respins";
  /** The reels that its detail names (`2-4`) turn as one, in a bracket. */
  readonly bracket?: true;
}
