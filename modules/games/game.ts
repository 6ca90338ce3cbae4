import type { Ratio } from "#kit/money/amount.ts";
import type { Json } from "#kit/std/json.ts";
import type { BetOdds } from "#modules/bets/shared/bet-odds.ts";
import type { ExampleBet } from "#modules/bets/shared/example-bet.ts";
import type { RoundsTable } from "#modules/bets/shared/rounds-table.ts";
import type { StakeTable } from "#modules/bets/shared/stakes.ts";
import type { GameProof } from "#modules/fairness/shared/game-proof.ts";
import type { Rules, RuleVersions } from "#modules/fairness/shared/rule-versions.ts";
import type { Verifier } from "#modules/fairness/shared/verification.ts";
import type { gameNumbers } from "#modules/ledger/shared/chart.ts";

/** Text over a tile: a picture cannot use the page's fonts. Coordinates are those of the tile, 300 × 360. */
export interface TileFigure {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly fill?: string;
}

/** How the game is shown in lists; its plate is `web/tile.svg`. */
export interface GameArt {
  /** Degrees on the colour wheel; all games have the same lightness and chroma. */
  readonly hue: number;
  /** Strokes of a 20 × 20 picture. */
  readonly glyph: string;
  /** Where the usual width is too thin for the picture. */
  readonly glyphWidth?: number;
  readonly figures?: readonly TileFigure[];
}

/** A page of the site: `path` below `/games/`, `file` in the game's `web/`. */
export interface GamePage {
  readonly path: string;
  readonly file: string;
}

interface Registration<Name extends string, R extends Rules> {
  /** Name of the game's folder, its module and its number in the ledger's chart. */
  readonly name: Name;
  /** The process that serves it, where SERVICES may run it apart. */
  readonly service?: string;
  readonly rules: RuleVersions<R>;
  /** Stakes of one bet; by room where each has its own. */
  readonly stakes: StakeTable | Readonly<Record<string, StakeTable>>;
  verifier(rules: RuleVersions<R>): Verifier;
  /** Bets whose worth a player may look at before they claim a bonus. A game without any takes no bonus money. */
  readonly exampleBets?: readonly ExampleBet[];
  /**
   * What a bet returns of its stake on average, exactly, before payouts are cut to a micro-unit: the rest is its edge. Between players, less our
   * fee. `choice`: as it is stored in the bet.
   */
  returned(rules: R, choice: Json): Ratio;
  /**
   * What a bet can pay, exactly: of a game whose bets are decided one by one at odds that are fixed when they are placed. The return of such a
   * game is watched against the variance of its own rules.
   */
  odds?(rules: R, choice: Json): BetOdds;
  /**
   * What a bet pays at each outcome of its round, in micro-units and always in the same order. Only of a game whose bets may cover opposite
   * outcomes: those of one round are added up, and what they cannot win together is not at risk.
   */
  paysAt?(rules: R, choice: Json): readonly bigint[];
  /** What can be checked by hand; records of games between players are only read. */
  readonly proofs: readonly GameProof[];
}

/** Each bet is a round of its own. */
interface RoundPerBet {
  readonly engine: "instant" | "stepwise";
  readonly rounds?: undefined;
}

interface RoundsOfMany {
  readonly engine: "shared-rounds" | "multiplayer";
  readonly rounds: RoundsTable;
}

interface OwnEntry {
  readonly art: GameArt;
  readonly under?: undefined;
}

/** Played below the page of another game, in its hue. */
interface EntryBelow {
  readonly under: string;
  readonly art?: undefined;
}

/** What a game is, as data that every environment reads. Server, pages and tests are found by name in its folder. */
export type Game<Name extends string = string, R extends Rules = Rules> = Registration<Name, R> &
  (RoundPerBet | RoundsOfMany) &
  (OwnEntry | EntryBelow);

export function game<const Name extends keyof typeof gameNumbers, R extends Rules>(spec: Game<Name, R>): Game<Name, R> {
  return spec;
}
