import { el } from "#studio/frame/web/dom.ts";
import { type Card, deck } from "../shared/cards.ts";

/** A card on the table: it waits in the shoe, is dealt face down, and turned. */
export interface CardView {
  readonly element: HTMLElement;
  show(place: "shoe" | "down" | "up"): boolean;
}

const columns = 13;

/** The printed side of a card. */
export function createCardFront(card: Card): HTMLElement {
  const face = el("i", { class: "face" });
  const at = deck.indexOf(card);
  face.style.backgroundPosition = `${((at % columns) / (columns - 1)) * 100}% ${(Math.floor(at / columns) / 4) * 100}%`;
  return face;
}

/** @param turn degrees that it lies askew, so that a replay looks the same */
export function createCard(card: Card, classes: string, turn: number): CardView {
  const element = el(
    "span",
    { class: `card shoe ${classes}` },
    el("span", { class: "turning" }, createCardFront(card), el("i", { class: "back" })),
  );
  element.style.setProperty("--turn", `${turn}deg`);
  let shown = "shoe";
  return {
    element,
    show(place) {
      if (place === shown) return false;
      shown = place;
      element.classList.toggle("shoe", place === "shoe");
      element.classList.toggle("up", place === "up");
      return true;
    },
  };
}

/** Up to two degrees to either side, by a digit of a hash. */
export const askew = (hash: string, place: number): number =>
  (Number.parseInt(hash.slice(2 * place, 2 * place + 2) || "80", 16) / 255) * 4 - 2;
