import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import type { Language } from "#kit/i18n/locale.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { type Choice, handleOf, shownDecimal, shownRoll, targetOf, withHandle } from "./fields.ts";

interface RulerProps {
  readonly choice: Choice;
  onChange(choice: Choice): void;
  /** Hundredths of the last roll, for the pin. */
  readonly pin: number | null;
  readonly pinKey: string;
  readonly locked: boolean;
  readonly still: boolean;
  readonly language: Language;
}

const keySteps: Readonly<Record<string, number>> = {
  ArrowRight: 100,
  ArrowUp: 100,
  ArrowLeft: -100,
  ArrowDown: -100,
  PageUp: 1000,
  PageDown: -1000,
};

/** The ruler 0 to 100: the winning side is lit, the handle is the target, the pin is the roll. */
export function DiceRuler({ choice, onChange, pin, pinKey, locked, still, language }: RulerProps) {
  const { t } = useTranslation("dice");
  const rail = useRef<HTMLDivElement>(null);
  const handle = handleOf(choice);
  const over = choice.direction === "over";

  const drag = (event: PointerEvent) => {
    const box = rail.current?.getBoundingClientRect();
    if (!box || locked) return;
    const share = (event.clientX - box.left) / box.width;
    onChange(withHandle(choice, Math.round(Math.min(1, Math.max(0, share)) * 100) * 100));
  };
  const grab = (event: PointerEvent) => {
    if (locked || event.button !== 0) return;
    rail.current?.setPointerCapture(event.pointerId);
    drag(event);
  };
  const move = (event: PointerEvent) => {
    if (rail.current?.hasPointerCapture(event.pointerId)) drag(event);
  };
  const press = (event: KeyboardEvent) => {
    const step = event.key === "Home" ? -10_000 : event.key === "End" ? 10_000 : keySteps[event.key];
    if (step === undefined || locked) return;
    event.preventDefault();
    onChange(withHandle(choice, handle + (event.shiftKey ? step / 100 : step)));
  };

  const at = `${handle / 100}%`;
  const alive = useAlive();
  return (
    <div className="dice-ruler">
      <div className="dice-rail" ref={rail} onPointerDown={grab} onPointerMove={move}>
        <span className="dice-track">
          <i
            className={over ? "off" : "on"}
            style={alive ? { right: `calc(${100 - handle / 100}% + 4px)` } : undefined}
          />
          <i className={over ? "on" : "off"} style={alive ? { left: `calc(${at} + 4px)` } : undefined} />
        </span>
        <span
          className="dice-handle"
          style={alive ? { left: at } : undefined}
          role="slider"
          tabIndex={locked ? -1 : 0}
          aria-label={t("slider")}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={handle / 100}
          aria-valuetext={t(over ? "over_target" : "under_target", {
            target: shownDecimal(targetOf(choice), 2, language),
          })}
          aria-disabled={locked}
          onKeyDown={press}
        >
          <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
            <path d="M6 4v14M11 4v14M16 4v14" stroke="oklch(.6 .05 240)" strokeWidth="2.4" strokeLinecap="round" />
          </svg>
        </span>
        {pin !== null && (
          <span
            key={pinKey}
            className={still ? "dice-pin still" : "dice-pin"}
            style={{ left: `${pin / 100}%` }}
            aria-hidden="true"
          >
            <svg width="92" height="72" viewBox="0 0 92 72" aria-hidden="true">
              <path
                d="M46 70 30 50H14a10 10 0 0 1-10-10V12A10 10 0 0 1 14 2H78a10 10 0 0 1 10 10V40a10 10 0 0 1-10 10H62Z"
                fill="var(--ivory-50)"
              />
              <text x="46" y="35" textAnchor="middle">
                {shownRoll(pin, language)}
              </text>
            </svg>
          </span>
        )}
      </div>
      <div className="dice-ticks num" aria-hidden="true">
        {[0, 25, 50, 75, 100].map(tick => (
          <span key={tick}>{tick}</span>
        ))}
      </div>
    </div>
  );
}

/** False in the server render: the content security policy allows no style attributes in markup, only styles set by script. */
function useAlive(): boolean {
  const [alive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  return alive;
}
