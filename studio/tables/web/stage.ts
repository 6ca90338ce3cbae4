import type { Json } from "#kit/std/json.ts";
import type { Money } from "#studio/frame/web/money.ts";
import type { RoundFacts } from "../shared/calls.ts";
import type { Placed } from "../shared/placed.ts";
import type { TableGame, TableLimits } from "../shared/table-game.ts";
import type { Move } from "../shared/turns.ts";
import type { FeltView, ShownFelt } from "./felt-view.ts";
import type { TableState } from "./table-state.ts";
import type { Language } from "./texts.ts";

/** What a table shows of its own: `tables/<table>/web/stage.ts` exports one as `stage`. All else is the same at every table. */
export interface StageModule {
  readonly game: TableGame;
  create(facts: StageFacts): Stage;
}

export interface StageFacts {
  readonly language: Language;
  readonly money: Money;
  readonly limits: TableLimits;
  /** Milliseconds of the studio's clock. */
  readonly now: () => number;
  /** Puts chips of the chosen face on spots, so many on each. */
  readonly put: (chips: Readonly<Record<string, number>>) => void;
  readonly seats: SeatCalls;
  /** The player's valid bets in a round. */
  readonly sent: (round: number) => readonly Placed[];
}

/** What a player does at a table with seats. */
export interface SeatCalls {
  /** The player's own. */
  own(): readonly number[];
  /** A decision is on its way. */
  isBusy(): boolean;
  sit(seat: number): void;
  leave(seat: number): void;
  act(move: Move): void;
}

/** The sounds of one frame of the animation. */
export interface FrameSound {
  /** Speed of what rolls, 0 where nothing does. */
  readonly roll: number;
  /** What was touched in this frame. */
  readonly touch?: "wood" | "paper" | "glass" | undefined;
}
export const silence: FrameSound = { roll: 0 };

export interface Stage {
  /** Lies in the table's space: wheel, cards, dice. */
  readonly scenery: readonly HTMLElement[];
  /** Lies flat in front of the table. */
  readonly front?: HTMLElement;
  /** What is seen above the chips is drawn at this size and scaled to the place that there is; `narrow` is the width on a phone. */
  readonly room: { readonly width: number; readonly height: number; readonly narrow: number };
  readonly texts: {
    /** While the result is being shown. */
    readonly dealing: string;
    readonly rules: string;
  };
  /** Another way to place chips, behind a button. */
  readonly tool?: { readonly label: string; readonly panel: HTMLElement };
  /** Where players decide: the buttons of the player whose turn it is, above the chips. */
  readonly actions?: HTMLElement;
  /** Whose decision it is. Until the first cards lie on the table, that they are being dealt. */
  turnText?(round: RoundFacts): { readonly title: string; readonly detail: string };
  /** After a seat was taken or left. */
  seatText?(seat: number, isTaken: boolean): string;
  /** Follows the paytable in the rules. */
  readonly more?: readonly HTMLElement[];
  /** Roads: above the chips, on a phone under the felt. */
  readonly strip?: HTMLElement;
  felt(isNarrow: boolean, common: Pick<ShownFelt, "step" | "label" | "onPress">): FeltView;
  spotName(spot: string): string;
  /** The spot on which the result is marked. */
  dollyOn?(outcome: Json): string | undefined;
  /** A result in a line, for the timer and screen readers. */
  resultText(outcome: Json): string;
  /** Beside the table. */
  boxes(state: TableState, ownId: string | null): readonly HTMLElement[];
  /** The newest results, for a phone. */
  results(state: TableState): readonly HTMLElement[];
  /** Rows of the paytable. */
  readonly pays: readonly { readonly name: string; readonly odds: string; readonly spot: string }[];
  show(round: RoundFacts | null, state: TableState): void;
  /** Each frame. */
  draw(nowMs: number): FrameSound;
  calm(on: boolean): void;
}
