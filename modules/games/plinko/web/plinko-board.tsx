import { memo, type RefObject } from "react";
import type { Language } from "#kit/i18n/locale.ts";
import { showDecimal } from "#kit/i18n/numbers.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { type PlinkoBet, type PlinkoRules, tableOf } from "../shared/rules.ts";
import { ballRadius, boardClass, boardHeight, boardWidth, pegRadius, pegsOf, spacing, tintOf } from "./board.ts";

interface PlinkoBoardProps {
  readonly rules: PlinkoRules;
  readonly bet: PlinkoBet;
  /** Balls fall over it; React renders nothing in it. */
  readonly air: RefObject<HTMLDivElement | null>;
  /** The slot of the last ball; `count` is how many have landed, so that two in one slot are distinct. */
  readonly hit: { readonly slot: number; readonly won: boolean; readonly count: number } | null;
  readonly language: Language;
}

/** The pegs, and the slots with their payouts. */
export function PlinkoBoard({ rules, bet, air, hit, language }: PlinkoBoardProps) {
  const { t } = useTranslation("plinko");
  return (
    <div className={boardClass(bet.rows)}>
      <div className="plinko-field">
        <Pegs rows={bet.rows} />
        <div className="plinko-air" ref={air} aria-hidden="true" />
      </div>
      <ol className="plinko-slots" aria-label={t("slots")}>
        {tableOf(rules, bet).map((hundredths, slot) => {
          const isHit = hit?.slot === slot;
          const state = isHit ? (hit.won ? " hit won" : " hit") : "";
          const tint = Math.round(tintOf(slot, bet.rows) * 4);
          return (
            <li key={isHit ? `${slot}-${hit.count}` : slot} className={`t${tint}${state}`}>
              {brief(hundredths, language)}
            </li>
          );
        })}
      </ol>
    </div>
  );
}

/** A multiplier without trailing zeros; slots are too narrow for more. */
function brief(hundredths: number, language: Language): string {
  const text = formatHundredths(hundredths).replace(/\.?0+$/, "");
  return showDecimal(text, language);
}

const Pegs = memo(function Pegs({ rows }: { rows: number }) {
  const radius = pegRadius(rows);
  return (
    <svg className="plinko-pegs" viewBox={`0 0 ${boardWidth} ${boardHeight}`} aria-hidden="true">
      <path className="chute" d={chuteOf(rows)} />
      {Array.from({ length: rows }, (_, row) =>
        pegsOf(row, rows).map(({ x, y }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a peg is its position
          <g key={`${row}-${index}`}>
            <circle className="shade" cx={x + radius * 0.28} cy={y + radius * 0.4} r={radius} />
            <circle cx={x} cy={y} r={radius} />
          </g>
        )),
      )}
    </svg>
  );
});

/** The funnel above the first row, from which balls drop. */
function chuteOf(rows: number): string {
  const [middle, wide, narrow] = [boardWidth / 2, spacing(rows) * 0.95, ballRadius(rows) + 5];
  const side = (to: -1 | 1) => `M${middle + to * wide} -22L${middle + to * narrow} -2V10`;
  return side(-1) + side(1);
}
