import { el } from "#studio/frame/web/dom.ts";
import type { Crowd } from "../shared/calls.ts";
import type { Placed } from "../shared/placed.ts";
import { chipImage, stackOf } from "./chips.ts";

/** The felt with its spots: each is a button, with the chips that lie on it. */
export interface FeltView {
  readonly element: HTMLElement;
  show(chips: ShownChips): void;
  /** Lights the spots that a result pays, and puts the dolly on one. */
  mark(paid: (spot: string) => boolean, dolly?: string): void;
  enable(on: boolean): void;
}

export interface ShownChips {
  readonly sent: readonly Placed[];
  readonly draft: readonly Placed[];
  readonly crowd: Crowd;
}

/** Where a spot lies, in units of the felt. */
export interface FeltPlace {
  readonly spot: string;
  /** Centre: of the hot zone, and of the chips on it. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** Zones of several numbers lie over those of one. */
  readonly level: 0 | 1 | 2;
  readonly classes?: string;
  /** The place of the chips, where it is not the centre. */
  readonly chips?: { readonly x: number; readonly y: number };
}

export interface ShownFelt {
  readonly classes: string;
  readonly width: number;
  readonly height: number;
  readonly picture?: string;
  readonly places: readonly FeltPlace[];
  /** What is printed in a spot, where the picture has not got it. */
  readonly face?: (spot: string) => readonly Node[];
  /** Spots that light up with this one under the pointer. */
  readonly covered?: (spot: string) => readonly string[];
  readonly step: bigint;
  readonly label: (spot: string, amount: bigint) => string;
  readonly onPress: (spot: string) => void;
}

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;

export function createFeltView(felt: ShownFelt): FeltView {
  const { width, height, places, covered, face } = felt;
  const buttons = new Map(places.map(place => [place.spot, button(place)]));
  const stacks = el("div", { class: "stacks", "aria-hidden": "true" });
  const element = el(
    "div",
    { class: `felt ${felt.classes}`, role: "group" },
    felt.picture !== undefined && el("img", { src: felt.picture, alt: "", draggable: "false" }),
    ...buttons.values(),
    stacks,
  );
  element.style.setProperty("--felt-ratio", `${width} / ${height}`);
  let current = places[0]?.spot ?? "";
  focusable(current);

  function button(place: FeltPlace): HTMLButtonElement {
    const made = el(
      "button",
      {
        type: "button",
        class: `spot l${place.level} ${place.classes ?? ""}`,
        tabindex: "-1",
        onclick: () => {
          focusable(place.spot);
          felt.onPress(place.spot);
        },
        onkeydown: event => move(event as KeyboardEvent, place),
        onpointerenter: () => light(place, true),
        onpointerleave: () => light(place, false),
        onfocus: () => light(place, true),
        onblur: () => light(place, false),
      },
      ...(face?.(place.spot) ?? []),
    );
    made.style.cssText = `left:${percent(place.x - place.width / 2, width)};top:${percent(place.y - place.height / 2, height)};width:${percent(place.width, width)};height:${percent(place.height, height)}`;
    return made;
  }

  /** What a bet covers lights up with it. */
  function light({ spot }: FeltPlace, on: boolean): void {
    for (const each of covered?.(spot) ?? []) buttons.get(each)?.classList.toggle("lit", on);
  }

  function focusable(spot: string): void {
    buttons.get(current)?.setAttribute("tabindex", "-1");
    current = spot;
    buttons.get(spot)?.setAttribute("tabindex", "0");
  }

  /** Arrows go to the nearest spot in their direction: the felt is one stop of the Tab key. */
  function move(event: KeyboardEvent, from: FeltPlace): void {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way) return;
    event.preventDefault();
    const [dx = 0, dy = 0] = way;
    const ahead = places
      .map(place => {
        const [x, y] = [place.x - from.x, place.y - from.y];
        return { place, along: x * dx + y * dy, aside: Math.abs(x * dy) + Math.abs(y * dx) };
      })
      .filter(({ along, aside }) => along > 4 && aside <= along * 2)
      .sort((a, b) => a.along + a.aside * 2 - (b.along + b.aside * 2));
    const next = ahead[0]?.place.spot;
    if (next === undefined) return;
    focusable(next);
    buttons.get(next)?.focus();
  }

  function at(made: HTMLElement, x: number, y: number): HTMLElement {
    made.style.cssText = `left:${percent(x, width)};top:${percent(y, height)}`;
    return made;
  }

  function stack(place: FeltPlace, amount: bigint, classes: string): HTMLElement {
    const chips = stackOf(amount, felt.step).map(chipImage);
    for (const [i, chip] of chips.entries())
      chip.style.cssText = `transform:translate(-50%,calc(-50% - ${i * 3}px)) rotate(${(i * 23) % 360}deg)`;
    const { x, y } = place.chips ?? place;
    return at(el("span", { class: `stack ${classes}` }, ...chips), x, y);
  }

  function crowdMark(place: FeltPlace, others: number): HTMLElement {
    const made = el("span", { class: "others" }, String(others));
    const isDrawn = felt.picture !== undefined;
    const [aside, above] = isDrawn ? [0.3, 0.3] : [0.5, 0.5];
    const [x, y] = !isDrawn
      ? [place.width - 22, place.height - 22]
      : [Math.min(place.width, 64), Math.min(place.height, 64)];
    return at(made, place.x + x * aside, place.y - y * above);
  }

  return {
    element,
    show({ sent, draft, crowd }) {
      stacks.replaceChildren();
      for (const place of places) {
        const { spot } = place;
        const lies = sent.find(placed => placed.spot === spot)?.amount ?? 0n;
        const waits = draft.find(placed => placed.spot === spot)?.amount ?? 0n;
        buttons.get(spot)?.setAttribute("aria-label", felt.label(spot, lies + waits));
        const others = (crowd[spot] ?? 0) - (lies > 0n ? 1 : 0);
        if (others > 0) stacks.append(crowdMark(place, others));
        if (lies + waits > 0n) stacks.append(stack(place, lies + waits, waits > 0n ? "draft" : "sent"));
      }
    },
    mark(paid, dolly) {
      for (const { spot, level } of places) buttons.get(spot)?.classList.toggle("won", level === 0 && paid(spot));
      for (const each of stacks.querySelectorAll(".dolly")) each.remove();
      const place = places.find(({ spot }) => spot === dolly);
      if (place) stacks.append(at(el("i", { class: "dolly" }), place.x, place.y - 14));
    },
    enable(on) {
      element.classList.toggle("closed", !on);
      for (const each of buttons.values()) each.toggleAttribute("aria-disabled", !on);
    },
  };
}
