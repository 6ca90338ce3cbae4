import { el } from "#studio/frame/web/dom.ts";
import type { SeatFacts } from "../../shared/calls.ts";
import { merged } from "../../web/draft.ts";
import { createFeltView, type FeltPlace, type FeltView, type ShownFelt } from "../../web/felt-view.ts";
import { seatNumbers, spots } from "../spots.ts";
import { beside, seatPlace, tallSize, wideSize } from "./places.ts";
import type { BlackjackText } from "./texts.ts";

/** Five seats: a circle for the hand, two smaller ones for side bets, one for bets behind, and who sits there. */
export interface SeatsFelt extends FeltView {
  seats(taken: readonly SeatFacts[], own: readonly number[]): void;
  /** The seat whose turn it is, and which part of its time is left. */
  turn(seat: number | undefined, left: number): void;
}

type Say = (key: BlackjackText, facts?: Readonly<Record<string, string | number>>) => string;

/** What was taken with a move lies with the bet that it follows. */
const baseOf = (spot: string): string =>
  spot.replace(/^(behind)-(?:split|double)-(\d).*$/, "$1-$2").replace(/^(?:split|double|insurance)-(\d).*$/, "seat-$1");

export function createSeatsFelt(
  isNarrow: boolean,
  given: Pick<ShownFelt, "step" | "label" | "onPress"> & { readonly onLeave: (seat: number) => void },
  say: Say,
): SeatsFelt {
  const size = isNarrow ? tallSize : wideSize;
  const inner = createFeltView({
    step: given.step,
    label: given.label,
    onPress: given.onPress,
    classes: `bj-felt ${isNarrow ? "tall" : "wide"}`,
    width: size.width,
    height: size.height,
    places: spots.map(spot => placeOf(spot, isNarrow)),
    face: labelOf,
  });
  const { element } = inner;
  const names = new Map(seatNumbers.map(seat => [seat, nameOf(seat)]));
  element.append(...names.values());

  function labelOf(spot: string): readonly Node[] {
    const [kind = "", seat = ""] = spot.split("-");
    // Two letters fit on a phone; the spot's name says the rest.
    if (kind === "pairs" && isNarrow) return [el("span", { class: "face" }, "PP")];
    return kind === "seat"
      ? [el("i", { class: "bj-ring" }), el("span", { class: "bj-sit" }, say("take"))]
      : [el("span", { class: "face" }, say(kind as BlackjackText, { n: seat }))];
  }

  function nameOf(seat: number): HTMLElement {
    const place = seatPlace(seat, isNarrow);
    const at = isNarrow ? { x: place.x, y: place.y + 46 } : beside(place, 0, 76);
    const leave = el("button", { type: "button", class: "bj-leave", "aria-label": say("leave", { n: seat }) }, "✕");
    leave.addEventListener("click", () => given.onLeave(seat));
    const name = el("span", { class: `bj-name s${seat}` }, el("span", {}), leave);
    name.style.cssText = `left:${(at.x / size.width) * 100}%;top:${(at.y / size.height) * 100}%;--seat-turn:${place.turn}deg`;
    return name;
  }

  /** The elements of a seat: its spots and its name. Cards mark the hand whose turn it is themselves. */
  function ofSeat(seat: number): readonly Element[] {
    return [...element.querySelectorAll(`.bj-spot.s${seat}, .bj-name.s${seat}`)];
  }

  return {
    element,
    mark: inner.mark,
    enable: inner.enable,
    show({ sent, draft, crowd }) {
      const lies = merged([sent.map(({ spot, amount }) => ({ spot: baseOf(spot), amount }))]);
      // A hand's own bet needs no count; those behind it are counted where it lies.
      const behind = Object.entries(crowd).flatMap(([spot, count]) =>
        spot.startsWith("behind") ? [[spot.replace("behind", "seat"), count] as const] : [],
      );
      inner.show({ sent: lies, draft, crowd: Object.fromEntries(behind) });
      for (const seat of seatNumbers)
        for (const each of ofSeat(seat)) each.classList.toggle("staked", (crowd[`seat-${seat}`] ?? 0) > 0);
    },
    seats(taken, own) {
      for (const seat of seatNumbers) {
        const here = taken.find(each => each.seat === seat);
        const isOwn = own.includes(seat);
        for (const each of ofSeat(seat)) {
          each.classList.toggle("free", here === undefined);
          each.classList.toggle("own", isOwn);
          each.classList.toggle("other", here !== undefined && !isOwn);
        }
        const name = names.get(seat)?.firstElementChild;
        const text = isOwn ? say("you") : (here?.nick ?? say("free"));
        if (name && name.textContent !== text) name.textContent = text;
      }
    },
    turn(seat, left) {
      for (const each of seatNumbers)
        for (const part of ofSeat(each)) {
          part.classList.toggle("turn", each === seat);
          (part as HTMLElement).style.setProperty("--left", each === seat ? left.toFixed(3) : "0");
        }
    },
  };
}

function placeOf(spot: string, isNarrow: boolean): FeltPlace {
  const [kind = "", number = ""] = spot.split("-");
  const seat = Number(number);
  const at = seatPlace(seat, isNarrow);
  const classes = `bj-spot k-${kind} s${seat}`;
  const round = (point: { readonly x: number; readonly y: number }, width: number, height = width): FeltPlace => ({
    spot,
    x: point.x,
    y: point.y,
    width,
    height,
    level: kind === "seat" ? 0 : 1,
    classes,
  });
  if (isNarrow) {
    if (kind === "seat") return round(at, 62);
    if (kind === "pairs") return round({ x: at.x - 17, y: at.y + 76 }, 32, 36);
    if (kind === "plus3") return round({ x: at.x + 17, y: at.y + 76 }, 32, 36);
    return round({ x: at.x, y: at.y + 76 }, 66, 36);
  }
  if (kind === "seat") return round(at, 100);
  if (kind === "pairs") return round(beside(at, -82, 18), 54);
  if (kind === "plus3") return round(beside(at, 82, 18), 54);
  return round(beside(at, 82, 18), 60);
}
