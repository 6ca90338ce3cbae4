import { Link } from "react-router";
import { type NumberLanguage, showMultiplier } from "#kit/money/show.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { useHref } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { hitsOf, rowOf } from "../shared/rules.ts";
import type { ShownDraw } from "./use-keno.ts";

/** The last multipliers of this page; each one of the real ones leads to its check. */
export function KenoHistory({ draws, language }: { draws: readonly ShownDraw[]; language: NumberLanguage }) {
  const { t } = useTranslation("keno");
  const href = useHref();
  return (
    <div className="hist">
      {draws.map((shown, index) => {
        const { bet, drawn } = shown;
        const hundredths = rowOf(bet.risk, bet.picks.length)[hitsOf(bet.picks, drawn)] ?? 0;
        const text = showMultiplier(hundredths === 0 ? "0" : formatHundredths(hundredths), language);
        const look = hundredths >= 5000 ? "br" : hundredths > 100 ? "hi" : undefined;
        const key = shown.id ?? `demo-${draws.length - index}`;
        return shown.id ? (
          <Link
            key={key}
            className={look}
            to={href(`/verify/${shown.id}`)}
            aria-label={t("check_draw", { multiplier: text })}
          >
            {text}
          </Link>
        ) : (
          <span key={key} className={look}>
            {text}
          </span>
        );
      })}
    </div>
  );
}
