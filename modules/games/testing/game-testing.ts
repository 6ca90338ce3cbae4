import type { Page } from "playwright-core";
import type { Play } from "#assurance/simulation/actions.ts";
import type { Mortal } from "#assurance/simulation/server-process.ts";
import type { GameStores, SimulatedNeeds } from "#assurance/simulation/stores.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import type { StepwiseRules } from "#modules/engines/stepwise/shared/stepwise.ts";
import type { Visit } from "#tools/demo/crowd/visit.ts";

/** A call as a client sends it: the path below `/api/v1/games/`, and its input as JSON. */
export interface BenchCall {
  readonly call: string;
  readonly input: string;
}

/** A player in another place, in games between players. */
export interface OtherPlayer {
  call<T>(method: "GET" | "POST", path: string, body?: object, key?: string): Promise<T>;
}

/** What moves on a stage, and for how long it is measured. */
export interface Scene {
  readonly name: string;
  /** Below `/games/`. */
  readonly path: string;
  /** Two players with money, the first of whom is at the page; otherwise a guest is. */
  readonly isMultiplayer?: true;
  /** Sets the stage in motion; the other player is somewhere else. */
  begin(page: Page, other?: OtherPlayer): Promise<void>;
  readonly frameMs: number;
}

/** What simulator, benchmarks and printed documents need of a game. */
export interface GameTesting {
  /** docs/games/<game>.md: every figure in it is computed from the rules that settle bets. */
  oddsPage(): string;
  /** The calls that stake money or continue a bet, each with a valid body if it takes one. */
  readonly calls: Readonly<
    Record<`POST ${string}`, { readonly body?: Readonly<Record<string, unknown>>; readonly stakes: boolean }>
  >;
  /** A turn of a simulated player. */
  readonly play: Play;
  /** What players of the demonstration do: one entry is taken at random, so that a repeated one is taken more often. */
  readonly visits?: readonly Visit[];
  /** The game as one simulated server process opens it; games with rounds of their own take their stores. */
  open(self: Mortal, needs: SimulatedNeeds, stores: GameStores): ServerModule;
  /** The rules of rounds in steps, against which the simulator checks every such round. */
  // biome-ignore lint/suspicious/noExplicitAny: each game has types of its own for choice and result.
  readonly steps?: StepwiseRules<any, any, any, any>;
  /** A game whose code it shares: seeds of the simulator alternate between them, to keep time for the rest. */
  readonly alternate?: string;
  /** A bet that is decided at once. */
  readonly benchBet?: BenchCall;
  /** A round in steps: the bet, then one step, then a cash-out unless that step lost. `step` reads the bet's response. */
  readonly benchRound?: BenchCall & { readonly name?: string; step(bet: string): BenchCall };
  readonly scene: Scene;
}
