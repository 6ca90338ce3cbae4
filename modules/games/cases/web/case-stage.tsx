import type { Language } from "#kit/i18n/locale.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { type Case, prizeAt } from "../shared/rules.ts";
import type { ShownOpening, Spin } from "./play.ts";
import { PrizeCard } from "./prize-card.tsx";
import { Reel } from "./reel.tsx";

interface CasePictureProps {
  readonly of: Case;
  readonly price: Micros;
  readonly currency: Currency;
  readonly language: Language;
  readonly spin: Spin | null;
  readonly last: ShownOpening | null;
  readonly revealed: boolean;
}

/** The strips under their pointer, and the prizes below once they have stopped. */
export function CasePicture({ of, price, currency, language, spin, last, revealed }: CasePictureProps) {
  const { t } = useTranslation("cases");
  const money = { price, currency, language };
  const running = spin?.slug === of.slug ? spin : null;
  const shown = revealed && running ? last : null;
  return (
    <div className="case-play">
      <div className={`reels n${running?.strips.length ?? 1}`}>
        <i className="reel-pointer" aria-hidden="true" />
        {running ? (
          running.strips.map((strip, index) => (
            <Reel
              // biome-ignore lint/suspicious/noArrayIndexKey: the strips of an opening have a fixed order
              key={index}
              strip={strip}
              durationMs={running.durationMs}
              over={revealed}
              {...money}
            />
          ))
        ) : (
          <div className="reel rest" aria-hidden="true">
            <div className="belt">
              {of.prizes.map(prize => (
                <PrizeCard key={prize.multiple} prize={prize} {...money} />
              ))}
            </div>
          </div>
        )}
        <i className="reel-pointer under" aria-hidden="true" />
      </div>
      <p className="case-got">{shown ? got(shown) : revealed ? t("first") : "\u00a0"}</p>
    </div>
  );

  function got(opening: ShownOpening) {
    const paid = showMoney(opening.payout, opening.currency, language);
    const [only] = opening.outcome.length === 1 ? opening.outcome : [];
    return (
      <>
        <span className="muted">{t("got")}</span>{" "}
        {only !== undefined && <b className="display">{t(`items.${prizeAt(of, only).item}`)}</b>}{" "}
        <b className={opening.payout > opening.stake ? "display num win" : "display num"}>{paid}</b>
      </>
    );
  }
}

/** An opening in words, for screen readers. */
export function useSpoken(language: Language): (of: Case, shown: ShownOpening) => string {
  const { t } = useTranslation("cases");
  return (of, { outcome, payout, currency }) => {
    const items = outcome.map(ticket => t(`items.${prizeAt(of, ticket).item}`)).join(", ");
    return t("spoken", { items, paid: showMoney(micros(payout), currency, language) });
  };
}
