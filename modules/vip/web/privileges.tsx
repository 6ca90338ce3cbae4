import { showDecimal } from "#kit/i18n/numbers.ts";
import { micros, parseDecimal } from "#kit/money/amount.ts";
import { showMoney } from "#kit/money/show.ts";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { usePlayerContext } from "#modules/bets/web/use-player-context.ts";
import { payoutLimits } from "#modules/payments/shared/payouts.ts";
import { getVipTerms, type VipTermsView } from "../shared/contract.ts";
import type { Thresholds } from "./use-thresholds.ts";

type LevelTerms = VipTermsView["levels"][number];

/** What each level gives, from the terms that are in force. */
export function Privileges({ own, shown }: { own: LevelTerms["level"] | null; shown: Thresholds }) {
  const { t } = useTranslation("vip");
  const { currency, language } = usePlayerContext();
  const { data: terms } = useQuery(getVipTerms, {});
  if (!terms) return <Skeleton height={260} />;
  const percent = (rate: string) => (rate === "0" ? "–" : `${showDecimal(rate, language)}%`);
  const daily = parseDecimal(payoutLimits[currency].day);
  const rows: readonly (readonly [string, (level: LevelTerms) => string])[] = [
    [t("privileges.rakeback"), ({ rakeback }) => percent(rakeback)],
    [t("privileges.cashback"), ({ cashback }) => percent(cashback)],
    [t("privileges.level_up"), ({ level_up }) => shown.of(parseDecimal(level_up))],
    [
      t("privileges.payouts"),
      ({ payout_factor }) => showMoney(micros(daily * BigInt(payout_factor)), currency, language, { brief: true }),
    ],
    [t("privileges.host"), () => t("privileges.on_request")],
  ];
  return (
    <div className="card vip-privileges" id="privileges">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard. */}
      <section className="vip-scroll" tabIndex={0} aria-label={t("privileges.title")}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t("privileges.privilege")}</th>
              {terms.levels.map(({ level }) => (
                <th key={level} scope="col" className="r">
                  {t(`levels.${level}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, show]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {terms.levels.map(each => (
                  <td key={each.level} className={each.level === own ? "r num on" : "r num"}>
                    {show(each)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
