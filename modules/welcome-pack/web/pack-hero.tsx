import { useEffect } from "react";
import { languageOf } from "#kit/i18n/locale.ts";
import { showCount } from "#kit/i18n/numbers.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { Seal } from "#kit/ui/seal.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { RichText, useTranslation } from "#kit/web/texts.tsx";
import { partsOf, useSecondsLeft } from "#kit/web/use-seconds-left.ts";
import type { WelcomePack } from "../shared/contract.ts";

interface PackHeroProps {
  readonly pack: Pick<WelcomePack, "publicTitle" | "currency" | "max_amount" | "steps">;
  /** Milliseconds since 1970; null while there is no countdown. */
  readonly endsAt: number | null;
  onEnd(): void;
}

/** What the pack gives in all, and how long the offer lasts. */
export function PackHero({ pack, endsAt, onEnd }: PackHeroProps) {
  const { t } = useTranslation("welcome-pack");
  const language = languageOf(useLocale());
  const sum = showMoney(parseDecimal(pack.max_amount), pack.currency as Currency, language, { brief: true });
  const spins = pack.steps.reduce((all, { rounds }) => all + (rounds?.count ?? 0), 0);
  const count = `${pack.steps.length}` as "1" | "2" | "3" | "4" | "5" | "6";
  return (
    <section className="wp-hero">
      <Seal of={`welcome ${pack.publicTitle}`} size={520} points={260} stroke={0.3} />
      <div className="wp-offer">
        <span className="tag brass">{pack.publicTitle}</span>
        <h1>
          <RichText text={t(`headlines.${count}`, { sum })} parts={{ sum: text => <em key="sum">{text}</em> }} />
        </h1>
        {spins > 0 && <p>{t("spins.too", { count: spins, shown: showCount(spins, language) })}</p>}
      </div>
      {endsAt !== null && <Countdown endsAt={endsAt} onEnd={onEnd} />}
    </section>
  );
}

const units = ["days", "hours", "minutes", "seconds"] as const;

function Countdown({ endsAt, onEnd }: { readonly endsAt: number; onEnd(): void }) {
  const { t } = useTranslation("welcome-pack");
  const left = useSecondsLeft(endsAt) ?? 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it reaches zero
  useEffect(() => {
    if (left === 0) onEnd();
  }, [left === 0]);
  if (left === 0) return <p className="wp-ended">{t("countdown.ended")}</p>;
  const parts = partsOf(left);
  return (
    <div className="wp-countdown" role="timer">
      <span className="sm">{t("countdown.ends_in")}</span>
      <div className="row">
        {units.map(unit => (
          <span key={unit}>
            <b>{unit === "days" ? parts.days : `${parts[unit]}`.padStart(2, "0")}</b> {t(`countdown.${unit}`)}
          </span>
        ))}
      </div>
    </div>
  );
}
