import type { ReactNode } from "react";
import { dateFormat } from "#kit/i18n/format.ts";
import { showDecimal } from "#kit/i18n/numbers.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoneyExactly } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { notify } from "#kit/web/notify.ts";
import { useMutation } from "#kit/web/query/use-mutation.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSubmit } from "#modules/accounts/web/use-submit.ts";
import { usePlayerContext } from "#modules/bets/web/use-player-context.ts";
import {
  type CurrencyRewards,
  collectReward,
  getRewards,
  type RewardKind,
  type RewardsView,
  type RewardWeek,
} from "../shared/contract.ts";

/** Each reward of the active currency, with the formula and the player's own figures in it. */
export function RewardCards({ rewards, isError }: { rewards: RewardsView | undefined; isError: boolean }) {
  const { t } = useTranslation("vip");
  const { currency } = usePlayerContext();
  const own = rewards?.currencies.find(each => each.currency === currency);
  return (
    <section aria-label={t("rewards.title")}>
      <div className="section-head">
        <h2>{t("rewards.title")}</h2>
      </div>
      {isError && <p role="alert">{t("rewards.failed")}</p>}
      {!(rewards || isError) && <Skeleton height={180} />}
      {rewards && !own && <p className="muted">{t("rewards.none")}</p>}
      {rewards && own && (
        <div className="vip-rewards">
          <Rakeback of={own} mayCollect={rewards.may_collect} />
          <Cashback of={own} mayCollect={rewards.may_collect} />
          <LevelUp of={own} mayCollect={rewards.may_collect} />
        </div>
      )}
      {rewards && !rewards.may_collect && <p className="muted sm">{t("rewards.on_break")}</p>}
    </section>
  );
}

interface CardProps {
  readonly of: CurrencyRewards;
  readonly mayCollect: boolean;
}

function useShow(currency: string) {
  const { language } = usePlayerContext();
  return {
    money: (sum: string) => showMoneyExactly(parseDecimal(sum), currency as Currency, language),
    rate: (percent: string) => showDecimal(percent, language),
    day: dateFormat(language, "day", "UTC"),
  };
}

function Rakeback({ of: { currency, rakeback }, mayCollect }: CardProps) {
  const { t } = useTranslation("vip");
  const { money, rate } = useShow(currency);
  const losses = rakeback.losses.filter(({ rate: of }) => of !== "0");
  return (
    <Reward kind="rakeback" currency={currency} due={rakeback.due} mayCollect={mayCollect}>
      {losses.length === 0 && <p className="muted sm">{t("rewards.rakeback.empty")}</p>}
      {losses.map(each => (
        <p key={each.rate} className="num sm">
          {t("rewards.rakeback.part_sum", { loss: money(each.theoretical_loss), rate: rate(each.rate) })}
        </p>
      ))}
      {rakeback.collected !== "0" && (
        <p className="num sm">{t("rewards.rakeback.collected", { sum: money(rakeback.collected) })}</p>
      )}
    </Reward>
  );
}

function Cashback({ of: { currency, cashback }, mayCollect }: CardProps) {
  const { t } = useTranslation("vip");
  const { money, day } = useShow(currency);
  return (
    <Reward kind="cashback" currency={currency} due={cashback.due} mayCollect={mayCollect}>
      {cashback.weeks.map(week => (
        <Week
          key={week.from}
          of={week}
          currency={currency}
          title={t("rewards.cashback.week", { day: day(week.from) })}
        />
      ))}
      {cashback.corrected !== "0" && (
        <p className="num sm">{t("rewards.cashback.corrected", { sum: money(cashback.corrected) })}</p>
      )}
      <Week
        of={cashback.current}
        currency={currency}
        title={t("rewards.cashback.current", { day: day(cashback.next_at.slice(0, 10)) })}
      />
    </Reward>
  );
}

function Week({ of: week, currency, title }: { of: RewardWeek; currency: string; title: string }) {
  const { t } = useTranslation("vip");
  const { money, rate } = useShow(currency);
  const sums = {
    staked: money(week.staked),
    paid: money(week.paid),
    rakeback: money(week.rakeback),
    lost: money(week.lost),
    loss: money(week.theoretical_loss),
  };
  return (
    <div className="vip-week">
      <p className="sm">
        <b>{title}</b>
      </p>
      <p className="num sm">{t("rewards.cashback.lost", sums)}</p>
      {week.lost === "0" ? (
        <p className="muted sm">{t("rewards.cashback.won")}</p>
      ) : (
        <>
          <p className="num sm">
            {t("rewards.cashback.by_rate", { lost: sums.lost, rate: rate(week.rate), sum: money(week.by_rate) })}
          </p>
          <p className="num sm">
            {t("rewards.cashback.by_share", { loss: sums.loss, share: rate(week.share), sum: money(week.by_share) })}
          </p>
          <p className="num sm">
            <b>{t("rewards.cashback.smaller", { sum: money(week.amount) })}</b>
          </p>
        </>
      )}
    </div>
  );
}

function LevelUp({ of: { currency, level_up }, mayCollect }: CardProps) {
  const { t } = useTranslation("vip");
  const { money, rate } = useShow(currency);
  return (
    <Reward kind="level_up" currency={currency} due={level_up.due} mayCollect={mayCollect}>
      {level_up.gifts.length === 0 && <p className="muted sm">{t("rewards.level_up.empty")}</p>}
      {level_up.gifts.map(gift => (
        <p key={gift.level} className="num sm">
          {t("rewards.level_up.part", {
            level: t(`levels.${gift.level}`),
            loss: money(gift.theoretical_loss),
            share: rate(gift.share),
            sum: money(gift.amount),
          })}
        </p>
      ))}
      {level_up.collected !== "0" && (
        <p className="num sm">{t("rewards.level_up.collected", { sum: money(level_up.collected) })}</p>
      )}
    </Reward>
  );
}

interface RewardProps {
  readonly kind: RewardKind;
  readonly currency: string;
  readonly due: string;
  readonly mayCollect: boolean;
  readonly children: ReactNode;
}

function Reward({ kind, currency, due, mayCollect, children }: RewardProps) {
  const { t } = useTranslation("vip");
  const { money } = useShow(currency);
  const { mutate } = useMutation(collectReward, { invalidates: [getRewards] });
  const { busy, submit } = useSubmit("vip");
  const isDue = due !== "0";
  return (
    <article className="card vip-reward">
      <h3>{t(`rewards.${kind}.title`)}</h3>
      <p className="muted sm">{t(`rewards.${kind}.text`)}</p>
      <div className="col vip-formula">{children}</div>
      <Button
        variant={isDue ? "brass" : "secondary"}
        wide
        busy={busy}
        disabled={!(isDue && mayCollect)}
        onClick={() =>
          void submit(async () => {
            const { amount } = await mutate({ params: { kind }, body: { currency } });
            notify({ kind: "info", lines: [t("rewards.collected", { sum: money(amount) })] });
          })
        }
      >
        {isDue ? t("rewards.collect", { sum: money(due) }) : t("rewards.nothing")}
      </Button>
    </article>
  );
}
