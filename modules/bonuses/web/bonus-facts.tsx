import { showDayAndTime } from "#kit/i18n/format.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { showCount, showDecimal } from "#kit/i18n/numbers.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { Definition } from "#kit/ui/definition.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import type { OfferView } from "../shared/contract.ts";

type Facts = Pick<
  OfferView,
  | "wager"
  | "min_deposit"
  | "max_bet"
  | "cap"
  | "rounds"
  | "average_cost"
  | "games"
  | "least_odds"
  | "wager_target"
  | "currency"
>;

/** What a bonus costs, before it is claimed and while it is wagered. */
export function BonusFacts({ bonus, isFunded = false }: { bonus: Facts; isFunded?: boolean }) {
  const { t } = useTranslation("bonuses", "lobby");
  const language = languageOf(useLocale());
  const products: Readonly<Record<string, string>> = {
    slots: t("card.products.slots"),
    tables: t("card.products.tables"),
    betting: t("card.products.betting"),
  };
  const nameOf = (game: string) => products[game] ?? t.in("lobby:games", game);
  const show = (sum: string) => showMoney(parseDecimal(sum), bonus.currency as Currency, language);
  return (
    <>
      {bonus.rounds && !isFunded && (
        <div className="key-value">
          <Definition means={t("card.rounds_mean")}>{t("card.rounds")}</Definition>
          <b>
            {t("card.rounds_of", {
              count: bonus.rounds.count,
              shown: showCount(bonus.rounds.count, language),
              bet: show(bonus.rounds.bet),
              title: bonus.rounds.title,
            })}
          </b>
        </div>
      )}
      {bonus.rounds && !isFunded && (
        <Fact name={t("card.rounds_by")}>{showDayAndTime(bonus.rounds.expires_at, language)}</Fact>
      )}
      {bonus.min_deposit !== null && <Fact name={t("card.min_deposit")}>{show(bonus.min_deposit)}</Fact>}
      {bonus.wager !== null && (
        <Fact name={t("card.wager")}>
          {bonus.rounds && !isFunded
            ? t("card.wager_won", { times: bonus.wager })
            : t("card.wager_of", { times: bonus.wager, target: show(bonus.wager_target) })}
        </Fact>
      )}
      {bonus.max_bet !== null && <Fact name={t("card.max_bet")}>{show(bonus.max_bet)}</Fact>}
      {bonus.cap !== null && (
        <div className="key-value">
          <Definition means={t("card.cap_means")}>{t("card.cap")}</Definition>
          <b>{show(bonus.cap)}</b>
        </div>
      )}
      {bonus.average_cost !== null && (
        <div className="key-value">
          <Definition means={t("card.cost_means")}>{t("card.cost")}</Definition>
          <b>{t("card.cost_of", { percent: bonus.average_cost })}</b>
        </div>
      )}
      {bonus.least_odds !== null && <Fact name={t("card.least_odds")}>{showDecimal(bonus.least_odds, language)}</Fact>}
      {bonus.games.length > 0 && (
        <Fact name={t("card.games")} isLong={bonus.games.length > 2}>
          {bonus.games.map(nameOf).join(", ")}
        </Fact>
      )}
    </>
  );
}

interface FactProps {
  readonly name: string;
  /** It takes a row of its own. */
  readonly isLong?: boolean;
  readonly children: string;
}

export function Fact({ name, isLong = false, children }: FactProps) {
  return (
    <div className={isLong ? "key-value all" : "key-value"}>
      <span>{name}</span>
      <b>{children}</b>
    </div>
  );
}
