import type { Language } from "#kit/i18n/locale.ts";
import { showCount } from "#kit/i18n/numbers.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { Term } from "#modules/bets/web/term.tsx";
import type { GameInfo } from "#modules/bets/web/use-game-info.ts";
import { type CrashView, stakesIn } from "./crash-view.ts";

interface RoundFiguresProps {
  readonly view: CrashView;
  readonly info: Pick<GameInfo, "winCap" | "edge">;
  readonly currency: Currency;
  readonly language: Language;
}

/** The players and stakes of the round, its maximum win and the house edge. */
export function RoundFigures({ view, info, currency, language }: RoundFiguresProps) {
  const { t } = useTranslation("crash", "bets");
  const stakes = stakesIn(view, currency);
  return (
    <div className="col gap-3">
      <div className="key-value">
        <span>{t("in_round")}</span>
        <b>{t("players", { count: view.betCount, shown: showCount(view.betCount, language) })}</b>
      </div>
      <div className="key-value">
        <span>{t("still_in")}</span>
        <b>{showCount(view.stillIn, language)}</b>
      </div>
      <div className="key-value">
        <span>{t("stakes", { currency })}</span>
        <b>{showMoney(stakes, currency, language)}</b>
      </div>
      <hr className="divider" />
      <div className="key-value">
        <span>{t("win_cap")}</span>
        <b>{showMoney(winCapOf(view, currency, info.winCap), currency, language, { brief: true })}</b>
      </div>
      <div className="key-value">
        <Term of="edge">{t("edge")}</Term>
        <b>{`${info.edge}%`}</b>
      </div>
    </div>
  );
}

function winCapOf(view: CrashView, currency: string, byDefault: bigint): bigint {
  const capText = view.winCaps[currency]?.amount;
  return capText === undefined ? byDefault : parseDecimal(capText);
}
