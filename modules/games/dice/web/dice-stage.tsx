import type { ReactNode } from "react";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { type NumberLanguage, showMoney, showMultiplier } from "#kit/money/show.ts";
import { Seal } from "#kit/ui/seal.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { ChoiceFields } from "./choice-fields.tsx";
import { type Choice, decimal, multiplierOf } from "./fields.ts";
import { DiceRuler } from "./ruler.tsx";

/** A roll as the stage shows it. */
export interface ShownRoll {
  /** The outside name of the bet; null for demo rolls, which nobody else knows. */
  readonly id: string | null;
  /** Hundredths. */
  readonly roll: number;
  readonly choice: Choice;
  readonly stake: Micros;
  readonly payout: Micros;
  readonly currency: Currency;
}

interface DiceStageProps {
  readonly choice: Choice;
  onChoice(choice: Choice): void;
  readonly last: ShownRoll | null;
  /** Hundredths on the way to the result; null when the number stands still. */
  readonly rolling: number | null;
  readonly history: ReactNode;
  readonly seedBar: ReactNode;
  readonly language: NumberLanguage;
  readonly rtp: string;
  readonly locked: boolean;
  readonly demo: boolean;
  readonly still: boolean;
}

/** The stage: what decides, as large as it can be, and nothing else that moves. */
export function DiceStage(props: DiceStageProps) {
  const { choice, last, rolling, language } = props;
  const { t } = useTranslation("dice");
  const won = last !== null && rolling === null && last.payout > 0n;
  const number = rolling ?? last?.roll ?? null;
  return (
    <section className="stage" aria-label={t("stage")}>
      <div className="stage-h">
        <h1>{t("title")}</h1>
        <span className="tag g only-d">{t("rtp", { rtp: props.rtp })}</span>
        {props.demo && <span className="tag br">{t("demo")}</span>}
        <span className="f1" />
        {props.history}
      </div>
      <div className="dice-rosette" aria-hidden="true">
        <Seal of="b98d5f210c4e77a9" size={820} copies={16} inner={0.42} points={340} radius={48} stroke={0.115} />
      </div>
      <div className="dice-play">
        <div className="dice-result">
          <div
            className={`dice-number${won ? " won" : last === null || rolling !== null ? " idle" : " lost"}`}
            aria-hidden="true"
          >
            {number === null ? "00.00" : decimal(number, 2).padStart(5, "0")}
          </div>
          <p className="t2">{rolling === null ? <ResultLine last={last} language={language} /> : "\u00a0"}</p>
        </div>
        <DiceRuler
          choice={choice}
          onChange={props.onChoice}
          pin={rolling === null ? (last?.roll ?? null) : null}
          pinKey={last?.id ?? String(last?.roll)}
          locked={props.locked}
          still={props.still}
        />
        <ChoiceFields choice={choice} onChange={props.onChoice} locked={props.locked} language={language} />
      </div>
      {props.seedBar}
      <p className="sr" role="status">
        {rolling === null && last ? spoken(last) : ""}
      </p>
    </section>
  );

  function spoken(shown: ShownRoll): string {
    const roll = decimal(shown.roll, 2);
    const paid = showMoney(shown.payout, shown.currency, language);
    return shown.payout > 0n ? t("spoken_won", { roll, paid }) : t("spoken_lost", { roll });
  }
}

function ResultLine({ last, language }: { last: ShownRoll | null; language: NumberLanguage }) {
  const { t } = useTranslation("dice");
  if (!last) return t("first");
  if (last.payout === 0n) return <span className="mut">{t("lost")}</span>;
  const paid = showMoney(last.payout, last.currency, language);
  const multiplier = showMultiplier(decimal(multiplierOf(last.choice), 4), language);
  return (
    <>
      {t("won")} <b className={last.payout > last.stake ? "win num" : "num"}>{paid}</b> {t("at", { multiplier })}
    </>
  );
}
