import { el } from "#studio/frame/web/dom.ts";
import type { RoundFacts } from "../../shared/calls.ts";
import type { Next } from "../../shared/turns.ts";
import { askew, type CardView, createCard } from "../../web/card-view.ts";
import { type FrameSound, silence } from "../../web/stage.ts";
import { isBlackjack, totalOf } from "../hands.ts";
import { seatNumbers } from "../spots.ts";
import { type LaidCard, laidCards, viewOf } from "./script.ts";

/** The cards of the dealer and of every seat, each hand with its total. */
export interface HandsView {
  readonly dealer: HTMLElement;
  readonly seats: HTMLElement;
  show(round: RoundFacts | null, own: readonly number[]): void;
  /** Marks the hand whose turn it is. */
  turn(next: Next | undefined): void;
  draw(nowMs: number): FrameSound;
}

interface HandBox {
  readonly element: HTMLElement;
  readonly total: HTMLElement;
}

/** @param blackjack the two-letter label of a blackjack */
export function createHandsView(blackjack: string): HandsView {
  const boxes = new Map<string, HandBox>();
  const dealer = handBox(0, 0);
  const seats = el(
    "div",
    { class: "bj-hands", "aria-hidden": "true" },
    ...seatNumbers.flatMap(seat => [0, 1].map(hand => handBox(seat, hand))),
  );
  let shown = new Map<string, { readonly laid: LaidCard; readonly view: CardView }>();
  let round: RoundFacts | null = null;
  let isNew = true;

  function handBox(seat: number, hand: number): HTMLElement {
    const total = el("span", { class: "bj-total", hidden: true });
    const element = el("div", { class: `bj-hand s${seat} h${hand}` }, total);
    boxes.set(`${seat} ${hand}`, { element, total });
    return element;
  }

  function lay(): void {
    const wanted = round ? laidCards(round) : [];
    const next = new Map<string, { readonly laid: LaidCard; readonly view: CardView }>();
    for (const laid of wanted) {
      const found = shown.get(laid.key);
      next.set(laid.key, found ? { laid, view: found.view } : { laid, view: cardOf(laid) });
    }
    for (const [key, { view }] of shown) if (!next.has(key)) view.element.remove();
    shown = next;
    for (const seat of viewOf(round ?? { play: null, outcome: null })?.seats ?? [])
      boxes.get(`${seat.seat} 0`)?.element.classList.toggle("split", seat.hands.length > 1);
    // Forces a layout, so that new cards start their transition at the shoe.
    void seats.offsetWidth;
  }

  function cardOf(laid: LaidCard): CardView {
    const turn = askew(round?.link_hash ?? "", 3 * laid.seat + laid.place);
    const view = createCard(laid.card ?? "", `place-${laid.place}`, turn);
    view.element.style.setProperty("--place", String(laid.place));
    boxes.get(`${laid.seat} ${laid.hand}`)?.element.append(view.element);
    // The dealer's second card was dealt face down and is revealed now.
    if (laid.seat === 0 && laid.place === 1 && laid.card !== undefined) view.show("down");
    return view;
  }

  function totals(now: number): void {
    for (const [name, { element, total }] of boxes) {
      const cards = [...shown.values()]
        .filter(({ laid }) => `${laid.seat} ${laid.hand}` === name && laid.card !== undefined && isUp(laid, now))
        .map(({ laid }) => laid.card ?? "");
      total.hidden = cards.length === 0;
      element.classList.toggle("bust", totalOf(cards).total > 21);
      const isSplit = element.classList.contains("h1") || element.classList.contains("split");
      const text = cards.length === 2 && !isSplit && isBlackjack(cards) ? blackjack : totalText(cards);
      if (total.textContent !== text) total.textContent = text;
    }
  }

  const isUp = ({ upAt }: LaidCard, now: number) => round?.phase === "settled" || now >= upAt;

  return {
    dealer,
    seats,
    show(next, own) {
      isNew = isNew || next?.number !== round?.number;
      if (isNew) {
        for (const { view } of shown.values()) view.element.remove();
        shown = new Map();
        isNew = false;
      }
      round = next;
      for (const seat of seatNumbers)
        for (const hand of [0, 1]) boxes.get(`${seat} ${hand}`)?.element.classList.toggle("own", own.includes(seat));
      lay();
    },
    turn(next) {
      const name = next?.kind === "turn" ? `${next.seat} ${next.hand}` : "";
      for (const [each, { element }] of boxes) element.classList.toggle("turn", each === name);
    },
    draw(now) {
      let moved = false;
      for (const { laid, view } of shown.values()) {
        const isDealt = round?.phase === "settled" || now >= laid.dealtAt;
        moved = view.show(isUp(laid, now) ? "up" : isDealt ? "down" : "shoe") || moved;
      }
      if (moved || shown.size === 0) totals(now);
      return moved ? { roll: 0, touch: "paper" } : silence;
    },
  };
}

/** A soft hand shows both totals while it can still be played. */
function totalText(cards: readonly string[]): string {
  const { total, soft } = totalOf(cards);
  return soft && total < 21 ? `${total - 10}/${total}` : String(total);
}
