import type { Language } from "#kit/i18n/locale.ts";
import { showDecimal } from "#kit/i18n/numbers.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { Case } from "../shared/rules.ts";
import { PrizeCard } from "./prize-card.tsx";

interface InsideProps {
  readonly of: Case;
  readonly price: Micros;
  readonly currency: Currency;
  readonly language: Language;
}

/** A case's contents: every prize with its exact chance. */
export function Inside({ of, ...money }: InsideProps) {
  const { t } = useTranslation("cases");
  return (
    <section className="inside" aria-label={t("inside")}>
      <div className="row spread">
        <h2 className="display">{t("inside")}</h2>
        <span className="muted sm">{t("exact")}</span>
      </div>
      <ul className="prizes">
        {of.prizes.map(prize => (
          <li key={prize.multiple}>
            <PrizeCard prize={prize} odds={chance(prize.odds, money.language)} {...money} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Millionths as percent with all four decimals, exactly. */
export function chance(odds: number, language: Language): string {
  const text = `${Math.floor(odds / 10_000)}.${String(odds % 10_000).padStart(4, "0")}%`;
  return showDecimal(text, language);
}
