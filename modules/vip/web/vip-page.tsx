import { Crown } from "lucide-react";
import type { Language } from "#kit/i18n/locale.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { Icon } from "#kit/ui/icon.tsx";
import { Seal } from "#kit/ui/seal.tsx";
import { PageHead } from "#kit/web/page-head.tsx";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { usePlayerContext } from "#modules/bets/web/use-player-context.ts";
import { getRates } from "#modules/rates/shared/contract.ts";
import type { Prices } from "#modules/rates/shared/convert.ts";
import { vipLevels } from "../shared/levels.ts";
import { thresholdIn } from "../shared/threshold.ts";
import { JoinCard } from "./join-card.tsx";
import "./vip.css";

export const handle = { texts: ["vip"] };

/** The club: how levels are reached, and how to join. It promises nothing that does not exist yet. */
export default function VipPage() {
  const { t } = useTranslation("vip");
  const shown = useThresholds();
  return (
    <div className="vip">
      <PageHead title={t("page.title")} description={t("page.lead")} />
      <section className="vip-hero">
        <div className="vip-scene">
          <Seal of="vip club" size={420} points={300} stroke={0.5} />
          <p className="tag brass l">
            <Icon of={Crown} size={15} />
            {t("page.title")}
          </p>
          <h1>{t("page.headline")}</h1>
          <p>{t("page.lead")}</p>
        </div>
        <JoinCard />
      </section>
      <div className="section-head">
        <h2>{t("page.levels")}</h2>
        <span className="muted sm">{t("page.by_wager")}</span>
      </div>
      <ol className="vip-levels">
        {vipLevels.map(({ name, from }) => (
          <li key={name} className={`card lv-${name}`}>
            <Seal of={`vip ${name}`} size={110} points={200} />
            <b>{t(`levels.${name}`)}</b>
            <span className="muted sm num">{t("page.from", { sum: shown.of(from) })}</span>
          </li>
        ))}
      </ol>
      <div className="card vip-rules">
        <h2>{t("page.how")}</h2>
        {(["one", "two", "three", "four"] as const).map(key => (
          <p key={key}>{t(`how.${key}`)}</p>
        ))}
        {shown.isConverted && <p className="muted sm">{t("page.converted")}</p>}
        <p className="note brass">{t("page.not_yet")}</p>
      </div>
    </div>
  );
}

/** Thresholds in the visitor's currency; in roubles, which are binding, until the rates are loaded. */
function useThresholds(): { of(roubles: Micros): string; readonly isConverted: boolean } {
  const { currency, language } = usePlayerContext();
  const prices = useQuery(getRates, {}).data?.prices ?? null;
  const isConverted = prices !== null && thresholdIn(vipLevels[0].from, currency, prices) !== undefined;
  return {
    of: roubles => showThreshold(roubles, currency, language, prices),
    isConverted: isConverted && currency !== "RUB",
  };
}

function showThreshold(roubles: Micros, currency: Currency, language: Language, prices: Prices | null): string {
  const converted = currency === "RUB" || !prices ? undefined : thresholdIn(roubles, currency, prices);
  if (converted === undefined) return showMoney(roubles, "RUB", language, { brief: true });
  return `≈ ${showMoney(converted, currency, language, { brief: true })}`;
}
