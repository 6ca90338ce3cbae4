import { languageOf } from "#kit/i18n/locale.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { Definition } from "#kit/ui/definition.tsx";
import { SkeletonText } from "#kit/ui/skeleton.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { type BonusView, listBonuses } from "../shared/contract.ts";

/** The player's bonuses: the active one first, with its wagering progress. */
export function BonusCards() {
  const { t } = useTranslation("bonuses");
  const { data: bonuses, isError } = useQuery(listBonuses, {});
  if (isError) return <p role="alert">{t("page.failed")}</p>;
  if (bonuses === undefined)
    return (
      <p className="muted">
        <SkeletonText>{t("page.none")}</SkeletonText>
      </p>
    );
  if (bonuses.length === 0) return <p className="muted">{t("page.none")}</p>;
  return (
    <div className="col gap-4">
      {bonuses.map(bonus => (
        <BonusCard key={bonus.id} bonus={bonus} />
      ))}
    </div>
  );
}

function BonusCard({ bonus }: { bonus: BonusView }) {
  const { t } = useTranslation("bonuses");
  const language = languageOf(useLocale());
  const show = (sum: string) => showMoney(parseDecimal(sum), bonus.currency as Currency, language);
  const isOpen = bonus.status === "active" || bonus.status === "waiting";
  const days = bonus.expires_in === null ? null : Math.ceil(bonus.expires_in / 86_400);
  return (
    <article className="card box">
      <div className="row spread">
        <h3>{bonus.name}</h3>
        <span className={bonus.status === "active" ? "tag brass" : "tag"}>{t(`statuses.${bonus.status}`)}</span>
      </div>
      <div className="key-value">
        <span>{t("card.sum")}</span>
        <b>
          {bonus.percent === null
            ? show(bonus.amount)
            : t("card.up_to", { percent: bonus.percent, sum: show(bonus.amount) })}
        </b>
      </div>
      <div className="key-value">
        <Definition means={t("card.wagered_means")}>{t("card.wagered")}</Definition>
        <b>{t("card.of", { done: show(bonus.wagered), target: show(bonus.wager_target) })}</b>
      </div>
      {isOpen && days !== null && (
        <div className="key-value">
          <span>{t("card.expires")}</span>
          <b>{t("card.days", { count: days })}</b>
        </div>
      )}
    </article>
  );
}
