import { el } from "#studio/frame/web/dom.ts";
import type { Move } from "../../shared/turns.ts";
import type { BlackjackText } from "./texts.ts";

/** The decisions of the player whose turn it is. */
export interface ActionsView {
  readonly element: HTMLElement;
  /** @param moves those that are allowed now; none hides the buttons */
  show(moves: readonly Move[], isBusy: boolean): void;
}

const faces = {
  hit: "+",
  stand: "–",
  double: "×2",
  split: "½",
  insure: "✓",
  decline: "✕",
} as const;
type Action = keyof typeof faces;
const playing: readonly Action[] = ["hit", "stand", "double", "split"];
const insuring: readonly Action[] = ["insure", "decline"];

export function createActionsView(say: (key: BlackjackText) => string, act: (move: Move) => void): ActionsView {
  const element = el("div", { class: "bj-actions", role: "group", "aria-label": say("yourTurn"), hidden: true });
  let shown = "";

  function button(action: Action, move: Move | undefined, isBusy: boolean): HTMLButtonElement {
    const made = el(
      "button",
      { type: "button", class: `bj-action a-${action}`, onclick: () => move && act(move) },
      el("b", { "aria-hidden": "true" }, faces[action]),
      el("span", {}, say(action)),
    );
    made.disabled = move === undefined || isBusy;
    return made;
  }

  return {
    element,
    show(moves, isBusy) {
      const key = JSON.stringify([moves, isBusy]);
      if (key === shown) return;
      shown = key;
      element.hidden = moves.length === 0;
      const isInsuring = moves.some(({ action }) => action === "insure");
      const had = element.contains(document.activeElement)
        ? [...element.children].indexOf(document.activeElement as Element)
        : -1;
      const buttons = (isInsuring ? insuring : playing).map(action =>
        button(
          action,
          moves.find(move => move.action === action),
          isBusy,
        ),
      );
      element.replaceChildren(...buttons);
      // Keeps the keyboard focus on the next decision.
      const next = buttons[had];
      if (next && !next.disabled) next.focus();
      else if (had >= 0) buttons.find(each => !each.disabled)?.focus();
    },
  };
}
