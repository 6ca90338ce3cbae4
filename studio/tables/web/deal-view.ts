import { el } from "#studio/frame/web/dom.ts";
import type { RoundFacts } from "../shared/calls.ts";
import type { Card } from "../shared/cards.ts";
import { askew, type CardView, createCard } from "./card-view.ts";
import { type FrameSound, silence } from "./stage.ts";

/** Cards that are dealt and turned at their times, counted from the draw: everybody sees the same, and those who come late see the rest. */
export interface DealtCard {
  readonly card: Card;
  /** The hand, and the place in it. */
  readonly hand: string;
  readonly place: number;
  readonly dealtMs: number;
  readonly turnedMs: number;
}

export interface DealView {
  readonly element: HTMLElement;
  show(round: RoundFacts | null): void;
  draw(nowMs: number): FrameSound;
}

/**
 * @param pill what is shown of a hand whose cards are up
 * @param isHeld whether a card stays face down beyond its time, because the player turns it
 */
export function createDealView(
  hands: readonly string[],
  script: (round: RoundFacts) => readonly DealtCard[],
  pill: (up: readonly Card[], hand: string) => string,
  isHeld: (dealt: DealtCard, sinceMs: number) => boolean = () => false,
): DealView {
  const boxes = new Map(hands.map(hand => [hand, el("div", { class: `hand hand-${hand}` })]));
  const pills = new Map(hands.map(hand => [hand, el("span", { class: `points points-${hand}`, hidden: true })]));
  const element = el("div", { class: "deal", "aria-hidden": "true" }, ...boxes.values(), ...pills.values());
  let cards: readonly { readonly dealt: DealtCard; readonly view: CardView }[] = [];
  let round: RoundFacts | null = null;
  let laid = "";

  function lay(): void {
    const key = `${round?.number} ${round?.outcome !== null}`;
    if (key === laid) return;
    laid = key;
    const list = round && round.outcome !== null && round.dealt_at !== null ? script(round) : [];
    cards = list.map((dealt, index) => ({
      dealt,
      view: createCard(dealt.card, `place-${dealt.place}`, askew(round?.link_hash ?? "", index)),
    }));
    for (const [hand, box] of boxes)
      box.replaceChildren(...cards.filter(({ dealt }) => dealt.hand === hand).map(({ view }) => view.element));
    for (const each of pills.values()) each.hidden = true;
    // So that the shoe is where each of them starts from.
    void element.offsetWidth;
  }

  const isUp = (dealt: DealtCard, sinceMs: number) => sinceMs >= dealt.turnedMs && !isHeld(dealt, sinceMs);

  function showPills(sinceMs: number): void {
    for (const [hand, box] of pills) {
      const up = cards.filter(({ dealt }) => dealt.hand === hand && isUp(dealt, sinceMs));
      box.hidden = up.length === 0;
      const text = pill(
        up.map(({ dealt }) => dealt.card),
        hand,
      );
      if (box.textContent !== text) box.textContent = text;
    }
  }

  return {
    element,
    show(next) {
      round = next;
      lay();
    },
    draw(now) {
      if (!round || round.dealt_at === null || cards.length === 0) return silence;
      const since = round.phase === "settled" ? Number.POSITIVE_INFINITY : now - round.dealt_at;
      let moved = false;
      for (const { dealt, view } of cards) {
        const place = isUp(dealt, since) ? "up" : since >= dealt.dealtMs ? "down" : "shoe";
        moved = view.show(place) || moved;
      }
      if (moved) showPills(since);
      return moved ? { roll: 0, touch: "paper" } : silence;
    },
  };
}
