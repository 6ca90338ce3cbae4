import type { RoundFacts } from "../../shared/calls.ts";
import type { Placed } from "../../shared/placed.ts";
import type { DealtCard } from "../../web/deal-view.ts";
import type { BaccaratOutcome } from "../rules.ts";

const outcomeOf = ({ outcome }: RoundFacts) => outcome as unknown as BaccaratOutcome;

/** Two to each, turned hand by hand; then the third cards one by one. */
export function script(round: RoundFacts): readonly DealtCard[] {
  const { player, banker } = outcomeOf(round);
  const first = [player[0], banker[0], player[1], banker[1]].map((card = "", index): DealtCard => {
    const hand = index % 2 === 0 ? "player" : "banker";
    return { card, hand, place: index >> 1, dealtMs: 150 + index * 380, turnedMs: hand === "player" ? 2_000 : 2_600 };
  });
  const third = [
    { hand: "player", card: player[2] },
    { hand: "banker", card: banker[2] },
  ].flatMap(({ hand, card }) => (card === undefined ? [] : [{ hand, card }]));
  const last = third.map(({ hand, card }, index) => {
    const dealtMs = 3_200 + index * 1_000;
    return { card, hand, place: 2, dealtMs, turnedMs: dealtMs + 700 };
  });
  return [...first, ...last];
}

/** The last card of a round, which a player who bets on a hand may turn themselves; times count from the draw. */
export interface Squeezed {
  readonly dealt: DealtCard;
  readonly fromMs: number;
  /** Then it turns automatically. */
  readonly untilMs: number;
}

/** A card slides that long. */
const slideMs = 400;
/** It lies open so long before the result is announced. */
const openMs = 500;

/** Undefined for those who watch, or bet on pairs and ties alone: they see the card turned as everybody does. */
export function squeezedCard(round: RoundFacts, bets: readonly Pick<Placed, "spot">[]): Squeezed | undefined {
  if (round.phase !== "dealing" || round.outcome === null || round.dealt_at === null || round.settles_at === null)
    return undefined;
  if (!bets.some(({ spot }) => spot === "player" || spot === "banker")) return undefined;
  // Of two that turn together the one that is dealt later.
  const dealt = script(round).reduce((one, other) => (other.turnedMs >= one.turnedMs ? other : one));
  return { dealt, fromMs: dealt.dealtMs + slideMs, untilMs: round.settles_at - round.dealt_at - openMs };
}
