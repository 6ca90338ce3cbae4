import { useEffect, useRef, useState } from "react";
import { Link } from "react-router";
import { showDayAndTime } from "#kit/i18n/format.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { showCount, showShare } from "#kit/i18n/numbers.ts";
import { formatAmount, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { buttonClass } from "#kit/ui/button.tsx";
import { Definition } from "#kit/ui/definition.tsx";
import { Seal } from "#kit/ui/seal.tsx";
import { SkeletonText } from "#kit/ui/skeleton.tsx";
import { useLocale } from "#kit/web/lang.ts";
import { useModalLink } from "#kit/web/modal-link.ts";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useIsOnBreak, useSession } from "#modules/accounts/web/session.ts";
import { type BonusView, listBonuses } from "../shared/contract.ts";
import { BonusBets } from "./bonus-bets.tsx";
import { BonusFacts, Fact } from "./bonus-facts.tsx";
import { BonusValue } from "./bonus-value.tsx";
import { RoundActions, RoundsLeft } from "./free-rounds.tsx";
import { GiveUpDialog } from "./give-up-dialog.tsx";
import "./bonuses.css";

/** The player's bonuses: the active one first, with its wagering progress. */
export function BonusCards() {
  const { t } = useTranslation("bonuses");
  const { data: bonuses, isError, refetch } = useQuery(listBonuses, {});
  // A bonus also ends by a bet or a withdrawal over this page.
  const bonusMoney = useSession(state => state.user?.bonus_balance);
  const shownMoney = useRef(bonusMoney);
  useEffect(() => {
    if (shownMoney.current === bonusMoney) return;
    shownMoney.current = bonusMoney;
    void refetch();
  }, [bonusMoney, refetch]);
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

/** What is left of a bonus, as a bonus of its own. */
function leftOf(bonus: BonusView) {
  const left = formatAmount(parseDecimal(bonus.wager_target) - parseDecimal(bonus.wagered));
  const { max_bet, cap, games, currency } = bonus;
  return { amount: bonus.balance, wager_target: left, max_bet, cap, games, currency };
}

/** Why it has not started. */
function WaitsFor({ bonus }: { bonus: BonusView }) {
  const { t } = useTranslation("bonuses");
  const language = languageOf(useLocale());
  if (bonus.review_until !== null)
    return (
      <p>
        {t("card.review", { until: showDayAndTime(bonus.review_until, language) })} {t("forfeited.object")}
      </p>
    );
  if (bonus.rounds && !bonus.is_funded) return <RoundsLeft rounds={bonus.rounds} />;
  return <p className="muted">{t(bonus.is_funded ? "card.turn" : "card.for_deposit")}</p>;
}

/** From 0 to 1. */
function wageredShare({ wagered, wager_target }: BonusView): number {
  const target = Number(wager_target);
  return target === 0 ? 1 : Math.min(1, Number(wagered) / target);
}

function BonusCard({ bonus }: { bonus: BonusView }) {
  const { t } = useTranslation("bonuses");
  const language = languageOf(useLocale());
  const [asks, setAsks] = useState(false);
  const show = (sum: string) => showMoney(parseDecimal(sum), bonus.currency as Currency, language);
  const isOpen = bonus.status === "active" || bonus.status === "waiting";
  const isForDeposit = bonus.status === "waiting" && !bonus.is_funded && bonus.percent !== null;
  const isOnBreak = useIsOnBreak();
  const link = useModalLink();
  /** Its free rounds are not over. */
  const hasRounds = bonus.rounds !== null && bonus.status === "waiting" && !bonus.is_funded;
  const days = bonus.expires_in === null ? null : Math.ceil(bonus.expires_in / 86_400);
  return (
    <article className={`card box bn-card ${bonus.status}`}>
      {bonus.status === "active" && <Seal of={bonus.id} size={300} points={260} />}
      <header className="bn-head">
        <div className="grow">
          <span className={bonus.status === "active" ? "tag brass" : "tag"}>{t(`statuses.${bonus.status}`)}</span>
          <h2 className="display">{bonus.name}</h2>
        </div>
        {bonus.status === "active" && <Fact name={t("card.left")}>{show(bonus.balance)}</Fact>}
        {isOpen && days !== null && <Fact name={t("card.expires")}>{t("card.days", { count: days })}</Fact>}
      </header>
      {!hasRounds && (
        <div className="row spread">
          <span className="muted">
            <Definition means={t("card.wagered_means")}>{t("card.wagered")}</Definition>{" "}
            <b className="num">{t("card.of", { done: show(bonus.wagered), target: show(bonus.wager_target) })}</b>
          </span>
          {bonus.status === "active" && <b className="num value">{showShare(wageredShare(bonus), language)}</b>}
        </div>
      )}
      {bonus.status === "active" && (
        <progress aria-label={t("card.wagered")} max={1} value={wageredShare(bonus)} className="bn-progress" />
      )}
      <div className="bn-facts">
        <Fact name={t(hasRounds ? "card.won" : "card.sum")}>
          {bonus.percent === null
            ? show(bonus.amount)
            : t("card.up_to", { percent: bonus.percent, sum: show(bonus.amount) })}
        </Fact>
        {isOpen && <BonusFacts bonus={bonus} isFunded={!hasRounds} />}
      </div>
      {bonus.open_bets > 0 && <Fact name={t("card.open")}>{showCount(bonus.open_bets, language)}</Fact>}
      {bonus.status === "completed" && <Fact name={t("card.became")}>{show(bonus.released)}</Fact>}
      {bonus.forfeited_for && (
        <p>
          {t(`forfeited.${bonus.forfeited_for}`)} {t("forfeited.object")}
        </p>
      )}
      {bonus.status === "waiting" && bonus.wager !== null && <WaitsFor bonus={bonus} />}
      {bonus.wager !== null && bonus.status !== "waiting" && <BonusBets bonus={bonus} />}
      {bonus.status === "active" && bonus.wager !== null && <BonusValue bonus={leftOf(bonus)} isOpen />}
      {isOpen && bonus.wager !== null && (
        <div className="row wrap">
          {isForDeposit && !isOnBreak && (
            <Link className={buttonClass({ variant: "secondary" })} to={link("deposit")} preventScrollReset>
              {t("card.deposit")}
            </Link>
          )}
          {hasRounds && bonus.rounds && <RoundActions id={bonus.id} rounds={bonus.rounds} />}
          <button type="button" className={buttonClass({ variant: "secondary" })} onClick={() => setAsks(true)}>
            {t("card.give_up")}
          </button>
        </div>
      )}
      {asks && (
        <GiveUpDialog
          bonus={bonus}
          sum={show(hasRounds ? bonus.amount : bonus.balance)}
          onClose={() => setAsks(false)}
        />
      )}
    </article>
  );
}
