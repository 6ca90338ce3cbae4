import type { WordStream } from "#kit/fair/stream.ts";
import type { Json } from "#kit/std/json.ts";
import type { Placed } from "./placed.ts";

/** A table at which players decide after the first cards. */
export interface Turns<Outcome extends Json = Json> {
  /** Numbered from 1. */
  readonly seats: number;
  /** Of one player. */
  readonly mostSeats: number;
  /** Every spot that is placed before the deal. */
  readonly spots: readonly string[];
  /** For each decision. */
  readonly decisionMs: number;
  /** The seat whose player alone may place on a spot; undefined where everybody else may, behind the player. */
  ownerOf(spot: string): number | undefined;
  /** The seat that a spot follows. */
  seatOf(spot: string): number;
  /** Whether a stake on the spot brings its seat into play. */
  isMain(spot: string): boolean;
  /** Taken with a move, never before the deal. */
  isFurther(spot: string): boolean;
  open(words: WordStream, seats: readonly number[]): Play<Outcome>;
  /** What a move takes of the player of the seat, or of one behind it, who has this on the table; undefined where it takes nothing. */
  stakeOf(move: Move, layout: readonly Placed[], isOwner: boolean): Placed | undefined;
  /** What a decision that is not made in time comes to. */
  timedOut(next: Next): readonly Move[];
  /** Until the first cards lie. */
  dealMs(seats: number): number;
  /** Until the dealer's cards lie and the result is shown. */
  finishMs(outcome: Outcome): number;
}

/** One decision of a seat. */
export type Move = {
  readonly seat: number;
  readonly hand: number;
  readonly action: string;
};

export interface Choices {
  readonly seats: readonly number[];
  readonly moves: readonly Move[];
}

/** Who decides next: one hand, several seats at once, or nobody. */
export type Next =
  | { readonly kind: "turn"; readonly seat: number; readonly hand: number }
  | { readonly kind: "all"; readonly seats: readonly number[] }
  | { readonly kind: "over" };

export interface Play<Outcome extends Json> {
  readonly next: Next;
  allowed(move: Move): boolean;
  make(move: Move): void;
  /** What everybody may see before the end: no card that is face down. */
  view(): Json;
  /** Once all decisions are made. */
  finish(): Outcome;
}

const isWhole = (value: unknown, least: number, most: number): value is number =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;

/** The seats in play and the moves of a recorded result; undefined where it has none. */
export function choicesIn(outcome: Json): Choices | undefined {
  const { seats, moves } = (outcome ?? {}) as { readonly seats?: unknown; readonly moves?: unknown };
  if (!Array.isArray(seats) || !Array.isArray(moves)) return undefined;
  const numbers = seats.map(each => (each as { seat?: unknown } | null)?.seat);
  const isRising = numbers.every((seat, at) => isWhole(seat, 1, 9) && (at === 0 || seat > Number(numbers[at - 1])));
  const areMoves = moves.every(
    (move: Partial<Move> | null) =>
      move && isWhole(move.seat, 1, 9) && isWhole(move.hand, 0, 1) && typeof move.action === "string",
  );
  return isRising && areMoves ? { seats: numbers as number[], moves: moves as Move[] } : undefined;
}

/** A round with its moves made, or undefined where one of them was not allowed. */
export function playThrough<Outcome extends Json>(
  turns: Pick<Turns<Outcome>, "open">,
  words: WordStream,
  { seats, moves }: Choices,
): Play<Outcome> | undefined {
  const play = turns.open(words, seats);
  for (const move of moves) {
    if (!play.allowed(move)) return undefined;
    play.make(move);
  }
  return play;
}

/** The result of a round whose players have decided so; undefined where they cannot have. */
export function resultOf<Outcome extends Json>(
  turns: Pick<Turns<Outcome>, "open">,
  words: WordStream,
  choices: Choices,
): Outcome | undefined {
  const play = playThrough(turns, words, choices);
  return play?.next.kind === "over" ? play.finish() : undefined;
}

/** Whether a player's further stakes are the ones that the moves of the round take: all of the player's own seats, of those behind none or all. */
export function followsMoves(
  turns: Pick<Turns, "stakeOf">,
  moves: readonly Move[],
  first: readonly Placed[],
  further: readonly Placed[],
): boolean {
  const [layout, left] = [[...first], [...further]];
  for (const move of moves) {
    for (const isOwner of [true, false]) {
      const due = turns.stakeOf(move, layout, isOwner);
      if (!due) continue;
      const at = left.findIndex(({ spot, amount }) => spot === due.spot && amount === due.amount);
      if (at < 0 && isOwner) return false;
      if (at < 0) continue;
      left.splice(at, 1);
      layout.push(due);
    }
  }
  return left.length === 0;
}
