import { type KeyboardEvent, useRef, useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { mostPicks, numbersOnBoard } from "../shared/odds.ts";
import { stepFrom } from "./board.ts";

const numbers = Array.from({ length: numbersOnBoard }, (_, index) => index + 1);

interface KenoBoardProps {
  readonly picks: readonly number[];
  /** The balls on the board. */
  readonly drawn: readonly number[];
  onToggle(number: number): void;
  readonly locked: boolean;
  /** Balls appear without falling. */
  readonly still: boolean;
}

/** Forty buttons in rows of eight. One of them is in the tab order; arrow keys move, Space and Enter select. */
export function KenoBoard({ picks, drawn, onToggle, locked, still }: KenoBoardProps) {
  const { t } = useTranslation("keno");
  const board = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(1);
  const walk = (event: KeyboardEvent, from: number) => {
    // Space on a number selects it, also where it is the hotkey of the bet.
    if (event.key === " ") event.stopPropagation();
    const to = stepFrom(from, event.key);
    if (to === undefined) return;
    event.preventDefault();
    setAt(to);
    board.current?.querySelector<HTMLElement>(`[data-number="${to}"]`)?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out as a grid in every browser
    <div ref={board} className="keno-board" role="group" aria-label={t("board")}>
      {numbers.map(number => {
        const picked = picks.includes(number);
        const fell = drawn.includes(number);
        const variant = fell ? (picked ? "ph" : "h") : picked ? "p" : "";
        const state = fell ? (picked ? "key_hit" : "key_drawn") : null;
        return (
          <button
            key={number}
            type="button"
            data-number={number}
            className={`k ${variant}${still ? " still" : ""}`}
            aria-pressed={picked}
            aria-label={state === null ? String(number) : t(state, { number })}
            aria-disabled={locked || (!picked && picks.length >= mostPicks)}
            tabIndex={number === at ? 0 : -1}
            onFocus={() => setAt(number)}
            onKeyDown={event => walk(event, number)}
            onClick={() => !locked && onToggle(number)}
          >
            {variant === "ph" && <Ring />}
            <b>{number}</b>
          </button>
        );
      })}
    </div>
  );
}

/** The ball of a hit: a ring in the signal colour around ivory. */
function Ring() {
  return (
    <svg viewBox="0 0 100 94" aria-hidden="true">
      <circle cx="50" cy="47" r="46" fill="var(--signal-400)" />
      <circle cx="50" cy="47" r="37" fill="none" stroke="oklch(.55 .14 122)" strokeWidth="2" strokeDasharray="2 5" />
      <circle cx="50" cy="47" r="29" fill="var(--ivory-50)" />
    </svg>
  );
}
