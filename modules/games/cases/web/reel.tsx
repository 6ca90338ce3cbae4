import { useLayoutEffect, useRef } from "react";
import type { Language } from "#kit/i18n/locale.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { PrizeCard } from "./prize-card.tsx";
import { type Strip, stopsAt } from "./strip.ts";

interface ReelProps {
  readonly strip: Strip;
  /** 0: at its end at once. */
  readonly durationMs: number;
  /** The prize has been shown. */
  readonly over: boolean;
  readonly price: Micros;
  readonly currency: Currency;
  readonly language: Language;
}

/** A strip of cards that runs under the pointer and stops inside the prize. */
export function Reel({ strip, durationMs, over, price, currency, language }: ReelProps) {
  const belt = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const row = belt.current;
    const frame = row?.parentElement;
    const prize = row?.children[stopsAt];
    if (!row || !frame || !(prize instanceof HTMLElement)) return;
    const middle = prize.offsetLeft + prize.offsetWidth * (0.5 + strip.offset);
    const end = `translateX(${(frame.clientWidth / 2 - middle).toFixed(1)}px)`;
    row.style.transform = end;
    if (durationMs === 0) {
      row.animate([{ opacity: 0 }, { opacity: 1 }], { duration: 150 });
      return;
    }
    const start = `translateX(${(frame.clientWidth / 2 - prize.offsetWidth).toFixed(1)}px)`;
    const run = row.animate([{ transform: start }, { transform: end }], {
      duration: durationMs,
      easing: "cubic-bezier(.1,.62,.16,1)",
    });
    return () => run.cancel();
  }, [strip, durationMs]);
  return (
    <div className="reel" aria-hidden="true">
      <div className="belt" ref={belt}>
        {strip.cards.map((prize, index) => (
          <PrizeCard
            // biome-ignore lint/suspicious/noArrayIndexKey: a position on the strip, which never changes
            key={index}
            prize={prize}
            price={price}
            currency={currency}
            language={language}
            won={over && index === stopsAt}
          />
        ))}
      </div>
    </div>
  );
}
