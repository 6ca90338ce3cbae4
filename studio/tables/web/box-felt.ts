import { el } from "#studio/frame/web/dom.ts";
import { createFeltView, type FeltPlace, type FeltView, type ShownFelt } from "./felt-view.ts";

/** A felt of printed boxes: their text is live, so that every language and width has its own. */
export interface BoxFace {
  readonly title: string | Node;
  readonly odds?: string;
  /** Colour of the box and its letters: `box-<tone>` in the styles. */
  readonly tone: string;
  readonly size?: "large" | "small";
}

export interface Box {
  readonly spot: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export const box = (spot: string, left: number, top: number, width: number, height: number): Box => ({
  spot,
  left,
  top,
  width,
  height,
});

/** Boxes of one size side by side. */
export function row(
  spots: readonly string[],
  { left, top, width, height, gap }: Omit<Box, "spot"> & { readonly gap: number },
): readonly Box[] {
  const each = (width - gap * (spots.length - 1)) / spots.length;
  return spots.map((spot, index) => box(spot, left + index * (each + gap), top, each, height));
}

export interface BoxLayout {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
}

export function createBoxFelt(
  isNarrow: boolean,
  layout: BoxLayout,
  face: (spot: string) => BoxFace,
  common: Pick<ShownFelt, "step" | "label" | "onPress">,
): FeltView {
  return createFeltView({
    ...common,
    classes: `boxed ${isNarrow ? "tall" : "wide"}`,
    width: layout.width,
    height: layout.height,
    places: layout.boxes.map(each => placeOf(each, isNarrow, face(each.spot))),
    face(spot) {
      const { title, odds } = face(spot);
      return [el("span", { class: "face" }, el("b", {}, title), odds !== undefined && el("small", {}, odds))];
    },
  });
}

/** Chips lie where they hide the least: under the text, beside it, where room is kept for them, or on a corner of the box. */
export function placeOf(
  { spot, left, top, width, height }: Box,
  isNarrow: boolean,
  { tone, size }: Pick<BoxFace, "tone" | "size">,
): FeltPlace {
  const centre = { x: left + width / 2, y: top + height / 2 };
  const chip = isNarrow ? 20 : 30;
  const isHigh = size === "large" && height > (isNarrow ? 80 : 110);
  const isBeside = !isHigh && width > 2 * height;
  const corner = { x: left + width - chip * 0.35, y: top + height - chip * 0.3 };
  const chips = isHigh
    ? { x: centre.x, y: top + height * 0.78 }
    : isBeside
      ? { x: left + width - chip - 4, y: centre.y }
      : corner;
  const classes = [`box-${tone}`, size, isBeside && "beside"].filter(Boolean).join(" ");
  return { spot, x: centre.x, y: centre.y, width, height, level: 0, chips, classes };
}
