/**
 * What a slot is: data that a PAR sheet prints, a client draws and a verifier carries, and one pure function that plays a round of it.
 * Wins are whole **units**; `game.units` of them are one stake, so that a multiple of the stake is an exact fraction.
 */

export const languages = ["en", "ru", "kk"] as const;
export type Titles = Readonly<Record<(typeof languages)[number], string>>;

export const currencies = ["RUB", "USD", "KZT", "INR", "EUR"] as const;
export type Currency = (typeof currencies)[number];

export type SymbolRole = "pay" | "wild" | "scatter" | "coin" | "multiplier" | "mystery";

export interface SlotSymbol {
  /** Its code on the strips: one character. */
  readonly letter: string;
  /** The drawing's name in the game's symbol set. */
  readonly name: string;
  readonly titles: Titles;
  readonly role: SymbolRole;
  /** Units by count ("3": 12); absent for a symbol that pays nothing of its own. */
  readonly pays?: Readonly<Record<number, number>>;
}

/** How wins are found on the window. Lines are written as one row digit per reel, 0 above. */
export type Evaluation =
  | { readonly kind: "lines"; readonly lines: readonly string[]; readonly bothWays?: true }
  | { readonly kind: "ways" }
  | { readonly kind: "clusters"; readonly least: number }
  | { readonly kind: "anywhere"; readonly least: number };

/** One strip per reel from left to right, one letter per stop, circular; a window is read downwards from the stop. */
export type Strips = readonly string[];

/** A value with its integer weight. */
export interface Weighted {
  readonly value: number;
  readonly weight: number;
}

export type ProofKind = "enumerate" | "markov" | "convolve" | "books";

export interface SlotMode {
  /** What a round costs, in stakes: 1 for the base game, 65 for a purchase of the feature. */
  readonly price: number;
  /** Percent with two decimals: what the mode returns on its price, to within 0.05 points, the cap included and a pot left out. */
  readonly rtp: string;
}

/** The base game is always there; a purchase is another mode. */
export type SlotModes = { readonly base: SlotMode } & Readonly<Record<string, SlotMode>>;

/** A jackpot that the casino holds and pays: of each stake so much goes to it, and `odds` draws in `range` win it. */
export interface SlotPot {
  readonly pool: string;
  /** Hundredths of a percent of the stake: 80 is 0.8 %. */
  readonly contribution: number;
  readonly reserve: number;
}

export interface SlotGame {
  /** `fairhouse-1` contexts, addresses and files carry it; never changed. */
  readonly slug: string;
  readonly titles: Titles;
  readonly volatility: 1 | 2 | 3 | 4 | 5;
  readonly grid: { readonly reels: number; readonly rows: number };
  readonly symbols: readonly SlotSymbol[];
  readonly strips: Readonly<Record<string, Strips>>;
  /** Weight tables beside the strips: coin values, multipliers, prizes. */
  readonly tables: Readonly<Record<string, readonly Weighted[]>>;
  readonly evaluation: Evaluation;
  /** Units in one stake. */
  readonly units: number;
  /** The most a round pays, in stakes of the base game; what is above it is cut off. A pot is not counted. */
  readonly maxWin: number;
  readonly modes: SlotModes;
  /** Decimals in major units, at most two decimals, rising. The smallest one is a multiple of a micro-unit per unit. */
  readonly stakes: Readonly<Record<Currency, readonly string[]>>;
  /** Percent with two decimals: rounds of the base game with any win or a feature. */
  readonly hitRate: string;
  /** One round of the base game in so many pays {@link maxWin}. */
  readonly maxWinOdds: number;
  readonly pot?: SlotPot;
  readonly proof: readonly ProofKind[];
  /** Plays one round and returns its win in units before the cap. Takes chance from `round.draw` alone. */
  readonly play: (round: Round, mode: string) => number;
}

/** What a round is played with. */
export interface Round {
  /** A number 0 <= value < range, exactly unbiased; the name says what it decides ("reel 1", "lantern value"). */
  draw(name: string, range: number): number;
  /** Tells what happened; absent in simulation, so that a game makes no event nobody reads. */
  readonly show?: (event: SpinEvent) => void;
  /** The stake in units of the currency's smallest listed stake, for odds that rise with the stake (a pot). 1 in simulation. */
  readonly stakeSteps: number;
  /** Set by a game when a draw hit the pot. The casino books and pays its sum. */
  potHit: boolean;
  /** Set by a game when a feature starts: such a round counts as a hit, also when it wins nothing. */
  featured: boolean;
}

export interface Draw {
  readonly name: string;
  readonly range: number;
  readonly value: number;
}

/** A cell as reel and row, both from 0, left to right and downwards. */
export type Cell = readonly [reel: number, row: number];

/** What the client plays, in order. `units` are units of the stake. */
export type SpinEvent =
  /** The reels stopped; `window` has one text per reel, its letters downwards. */
  | {
      readonly type: "reels";
      readonly set: string;
      readonly stops: readonly number[];
      readonly window: readonly string[];
      readonly note?: string;
    }
  /** Letters changed in place: expanded, walked, dropped or turned into another symbol. */
  | {
      readonly type: "window";
      readonly cause: string;
      readonly window: readonly string[];
      readonly cells: readonly Cell[];
    }
  | {
      readonly type: "win";
      readonly kind: "line" | "ways" | "cluster" | "anywhere" | "scatter" | "coins" | "prize";
      readonly symbol: string;
      readonly count: number;
      readonly units: number;
      readonly cells: readonly Cell[];
      /** The line's index, from 0. */
      readonly line?: number;
      readonly ways?: number;
      /** From the right, where a game pays both ways. */
      readonly reversed?: true;
      readonly multiplier?: number;
    }
  /** A feature begins, or gains spins. */
  | { readonly type: "feature"; readonly name: string; readonly spins: number; readonly detail?: string }
  /** Values lie on cells, in stakes: lanterns, touchstones. */
  | {
      readonly type: "values";
      readonly name: string;
      readonly cells: readonly Cell[];
      readonly values: readonly number[];
    }
  | { readonly type: "multiplier"; readonly name: string; readonly value: number }
  /** A named feature is over; `units` is what it paid in all. */
  | { readonly type: "feature_end"; readonly name: string; readonly units: number }
  | { readonly type: "pot"; readonly pool: string }
  /** The end: what the round pays, after the cap. */
  | { readonly type: "total"; readonly units: number; readonly capped: boolean };
