import type { RefObject } from "react";
import type { Language } from "#kit/i18n/locale.ts";
import { showMultiplier } from "#kit/i18n/numbers.ts";
import { showMoney } from "#kit/money/show.ts";
import { formatHundredths } from "#kit/std/hundredths.ts";
import { required } from "#kit/std/invariant.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { StageSeal } from "#modules/bets/web/stage-seal.tsx";
import { type PlinkoBet, slotOf, tableOf } from "../shared/rules.ts";
import type { ShownBall } from "./play.ts";
import { PlinkoBoard } from "./plinko-board.tsx";

interface PlinkoPictureProps {
  readonly bet: PlinkoBet;
  /** The ball that landed last; null when there was none on this board. */
  readonly last: ShownBall | null;
  /** How many have landed. */
  readonly landed: number;
  readonly air: RefObject<HTMLDivElement | null>;
  readonly language: Language;
}

/** The multiplier of a ball that has landed, in hundredths. */
export const hundredthsOf = ({ choice, outcome }: Pick<ShownBall, "choice" | "outcome">): number =>
  required(tableOf(choice)[slotOf(outcome)], "a slot of the table");

/** The board, and above it the result of the last ball. */
export function PlinkoPicture({ bet, last, landed, air, language }: PlinkoPictureProps) {
  const { t } = useTranslation("plinko");
  const won = last !== null && last.payout > last.stake;
  return (
    <>
      <StageSeal of="c41e7b0283a6d95f" />
      <div className="plinko-play">
        <div className="plinko-result">
          <b className={won ? "won" : last ? "lost" : "idle"} aria-hidden="true">
            {last ? shown(hundredthsOf(last)) : t("up_to", { multiplier: shown(tableOf(bet)[0] ?? 0) })}
          </b>
          <p className="subdued">{last ? paidLine(last) : t("first")}</p>
        </div>
        <PlinkoBoard
          bet={bet}
          air={air}
          hit={last && last.choice.rows === bet.rows ? { slot: slotOf(last.outcome), won, count: landed } : null}
          language={language}
        />
      </div>
    </>
  );

  function shown(hundredths: number) {
    return showMultiplier(formatHundredths(hundredths).replace(/\.00$/, ""), language);
  }

  function paidLine({ payout, stake, currency }: ShownBall) {
    const paid = showMoney(payout, currency, language);
    return (
      <>
        {t(payout > stake ? "won" : "paid")} <span className={payout > stake ? "win num" : "num"}>{paid}</span>
      </>
    );
  }
}

/** A ball in words, for screen readers. */
export function useSpoken(language: Language): (shown: ShownBall) => string {
  const { t } = useTranslation("plinko");
  return shown =>
    t("spoken", {
      multiplier: showMultiplier(formatHundredths(hundredthsOf(shown)), language),
      paid: showMoney(shown.payout, shown.currency, language),
    });
}
