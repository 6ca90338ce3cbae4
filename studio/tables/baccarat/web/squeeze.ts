import { el } from "#studio/frame/web/dom.ts";
import type { RoundFacts } from "../../shared/calls.ts";
import type { Placed } from "../../shared/placed.ts";
import { createCardFront } from "../../web/card-view.ts";
import type { DealtCard } from "../../web/deal-view.ts";
import { type Squeezed, squeezedCard } from "./script.ts";
import type { BaccaratText } from "./texts.ts";

/** The last card, large and face down: its edge is lifted until it is turned. A reveal only: the result is there already. */
export interface Squeeze {
  readonly element: HTMLElement;
  show(round: RoundFacts | null, bets: readonly Placed[]): void;
  draw(nowMs: number): void;
  isHeld(dealt: DealtCard, sinceMs: number): boolean;
}

/** Lifted beyond this part it turns over. */
const turnsAt = 0.55;
const keySteps: Readonly<Record<string, number>> = {
  ArrowUp: 0.08,
  ArrowRight: 0.08,
  ArrowDown: -0.08,
  ArrowLeft: -0.08,
};

export function createSqueeze(say: (key: BaccaratText) => string): Squeeze {
  const title = el("b", {});
  const back = el("i", { class: "squeeze-back" });
  const flap = el("span", { class: "squeeze-flap" });
  const card = el(
    "div",
    { class: "squeeze-card", role: "slider", tabindex: "0", "aria-valuemin": "0", "aria-valuemax": "100" },
    back,
    flap,
  );
  const turn = el("button", { type: "button", class: "action", onclick: release }, say("turn"));
  const element = el("div", { class: "squeeze", hidden: true }, title, card, el("span", {}, say("lift")), turn);
  let held: Squeezed | undefined;
  let seen = "";
  let dealtAt = 0;
  let lifted = 0;
  let grip: number | undefined;

  function release(): void {
    held = undefined;
    element.hidden = true;
  }

  function lift(part: number): void {
    lifted = Math.min(1, Math.max(0, part));
    if (lifted > turnsAt) {
      release();
      return;
    }
    card.style.setProperty("--lift", String(lifted));
    card.setAttribute("aria-valuenow", String(Math.round(lifted * 100)));
  }

  card.addEventListener("pointerdown", event => {
    grip = event.clientY + lifted * card.offsetHeight;
    card.setPointerCapture(event.pointerId);
    card.classList.add("gripped");
  });
  card.addEventListener("pointermove", event => {
    if (grip !== undefined) lift((grip - event.clientY) / card.offsetHeight);
  });
  const letGo = () => {
    grip = undefined;
    card.classList.remove("gripped");
    lift(0);
  };
  card.addEventListener("pointerup", letGo);
  card.addEventListener("pointercancel", letGo);
  card.addEventListener("keydown", event => {
    const step = keySteps[event.key];
    if (step === undefined && event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    if (step === undefined) release();
    else lift(lifted + step);
  });

  return {
    element,
    show(round, bets) {
      const key = `${round?.number} ${round?.phase}`;
      if (key === seen) return;
      seen = key;
      release();
      held = round ? squeezedCard(round, bets) : undefined;
      if (!round || !held) return;
      dealtAt = round.dealt_at ?? 0;
      flap.replaceChildren(createCardFront(held.dealt.card));
      title.textContent = say(held.dealt.hand === "player" ? "squeezePlayer" : "squeezeBanker");
      card.setAttribute("aria-label", title.textContent);
      letGo();
    },
    draw(now) {
      if (!held) return;
      const since = now - dealtAt;
      if (since >= held.untilMs) release();
      else if (since >= held.fromMs) element.hidden = false;
    },
    isHeld: (dealt, since) =>
      held !== undefined && since < held.untilMs && dealt.hand === held.dealt.hand && dealt.place === held.dealt.place,
  };
}
