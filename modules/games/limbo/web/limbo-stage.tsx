import type { Language } from "#kit/i18n/locale.ts";
import { showMoney } from "#kit/money/show.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { StageSeal } from "#modules/bets/web/stage-seal.tsx";
import { ChoiceFields } from "./choice-fields.tsx";
import { shownMultiplier } from "./fields.ts";
import type { ShownResult } from "./play.ts";
import { LimboRuler } from "./ruler.tsx";

interface LimboPictureProps {
  /** Hundredths. */
  readonly target: number;
  onTarget(target: number): void;
  readonly last: ShownResult | null;
  /** Hundredths on the way to the result; null when the multiplier does not move. */
  readonly climbing: number | null;
  readonly language: Language;
  readonly locked: boolean;
}

/** The deciding multiplier, as large as possible, climbing along the ruler. */
export function LimboPicture(props: LimboPictureProps) {
  const { target, last, climbing, language } = props;
  const end = last === null || climbing !== null ? null : last.payout > 0n ? "won" : "lost";
  const multiplier = climbing ?? last?.outcome ?? null;
  const shown = shownMultiplier(multiplier ?? 100, language);
  return (
    <>
      <StageSeal of="5a0fd3178e96c24b" />
      <div className="limbo-play">
        <div className="limbo-result">
          <div className={`limbo-number ${end ?? "idle"}${shown.length > 7 ? " long" : ""}`} aria-hidden="true">
            {shown}
            <i>×</i>
          </div>
          <p className="subdued">{climbing === null ? <ResultLine last={last} language={language} /> : "\u00a0"}</p>
        </div>
        <LimboRuler
          target={target}
          onChange={props.onTarget}
          mark={multiplier}
          end={end}
          locked={props.locked}
          language={language}
        />
        <ChoiceFields target={target} onChange={props.onTarget} locked={props.locked} language={language} />
      </div>
    </>
  );
}

/** A result in words, for screen readers. */
export function useSpoken(language: Language): (shown: ShownResult) => string {
  const { t } = useTranslation("limbo");
  return ({ outcome, payout, currency }) => {
    const result = shownMultiplier(outcome, language);
    return payout > 0n
      ? t("spoken_won", { result, paid: showMoney(payout, currency, language) })
      : t("spoken_lost", { result });
  };
}

function ResultLine({ last, language }: { last: ShownResult | null; language: Language }) {
  const { t } = useTranslation("limbo");
  if (!last) return t("first");
  const target = shownMultiplier(last.choice, language);
  if (last.payout === 0n) return <span className="muted">{t("lost", { target })}</span>;
  const paid = showMoney(last.payout, last.currency, language);
  return (
    <>
      {t("won")} <b className={last.payout > last.stake ? "win num" : "num"}>{paid}</b> {t("at", { target })}
    </>
  );
}
