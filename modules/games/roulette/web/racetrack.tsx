import { type KeyboardEvent, useRef, useState } from "react";
import type { Language } from "#kit/i18n/locale.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { colourOf } from "../shared/cloth.ts";
import { type CalledBet, calledBets, covered, neighbours, type Sector, wheelOrder } from "../shared/wheel.ts";

interface RacetrackProps {
  /** The selected denomination. */
  readonly chip: Micros;
  readonly currency: Currency;
  readonly language: Language;
  readonly locked: boolean;
  onCall(called: CalledBet): void;
  /** The numbers that the bet under the pointer would cover. */
  onLit(numbers: ReadonlySet<number>): void;
}

/** The wheel's order as a track: the upper side, zero at the end, the lower side back. */
const upper = wheelOrder.slice(19);
const lower = wheelOrder.slice(1, 19).reverse();
const round = [...upper, 0, ...lower.toReversed()];
const middle: readonly Sector[] = ["tiers", "orphelins", "voisins"];
const nothing: ReadonlySet<number> = new Set();

/** Called bets: sectors of the wheel, and a number with its neighbours. Each places chips on the cloth. */
export function Racetrack({ chip, currency, language, locked, onCall, onLit }: RacetrackProps) {
  const { t } = useTranslation("roulette");
  const [at, setAt] = useState(0);
  const track = useRef<HTMLDivElement>(null);

  const walk = (event: KeyboardEvent, number: number) => {
    const step = event.key === "ArrowRight" || event.key === "ArrowDown" ? 1 : event.key.startsWith("Arrow") ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const next = round.at((round.indexOf(number) + step) % round.length) ?? 0;
    setAt(next);
    track.current?.querySelector<HTMLElement>(`[data-number="${next}"]`)?.focus();
  };
  const cost = (called: CalledBet) => {
    const count = called.reduce((sum, [, chips]) => sum + chips, 0);
    return { count, amount: showMoney(chip * BigInt(count), currency, language) };
  };
  const common = (called: CalledBet) => ({
    type: "button" as const,
    "aria-disabled": locked,
    onClick: () => !locked && onCall(called),
    onPointerEnter: () => onLit(covered(called)),
    onPointerLeave: () => onLit(nothing),
    onBlur: () => onLit(nothing),
  });
  const numberButton = (number: number, x: number, y: 1 | 3 | "end") => {
    const called = neighbours(number);
    const name = t("neighbours_of", { number });
    return (
      <button
        key={number}
        {...common(called)}
        className={`${colourOf(number)} ${y === "end" ? "end" : `gx-${x} gy-${y}`}`}
        data-number={number}
        tabIndex={number === at ? 0 : -1}
        aria-label={t("called", { name, ...cost(called) })}
        onKeyDown={event => walk(event, number)}
        onFocus={() => {
          setAt(number);
          onLit(covered(called));
        }}
      >
        {number}
      </button>
    );
  };
  return (
    <fieldset className="rl-track">
      <legend className="sr-only">{t("racetrack")}</legend>
      <div ref={track} className="rl-ring">
        {upper.map((number, index) => numberButton(number, index + 1, 1))}
        {numberButton(0, 19, "end")}
        {lower.map((number, index) => numberButton(number, index + 1, 3))}
        {middle.map(sector => {
          const called = calledBets[sector];
          const name = t(`sector.${sector}`);
          return (
            <button
              key={sector}
              {...common(called)}
              className={`sector ${sector}`}
              aria-label={t("called", { name, ...cost(called) })}
              onFocus={() => onLit(covered(called))}
            >
              {name}
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}
