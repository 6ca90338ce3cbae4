import type { Language } from "#kit/i18n/locale.ts";
import { showMultiplier } from "#kit/i18n/numbers.ts";
import { showMoney } from "#kit/money/show.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { StageSeal } from "#modules/bets/web/stage-seal.tsx";
import { ChoiceFields } from "./choice-fields.tsx";
import { type Choice, decimal, multiplierOf, shownDecimal, shownRoll } from "./fields.ts";
import type { ShownRoll } from "./play.ts";
import { DiceRuler } from "./ruler.tsx";

interface DicePictureProps {
  readonly choice: Choice;
  onChoice(choice: Choice): void;
  readonly last: ShownRoll | null;
  /** Hundredths on the way to the result; null when the number does not move. */
  readonly rolling: number | null;
  readonly language: Language;
  readonly locked: boolean;
  readonly still: boolean;
}

/** The deciding number, as large as possible, and no other motion. */
export function DicePicture(props: DicePictureProps) {
  const { choice, last, rolling, language } = props;
  const won = last !== null && rolling === null && last.payout > 0n;
  const number = rolling ?? last?.outcome ?? null;
  return (
    <>
      <StageSeal of="b98d5f210c4e77a9" />
      <div className="dice-play">
        <div className="dice-result">
          <div
            className={`dice-number${won ? " won" : last === null || rolling !== null ? " idle" : " lost"}`}
            aria-hidden="true"
          >
            {shownRoll(number ?? 0, language)}
          </div>
          <p className="subdued">{rolling === null ? <ResultLine last={last} language={language} /> : "\u00a0"}</p>
        </div>
        <DiceRuler
          choice={choice}
          onChange={props.onChoice}
          pin={rolling === null ? (last?.outcome ?? null) : null}
          pinKey={last?.id ?? String(last?.outcome)}
          locked={props.locked}
          still={props.still}
          language={language}
        />
        <ChoiceFields choice={choice} onChange={props.onChoice} locked={props.locked} language={language} />
      </div>
    </>
  );
}

/** A roll in words, for screen readers. */
export function useSpoken(language: Language): (shown: ShownRoll) => string {
  const { t } = useTranslation("dice");
  return ({ outcome, payout, currency }) => {
    const roll = shownDecimal(outcome, 2, language);
    return payout > 0n
      ? t("spoken_won", { roll, paid: showMoney(payout, currency, language) })
      : t("spoken_lost", { roll });
  };
}

function ResultLine({ last, language }: { last: ShownRoll | null; language: Language }) {
  const { t } = useTranslation("dice");
  if (!last) return t("first");
  if (last.payout === 0n) return <span className="muted">{t("lost")}</span>;
  const paid = showMoney(last.payout, last.currency, language);
  const multiplier = showMultiplier(decimal(multiplierOf(last.choice), 4), language);
  return (
    <>
      {t("won")} <b className={last.payout > last.stake ? "win num" : "num"}>{paid}</b> {t("at", { multiplier })}
    </>
  );
}
