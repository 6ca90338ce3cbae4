import { MessageCircle } from "lucide-react";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { Button } from "#kit/ui/button.tsx";
import { Icon } from "#kit/ui/icon.tsx";
import { Seal } from "#kit/ui/seal.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { usePlayerContext } from "#modules/bets/web/use-player-context.ts";
import { setChatOpen } from "#modules/support/web/chat-store.ts";
import type { RewardsView } from "../shared/contract.ts";
import { useThresholds } from "./use-thresholds.ts";

/** The player's level, how far the next one is, and what is due. */
export function LevelCard({ rewards }: { rewards: RewardsView | undefined }) {
  const { t } = useTranslation("vip");
  const { currency } = usePlayerContext();
  return (
    <section className="card vip-own" aria-label={t("own.title")}>
      {rewards ? (
        <>
          <div className={`row spread lv-${rewards.level ?? "none"}`}>
            <div>
              <span className="muted sm">{t("own.title")}</span>
              <p className="display vip-name">{rewards.level ? t(`levels.${rewards.level}`) : t("own.none")}</p>
            </div>
            <Seal of={`vip ${rewards.level ?? "none"}`} size={84} points={180} />
          </div>
          <Progress next={rewards.next} />
          <Due rewards={rewards} currency={currency} />
          {rewards.host && (
            <Button wide onClick={() => setChatOpen(true)}>
              <Icon of={MessageCircle} size={18} />
              {t("own.write")}
            </Button>
          )}
        </>
      ) : (
        <Skeleton height={220} />
      )}
    </section>
  );
}

function Progress({ next }: Pick<RewardsView, "next">) {
  const { t } = useTranslation("vip");
  const shown = useThresholds();
  if (!next) return <p className="muted sm">{t("own.top")}</p>;
  const level = t(`levels.${next.level}`);
  return (
    <>
      <p className="row spread sm">
        <span>{t("own.to_next", { sum: shown.of(parseDecimal(next.left)), level })}</span>
        <b className="num">{next.percent}%</b>
      </p>
      <progress className="vip-progress" max={100} value={next.percent} aria-label={level} />
    </>
  );
}

function Due({ rewards, currency }: { rewards: RewardsView; currency: Currency }) {
  const { t } = useTranslation("vip");
  const { language } = usePlayerContext();
  const own = rewards.currencies.find(each => each.currency === currency);
  const show = (sum: string | undefined) => showMoney(parseDecimal(sum ?? "0"), currency, language);
  return (
    <div className="col">
      <p className="key-value">
        <span>{t("own.rakeback")}</span>
        <b className="win num">{show(own?.rakeback.due)}</b>
      </p>
      <p className="key-value">
        <span>{t("own.cashback")}</span>
        <b className="num">{show(own?.cashback.current.amount)}</b>
      </p>
      <p className="key-value">
        <span>{t("own.gift")}</span>
        <b className="num">{show(own?.level_up.due)}</b>
      </p>
      <p className="key-value">
        <span>{t("own.host")}</span>
        {rewards.host ? <b>{rewards.host.name}</b> : <span className="muted">{t("own.no_host")}</span>}
      </p>
    </div>
  );
}
