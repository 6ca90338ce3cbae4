import type { Language } from "#kit/i18n/locale.ts";
import { showMultiplier } from "#kit/i18n/numbers.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { mostPicks } from "../shared/odds.ts";
import { brief } from "./board.ts";

interface KenoLadderProps {
  /** Multipliers in hundredths by hits; null while nothing is selected. */
  readonly row: readonly number[] | null;
  /** Hits so far; null without a draw on the board. */
  readonly hits: number | null;
  readonly language: Language;
}

/** The payout of each number of hits: the reached step is marked, and lit if it pays more than the stake. */
export function KenoLadder({ row, hits, language }: KenoLadderProps) {
  const { t } = useTranslation("keno");
  const steps = Array.from({ length: mostPicks + 1 }, (_, step) => ({ step, pays: row?.[step] }));
  return (
    <ol className="keno-ladder" aria-label={t("ladder")}>
      {steps.map(({ step, pays }) => {
        const variant = [
          pays === undefined && "none",
          step === hits && (pays !== undefined && pays > 100 ? "on" : "at"),
        ]
          .filter(Boolean)
          .join(" ");
        return (
          <li key={step} className={variant || undefined} aria-current={step === hits ? "step" : undefined}>
            <b>
              {pays === undefined ? "–" : showMultiplier(brief(pays), language).slice(0, -1)}
              {pays !== undefined && <i>×</i>}
            </b>
            {step}
          </li>
        );
      })}
    </ol>
  );
}
