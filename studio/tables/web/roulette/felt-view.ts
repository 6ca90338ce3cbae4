import { el } from "#studio/frame/web/dom.ts";
import tallPicture from "../../art/felt/roulette-tall.svg";
import widePicture from "../../art/felt/roulette-wide.svg";
import { type FeltArea, feltAreas, feltSize, upright } from "../../roulette/felt.ts";
import type { Crowd } from "../../shared/calls.ts";
import type { Placed } from "../../shared/table-game.ts";
import { chipImage, stackOf } from "../chips.ts";

/** The felt with its 157 spots: each is a button, with the chips that lie on it. */
export interface FeltView {
  readonly element: HTMLElement;
  show(chips: ShownChips): void;
  /** Lights the spots that a number pays. */
  mark(number: number | null): void;
  enable(on: boolean): void;
}

export interface ShownChips {
  readonly sent: readonly Placed[];
  readonly draft: readonly Placed[];
  readonly crowd: Crowd;
}

export interface FeltFacts {
  readonly isUpright: boolean;
  readonly step: bigint;
  readonly label: (spot: FeltArea["spot"], amount: bigint) => string;
  readonly onPress: (spot: string) => void;
}

const percent = (part: number, whole: number) => `${(part / whole) * 100}%`;

export function createFeltView({ isUpright, step, label, onPress }: FeltFacts): FeltView {
  const areas = isUpright ? feltAreas.map(upright) : feltAreas;
  const [width, height] = isUpright ? [feltSize.height, feltSize.width] : [feltSize.width, feltSize.height];
  const buttons = new Map(areas.map(area => [area.spot.id, button(area)]));
  const stacks = el("div", { class: "stacks", "aria-hidden": "true" });
  const element = el(
    "div",
    { class: `felt ${isUpright ? "tall" : "wide"}`, role: "group" },
    el("img", { src: isUpright ? tallPicture : widePicture, alt: "", draggable: "false" }),
    ...buttons.values(),
    stacks,
  );
  let current = "straight-0";
  focusable(current);

  function button(area: FeltArea): HTMLButtonElement {
    const made = el("button", {
      type: "button",
      class: `spot l${area.level} k-${area.spot.kind}`,
      tabindex: "-1",
      onclick: () => {
        focusable(area.spot.id);
        onPress(area.spot.id);
      },
      onkeydown: event => move(event as KeyboardEvent, area),
      onpointerenter: () => light(area, true),
      onpointerleave: () => light(area, false),
      onfocus: () => light(area, true),
      onblur: () => light(area, false),
    });
    made.style.cssText = `left:${percent(area.x - area.width / 2, width)};top:${percent(area.y - area.height / 2, height)};width:${percent(area.width, width)};height:${percent(area.height, height)}`;
    return made;
  }

  /** The numbers that a bet covers light up with it. */
  function light({ spot }: FeltArea, on: boolean): void {
    for (const number of spot.numbers) buttons.get(`straight-${number}`)?.classList.toggle("lit", on);
  }

  function focusable(spot: string): void {
    buttons.get(current)?.setAttribute("tabindex", "-1");
    current = spot;
    buttons.get(spot)?.setAttribute("tabindex", "0");
  }

  /** Arrows go to the nearest spot in their direction: the felt is one stop of the Tab key. */
  function move(event: KeyboardEvent, from: FeltArea): void {
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!way) return;
    event.preventDefault();
    const [dx = 0, dy = 0] = way;
    const ahead = areas
      .map(area => {
        const [x, y] = [area.x - from.x, area.y - from.y];
        return { area, along: x * dx + y * dy, aside: Math.abs(x * dy) + Math.abs(y * dx) };
      })
      .filter(({ along, aside }) => along > 4 && aside <= along * 2)
      .sort((a, b) => a.along + a.aside * 2 - (b.along + b.aside * 2));
    const next = ahead[0]?.area.spot.id;
    if (next === undefined) return;
    focusable(next);
    buttons.get(next)?.focus();
  }

  function stack(area: FeltArea, amount: bigint, classes: string): HTMLElement {
    const faces = stackOf(amount, step);
    const made = el("span", { class: `stack ${classes}` }, ...faces.map(chipImage));
    made.style.cssText = `left:${percent(area.x, width)};top:${percent(area.y, height)}`;
    for (const [i, chip] of [...made.children].entries())
      (chip as HTMLElement).style.cssText =
        `transform:translate(-50%,calc(-50% - ${i * 3}px)) rotate(${(i * 23) % 360}deg)`;
    return made;
  }

  return {
    element,
    show({ sent, draft, crowd }) {
      stacks.replaceChildren();
      for (const area of areas) {
        const { id } = area.spot;
        const lies = sent.find(placed => placed.spot === id)?.amount ?? 0n;
        const waits = draft.find(placed => placed.spot === id)?.amount ?? 0n;
        const made = buttons.get(id);
        made?.setAttribute("aria-label", label(area.spot, lies + waits));
        const others = (crowd[id] ?? 0) - (lies > 0n ? 1 : 0);
        if (others > 0) stacks.append(others > 0 ? crowdMark(area, others) : "");
        if (lies + waits > 0n) stacks.append(stack(area, lies + waits, waits > 0n ? "draft" : "sent"));
      }
    },
    mark(number) {
      for (const area of areas) {
        const isPaid = number !== null && area.spot.numbers.includes(number);
        buttons.get(area.spot.id)?.classList.toggle("won", isPaid && area.level === 0);
      }
      for (const each of stacks.querySelectorAll(".dolly")) each.remove();
      const area = areas.find(({ spot }) => spot.id === `straight-${number}`);
      if (!area) return;
      const dolly = el("i", { class: "dolly" });
      dolly.style.cssText = `left:${percent(area.x, width)};top:${percent(area.y - 14, height)}`;
      stacks.append(dolly);
    },
    enable(on) {
      element.classList.toggle("closed", !on);
      for (const each of buttons.values()) each.toggleAttribute("aria-disabled", !on);
    },
  };

  function crowdMark(area: FeltArea, others: number): HTMLElement {
    const mark = el("span", { class: "others" }, String(others));
    mark.style.cssText = `left:${percent(area.x + Math.min(area.width, 64) * 0.3, width)};top:${percent(area.y - Math.min(area.height, 64) * 0.3, height)}`;
    return mark;
  }
}
