import type { RoundFacts } from "../../shared/calls.ts";
import type { Card } from "../../shared/cards.ts";
import { fiveSeatsBlackjack } from "../game.ts";
import type { BlackjackOutcome, SeatHands } from "../rules.ts";

/** A card on the table with the moment, on the studio's clock, from which it is there. */
export interface LaidCard {
  /** Stays the same for the same card of a hand. */
  readonly key: string;
  /** 0 is the dealer. */
  readonly seat: number;
  readonly hand: number;
  readonly place: number;
  /** Undefined while it lies face down. */
  readonly card: Card | undefined;
  readonly dealtAt: number;
  readonly upAt: number;
}

const cardMs = 450;
const holeMs = 600;
const drawMs = 800;

interface View {
  readonly dealer: readonly Card[];
  readonly seats: readonly SeatHands[];
}

/** What lies open of a round: of one that is played, and of one that has its result. */
export function viewOf({ play, outcome }: Pick<RoundFacts, "play" | "outcome">): View | undefined {
  return (outcome ?? play?.view) as unknown as View | undefined;
}

/** Whether players are asked for decisions: from the moment the first cards lie on the table, when the time to decide begins. */
export const areDecisionsOpen = ({ phase, play }: Pick<RoundFacts, "phase" | "play">, nowMs: number): boolean =>
  phase === "playing" && play !== null && nowMs >= play.starts_at;

/** Every card of a round. The first ones are dealt in turn, those of a decision at once, the dealer's at the end one by one. */
export function laidCards(round: RoundFacts): readonly LaidCard[] {
  const view = viewOf(round);
  if (!view || view.seats.length === 0) return [];
  const began = round.dealt_at ?? 0;
  const count = view.seats.length;
  const own = view.seats.flatMap(({ seat, hands }, order) =>
    hands.flatMap(({ cards }, hand) =>
      cards.map((card, place): LaidCard => {
        const isFirst = hands.length === 1 && place < 2;
        const at = isFirst ? began + (place === 0 ? order : count + 1 + order) * cardMs : 0;
        return { key: `${seat} ${hand} ${place} ${card}`, seat, hand, place, card, dealtAt: at, upAt: at };
      }),
    ),
  );
  return [...own, ...dealerCards(round, view, began, count)];
}

function dealerCards(round: RoundFacts, { dealer }: View, began: number, count: number): LaidCard[] {
  const of = (place: number, card: Card | undefined, dealtAt: number, upAt: number): LaidCard => ({
    key: `0 ${place} ${card}`,
    seat: 0,
    hand: 0,
    place,
    card,
    dealtAt,
    upAt,
  });
  const first = of(0, dealer[0], began + count * cardMs, began + count * cardMs);
  const holeAt = began + (2 * count + 1) * cardMs;
  const hidden = of(1, undefined, holeAt, Number.POSITIVE_INFINITY);
  if (round.outcome === null || round.settles_at === null) return [first, hidden];
  const { finishMs } = fiveSeatsBlackjack.turns;
  const starts = round.settles_at - finishMs(round.outcome as unknown as BlackjackOutcome) + holeMs;
  return [
    first,
    ...dealer.slice(1).map((card, i) => of(i + 1, card, i === 0 ? holeAt : starts + i * drawMs, starts + i * drawMs)),
  ];
}
