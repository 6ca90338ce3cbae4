import { el } from "#studio/frame/web/dom.ts";
import type { RoundFacts } from "../../shared/calls.ts";
import { type FrameSound, silence } from "../../web/stage.ts";

/** Three dice under a glass dome. Their way is worked out backwards from the faces that were drawn. */
export interface DiceView {
  readonly element: HTMLElement;
  show(round: RoundFacts | null, last: readonly number[] | undefined): void;
  draw(nowMs: number): FrameSound;
  calm(on: boolean): void;
}

/** Turns of a die that bring a face to the top. */
export const toTop: Readonly<Record<number, string>> = {
  1: "rotateX(90deg)",
  2: "rotateX(0deg)",
  3: "rotateZ(-90deg)",
  4: "rotateZ(90deg)",
  5: "rotateX(180deg)",
  6: "rotateX(-90deg)",
};
/** How each side of the cube is turned out from its centre. Opposite sides add up to seven; {@link toTop} follows from it. */
export const sides: readonly (readonly [face: number, turn: string])[] = [
  [1, "translateZ(var(--half))"],
  [6, "rotateY(180deg) translateZ(var(--half))"],
  [3, "rotateY(90deg) translateZ(var(--half))"],
  [4, "rotateY(-90deg) translateZ(var(--half))"],
  [2, "rotateX(90deg) translateZ(var(--half))"],
  [5, "rotateX(-90deg) translateZ(var(--half))"],
];

const pips: Readonly<Record<number, string>> = { 1: "e", 2: "ai", 3: "aei", 4: "acgi", 5: "acegi", 6: "adgcfi" };

/** A flat face, also for the felt and for results. */
export const dieFace = (face: number, classes = ""): HTMLElement =>
  el("span", { class: `die-face ${classes}` }, ...[...(pips[face] ?? "")].map(at => el("i", { class: `pip p-${at}` })));

function createDie(): { readonly element: HTMLElement; readonly cube: HTMLElement } {
  const cube = el("span", { class: "cube" });
  for (const [face, turn] of sides) {
    const made = dieFace(face, "side");
    made.style.transform = turn;
    cube.append(made);
  }
  return { element: el("span", { class: "die" }, cube), cube };
}

const restMs = 1_300;
const hops = 4;
const digit = (hash: string, at: number) => Number.parseInt(hash.slice(at, at + 2) || "80", 16) / 255;

export function createDiceView(label: string): DiceView {
  const dice = [createDie(), createDie(), createDie()];
  const element = el(
    "div",
    { class: "dome", role: "img", "aria-label": label },
    el("i", { class: "dish" }),
    ...dice.map(({ element: die }) => die),
    el("i", { class: "glass" }),
  );
  let round: RoundFacts | null = null;
  let resting: readonly number[] = [1, 2, 3];
  let isCalm = false;
  let hop = -1;

  /** @param left of the roll: 1 at its start, 0 at rest */
  function place(index: number, face: number, left: number, hash: string): void {
    const { element: die, cube } = dice[index] as (typeof dice)[number];
    const [a, b] = [digit(hash, 2 * index), digit(hash, 2 * index + 6)];
    const spin = left * left * (900 + 500 * a);
    const bounce = Math.abs(Math.sin(left * Math.PI * hops)) * left * 90;
    const aside = Math.sin(left * 5 + a * 6) * left * 60;
    die.style.transform = `translate(${aside}px,${-bounce}px)`;
    // About an axis of the die's own: whatever the turn was, it ends at the drawn face.
    cube.style.transform = `rotateX(-38deg) rotateY(${22 + b * 26 - 13}deg) rotate3d(${1 - a},${0.4 + b},${a},${spin}deg) ${toTop[face]}`;
  }

  return {
    element,
    show(next, last) {
      round = next;
      if (last) resting = last;
    },
    draw(now) {
      const {
        outcome = null,
        dealt_at: dealtAt = null,
        settles_at: settlesAt = null,
        phase,
        link_hash: hash = "",
      } = round ?? {};
      const drawn = (outcome as { readonly dice?: readonly number[] } | null)?.dice;
      const isRolling = drawn !== undefined && phase === "dealing" && dealtAt !== null && settlesAt !== null;
      const left = isRolling
        ? Math.min(1, Math.max(0, (settlesAt - restMs - now) / (settlesAt - restMs - dealtAt)))
        : 0;
      const faces = isRolling && isCalm && left > 0 ? resting : (drawn ?? resting);
      for (const [index, face] of faces.entries()) place(index, face, isCalm ? 0 : left, hash);
      element.classList.toggle("idle", drawn === undefined);
      const nowHop = Math.floor(left * hops);
      if (left === 0 || nowHop === hop) return silence;
      hop = nowHop;
      return { roll: 0, touch: "glass" };
    },
    calm(on) {
      isCalm = on;
    },
  };
}
