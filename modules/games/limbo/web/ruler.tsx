import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import type { Language } from "#kit/i18n/locale.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { LimboRules } from "../shared/rules.ts";
import { positionOf, shownMultiplier, stepped, targetAt, withinLimits } from "./fields.ts";

interface RulerProps {
  readonly rules: LimboRules;
  /** Hundredths. */
  readonly target: number;
  onChange(target: number): void;
  /** The multiplier, climbing or stopped; null before the first bet. */
  readonly mark: number | null;
  /** The result; null while it climbs. */
  readonly end: "won" | "lost" | null;
  readonly locked: boolean;
  readonly language: Language;
}

const ticks = ["1×", "10×", "100×", "1K×", "10K×", "100K×", "1M×"];
const keySteps: Readonly<Record<string, number>> = {
  ArrowRight: 1,
  ArrowUp: 1,
  ArrowLeft: -1,
  ArrowDown: -1,
  PageUp: 10,
  PageDown: -10,
};

/** The ruler 1x to 1,000,000x by powers of ten: lit from the target on, with the multiplier climbing along it. */
export function LimboRuler({ rules, target, onChange, mark, end, locked, language }: RulerProps) {
  const { t } = useTranslation("limbo");
  const rail = useRef<HTMLDivElement>(null);
  const isAlive = useAlive();

  const drag = (event: PointerEvent) => {
    const box = rail.current?.getBoundingClientRect();
    if (box && !locked) onChange(targetAt(rules, (event.clientX - box.left) / box.width));
  };
  const grab = (event: PointerEvent) => {
    if (locked || event.button !== 0) return;
    rail.current?.setPointerCapture(event.pointerId);
    drag(event);
  };
  const press = (event: KeyboardEvent) => {
    const next =
      event.key === "Home"
        ? withinLimits(rules, 0)
        : event.key === "End"
          ? withinLimits(rules, Number.MAX_SAFE_INTEGER)
          : stepped(rules, target, keySteps[event.key] ?? 0);
    if (locked || (!(event.key in keySteps) && event.key !== "Home" && event.key !== "End")) return;
    event.preventDefault();
    onChange(next);
  };

  const at = `${positionOf(target) * 100}%`;
  return (
    <div className="limbo-ruler">
      <div
        className="limbo-rail"
        ref={rail}
        onPointerDown={grab}
        onPointerMove={event => rail.current?.hasPointerCapture(event.pointerId) && drag(event)}
      >
        <span className="limbo-track">
          <i className="on" style={isAlive ? { left: at } : undefined} />
          {mark !== null && (
            <i
              className={`trail ${end ?? "climbing"}`}
              style={{ width: `${positionOf(mark) * 100}%` }}
              aria-hidden="true"
            />
          )}
        </span>
        {mark !== null && (
          <span
            className={`limbo-mark ${end ?? "climbing"}`}
            style={{ left: `${positionOf(mark) * 100}%` }}
            aria-hidden="true"
          />
        )}
        <span
          className="limbo-handle"
          style={isAlive ? { left: at } : undefined}
          role="slider"
          tabIndex={locked ? -1 : 0}
          aria-label={t("target")}
          aria-valuemin={1.01}
          aria-valuemax={1000000}
          aria-valuenow={target / 100}
          aria-valuetext={`${shownMultiplier(target, language)}×`}
          aria-disabled={locked}
          onKeyDown={press}
        >
          <svg width="22" height="22" viewBox="0 0 22 22" aria-hidden="true">
            <path d="M6 4v14M11 4v14M16 4v14" />
          </svg>
        </span>
      </div>
      <div className="limbo-ticks num" aria-hidden="true">
        {ticks.map(tick => (
          <span key={tick}>{tick}</span>
        ))}
      </div>
    </div>
  );
}

/** False in the server render: the content security policy allows no style attributes in markup, only styles set by script. */
function useAlive(): boolean {
  const [isAlive, setAlive] = useState(false);
  useEffect(() => setAlive(true), []);
  return isAlive;
}
