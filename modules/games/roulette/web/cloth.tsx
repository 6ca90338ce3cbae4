import { type KeyboardEvent, memo, useCallback, useMemo, useRef, useState } from "react";
import type { Language } from "#kit/i18n/locale.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { colourOf, type Spot, spotOf, spots } from "../shared/cloth.ts";
import type { Chip } from "../shared/rules.ts";
import { ChipPicture } from "./chip-picture.tsx";
import { onSpot } from "./chips.ts";
import { cells, type Direction, neighbourOf } from "./cloth-cells.ts";
import { spotName } from "./spot-names.ts";

interface ClothProps {
  /** Placed and not bet yet. */
  readonly laid: readonly Chip[];
  /** Bet on the current spin. */
  readonly bet: readonly Chip[];
  /** The denominations: they determine the colours. */
  readonly values: readonly bigint[];
  readonly currency: Currency;
  readonly language: Language;
  /** The number the ball rests on: losing chips are removed, winning chips are paid. */
  readonly number: number | null;
  /** Numbers that a called bet would cover. */
  readonly lit: ReadonlySet<number>;
  readonly locked: boolean;
  onLay(spot: string): void;
  onTakeOff(spot: string): void;
}

const arrows: Readonly<Record<string, Direction>> = {
  ArrowLeft: "left",
  ArrowRight: "right",
  ArrowUp: "up",
  ArrowDown: "down",
};
/** On a phone the cloth is rotated. */
const rotated: Readonly<Record<Direction, Direction>> = { left: "down", right: "up", up: "left", down: "right" };

/** The cloth: every spot is a labelled button. One of them is in the tab order, arrows move between them. */
export function Cloth(props: ClothProps) {
  const { t } = useTranslation("roulette");
  const { laid, bet, number, currency, language } = props;
  const [at, setAt] = useState("straight-17");
  const [over, setOver] = useState<string | null>(null);
  const grid = useRef<HTMLFieldSetElement>(null);
  const calls = useRef(props);
  calls.current = props;

  const lay = useCallback((id: string) => {
    if (!calls.current.locked) calls.current.onLay(id);
  }, []);
  const press = useCallback((event: KeyboardEvent, id: string) => {
    const direction = arrows[event.key];
    if (direction) {
      event.preventDefault();
      const isRotated = window.matchMedia("(max-width:767px)").matches;
      const next = neighbourOf(id, isRotated ? rotated[direction] : direction);
      setAt(next);
      grid.current?.querySelector<HTMLElement>(`[data-spot="${next}"]`)?.focus();
    } else if ((event.key === "Delete" || event.key === "Backspace") && !calls.current.locked) {
      event.preventDefault();
      calls.current.onTakeOff(id);
    }
  }, []);
  const takeOff = useCallback((id: string) => {
    if (!calls.current.locked) calls.current.onTakeOff(id);
  }, []);

  const covered = useMemo(() => new Set(over === null ? [] : spotOf(over)?.numbers), [over]);
  return (
    <fieldset className="rl-cloth" ref={grid} aria-describedby="rl-help">
      <legend className="sr-only">{t("cloth")}</legend>
      <p className="sr-only" id="rl-help">
        {t("cloth_help")}
      </p>
      {spots.map(spot => {
        const inPlay = onSpot(bet, spot.id);
        const all = inPlay + onSpot(laid, spot.id);
        const own = spot.numbers[0] ?? 0;
        const caption = captionOf(spot);
        const name = spokenAs(caption, spotName(spot.id, t));
        return (
          <SpotButton
            key={spot.id}
            spot={spot}
            name={all > 0n ? t("laid", { spot: name, amount: showMoney(all, currency, language) }) : name}
            caption={caption}
            amount={all}
            values={props.values}
            language={language}
            isBet={all > 0n && all === inPlay}
            lit={spot.kind === "straight" && (covered.has(own) || props.lit.has(own))}
            hit={spot.kind === "straight" && own === number}
            end={endOf(spot, all, inPlay)}
            isStop={at === spot.id}
            onLay={lay}
            onKey={press}
            onTakeOff={takeOff}
            onOver={setOver}
            onFocus={setAt}
          />
        );
      })}
    </fieldset>
  );

  /** The state of a chip: a winning one is marked, a losing one is removed. Chips for the next spin stay. */
  function endOf({ numbers }: Spot, all: bigint, inPlay: bigint): "won" | "lost" | null {
    if (number === null || all === 0n) return null;
    if (numbers.includes(number)) return "won";
    return all === inPlay ? "lost" : null;
  }

  /** The visible label of the spot; none on a seam. */
  function captionOf(spot: Spot): string | null {
    if (spot.kind === "straight") return String(spot.numbers[0]);
    if (spot.kind === "column") return t("short.column");
    if (spot.kind === "dozen") return t.in("short", `dozen_${spot.id.slice(-1)}`);
    if (spot.kind !== "even_chance") return null;
    return spot.id === "red" || spot.id === "black" ? "" : t.in("short", spot.id);
  }
}

interface SpotProps {
  readonly spot: Spot;
  readonly name: string;
  readonly caption: string | null;
  readonly amount: bigint;
  readonly values: readonly bigint[];
  readonly language: Language;
  readonly isBet: boolean;
  readonly lit: boolean;
  readonly hit: boolean;
  readonly end: "won" | "lost" | null;
  readonly isStop: boolean;
  onLay(id: string): void;
  onKey(event: KeyboardEvent, id: string): void;
  onTakeOff(id: string): void;
  onOver(id: string | null): void;
  onFocus(id: string): void;
}

/** Speech input must find a spot by its visible label, so a different accessible name begins with it. */
function spokenAs(caption: string | null, name: string): string {
  const words = (text: string) => ` ${text.toLowerCase().replaceAll(",", "")} `;
  return !caption || words(name).includes(words(caption)) ? name : `${caption}, ${name}`;
}

const SpotButton = memo(function SpotButton(props: SpotProps) {
  const { spot, caption, amount, end } = props;
  const { id } = spot;
  const cell = cells.get(id) ?? { x: 1, y: 1, wide: 1, high: 1 };
  const looks = [
    `spot gx-${cell.x} gy-${cell.y}`,
    cell.wide > 1 && `w-${cell.wide}`,
    cell.high > 1 && `h-${cell.high}`,
    caption === null ? "seam" : spot.kind === "straight" ? `n ${colourOf(spot.numbers[0] ?? 0)}` : "o",
    (id === "red" || id === "black") && "diamond",
    props.lit && "lit",
    props.hit && "hit",
  ];
  return (
    <button
      type="button"
      className={looks.filter(Boolean).join(" ")}
      data-spot={id}
      aria-label={props.name}
      tabIndex={props.isStop ? 0 : -1}
      onClick={() => props.onLay(id)}
      onContextMenu={event => {
        event.preventDefault();
        props.onTakeOff(id);
      }}
      onKeyDown={event => props.onKey(event, id)}
      onPointerEnter={() => props.onOver(id)}
      onPointerLeave={() => props.onOver(null)}
      onFocus={() => props.onFocus(id)}
    >
      {(id === "red" || id === "black") && <i className={id} aria-hidden="true" />}
      {caption}
      {amount > 0n && (
        <span className={`on-spot${props.isBet ? " bet" : ""}${end ? ` ${end}` : ""}`}>
          <ChipPicture amount={amount} values={props.values} size={30} language={props.language} />
        </span>
      )}
    </button>
  );
});
