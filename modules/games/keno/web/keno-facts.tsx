import type { Language } from "#kit/i18n/locale.ts";
import { showMoney } from "#kit/money/show.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { mostPicks, numbersDrawn } from "../shared/odds.ts";
import { hitsOf } from "../shared/rules.ts";
import type { ShownDraw } from "./play.ts";

interface KenoFactsProps {
  readonly picked: number;
  readonly last: ShownDraw | null;
  readonly landed: number;
  readonly language: Language;
}

/** The current bet in numbers; of the draw only the balls that have landed. */
export function KenoFacts({ picked, last, landed, language }: KenoFactsProps) {
  const { t } = useTranslation("keno");
  const over = landed === numbersDrawn ? last : null;
  return (
    <>
      <div className="key-value">
        <span>{t("picked")}</span>
        <b>
          {picked} / {mostPicks}
        </b>
      </div>
      <div className="key-value">
        <span>{t("hits")}</span>
        <b>{last ? hitsOf(last.choice.picks, last.outcome.slice(0, landed)) : "–"}</b>
      </div>
      <div className="key-value">
        <span>{t("paid")}</span>
        <b className={over && over.payout > over.stake ? "win" : undefined}>
          {over ? showMoney(over.payout, over.currency, language) : "–"}
        </b>
      </div>
    </>
  );
}
