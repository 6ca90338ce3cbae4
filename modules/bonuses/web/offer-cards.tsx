import { Gift, Percent } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router";
import { showDayAndTime } from "#kit/i18n/format.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { showCount } from "#kit/i18n/numbers.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { buttonClass } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { useErrorTexts } from "#kit/web/error-lines.ts";
import { useLocale } from "#kit/web/lang.ts";
import { useModalLink } from "#kit/web/modal-link.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { claimBonus, listBonuses, listOffers, type OfferView } from "../shared/contract.ts";
import { BonusFacts, Fact } from "./bonus-facts.tsx";
import { BonusValue, ChancesToFinish } from "./bonus-value.tsx";

/** Bonuses that the player may claim, with what they cost before the button. */
export function OfferCards() {
  const { t } = useTranslation("bonuses");
  const { data: offers } = useQuery(listOffers, {});
  if (!offers || offers.length === 0) return null;
  return (
    <section>
      <div className="section-head">
        <h2>{t("page.offers")}</h2>
      </div>
      <div className="bn-offers">
        {offers.map(offer => (
          <OfferCard key={offer.id} offer={offer} />
        ))}
      </div>
    </section>
  );
}

function OfferCard({ offer }: { offer: OfferView }) {
  const { t } = useTranslation("bonuses");
  const language = languageOf(useLocale());
  const link = useModalLink();
  const { mutate, isPending } = useMutation(claimBonus, { invalidates: [listBonuses, listOffers] });
  const { lines } = useErrorTexts("bonuses");
  const [why, setWhy] = useState<string | null>(null);
  const sum = showMoney(parseDecimal(offer.amount), offer.currency as Currency, language);
  async function claim(): Promise<void> {
    if (isPending) return;
    setWhy(null);
    try {
      await mutate({ params: { id: offer.id } });
    } catch (error) {
      setWhy(lines(error).join(" "));
    }
  }
  return (
    <article className="card box bn-offer">
      <header className="row gap-3">
        <span className="bn-icon">
          <Icon of={offer.kind === "deposit" ? Percent : Gift} size={20} />
        </span>
        <div className="grow">
          <h3 className="display">{offer.name}</h3>
          <span className="muted sm">
            {offer.rounds
              ? t("card.rounds_short", { count: offer.rounds.count, shown: showCount(offer.rounds.count, language) })
              : offer.percent === null
                ? sum
                : t("card.up_to", { percent: offer.percent, sum })}
          </span>
        </div>
        <span className="tag brass">
          {t("card.until")} {showDayAndTime(offer.ends_at, language)}
        </span>
      </header>
      <div className="bn-facts">
        <BonusFacts bonus={offer} />
        <Fact name={t("card.time")}>
          {offer.hours % 24 === 0
            ? t("card.days", { count: offer.hours / 24 })
            : t("card.hours", { count: offer.hours })}
        </Fact>
        {!offer.rounds && <ChancesToFinish bonus={offer} />}
      </div>
      {!offer.rounds && <BonusValue bonus={offer} />}
      {why && <p role="alert">{why}</p>}
      <div className="row">
        {offer.kind === "deposit" ? (
          <Link className={buttonClass({ variant: "secondary" })} to={link("deposit")} preventScrollReset>
            {t("card.deposit")}
          </Link>
        ) : (
          <button
            type="button"
            className={buttonClass({ variant: "secondary" })}
            aria-busy={isPending}
            disabled={isPending}
            onClick={() => void claim()}
          >
            {t("card.claim")}
          </button>
        )}
      </div>
    </article>
  );
}
