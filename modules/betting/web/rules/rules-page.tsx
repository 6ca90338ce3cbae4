import { Link, type LoaderFunctionArgs, useLoaderData } from "react-router";
import { languageOf } from "#kit/i18n/locale.ts";
import { showDecimal } from "#kit/i18n/numbers.ts";
import { formatAmount, micros } from "#kit/money/amount.ts";
import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import { showMoney } from "#kit/money/show.ts";
import { requestContext } from "#kit/web/context.ts";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { sports } from "#modules/odds/shared/facts.ts";
import { marketGroups } from "#modules/odds/shared/market-kinds.ts";
import { SportNav } from "#modules/odds/web/sport-nav.tsx";
import { eachWayTable } from "../../shared/each-way.ts";
import { notStartedMs } from "../../shared/leg-state.ts";
import { liveDelayMs } from "../../shared/live-delays.ts";
import { earlyPayoutLimit, riskLimits } from "../../shared/risk-limits.ts";
import { slipLimits } from "../../shared/slip-limits.ts";
import { boostFrom, boostPercent, cashOutMargin } from "../../shared/slip-payout.ts";
import { maxCombinations, maxLegs } from "../../shared/systems.ts";
import { BookTabs } from "../book-tabs.tsx";
import { type Overview, readOverview } from "../sportsbook-data.ts";
import "#modules/odds/web/betting.css";
import "./rules.css";

export const shouldRevalidate = () => false;

export const handle = { texts: ["odds", "betting", "rules"] };

export async function loader({ context }: LoaderFunctionArgs): Promise<{ readonly overview: Overview | null }> {
  return { overview: await readOverview(context.get(requestContext)) };
}

const hourMs = 3_600_000;
const boostedLegs = [3, 4, 5, 6, 7, 8];

/** The rules of the sportsbook: every figure is the one that the server applies. */
export default function RulesPage() {
  const { t } = useTranslation("rules", "odds");
  const { overview } = useLoaderData<typeof loader>();
  const href = useHref();
  const language = languageOf(useLocale());
  const offered = overview?.sports.map(({ sport }) => sport) ?? [];
  const listed = offered.length > 0 ? offered : sports;
  const dollars = (amount: bigint) => showMoney(micros(amount), "USD", language);
  return (
    <div className="bet-page">
      <PageHead title={t("title")} description={t("lead")} />
      <SportNav sports={overview?.sports ?? []} />
      <div className="bet-main rules">
        <h1 className="display bet-title">{t("title")}</h1>
        <BookTabs />
        <p className="muted">{t("lead")}</p>
        <section className="card" aria-labelledby="by-sport">
          <h2 id="by-sport">{t("by_sport")}</h2>
          <nav className="rules-sports" aria-label={t("by_sport")}>
            {listed.map(sport => (
              <Link key={sport} className="chip" to={href(`/betting/rules/${sport}`)}>
                {t(`odds:sports.${sport}`)}
              </Link>
            ))}
          </nav>
        </section>
        <section className="card" aria-labelledby="bets">
          <h2 id="bets">{t("bets.title")}</h2>
          <ul>
            <li>{t("bets.price")}</li>
            <li>{t("bets.return")}</li>
            <li>{t("bets.system", { legs: maxLegs, bets: maxCombinations })}</li>
            <li>{t("bets.related")}</li>
            <li>{t("bets.live")}</li>
          </ul>
          <table>
            <thead>
              <tr>
                <th>{t("bets.sport")}</th>
                <th className="num">{t("bets.delay")}</th>
              </tr>
            </thead>
            <tbody>
              {listed.map(sport => (
                <tr key={sport}>
                  <td>{t(`odds:sports.${sport}`)}</td>
                  <td className="num">{t("bets.seconds", { count: liveDelayMs(sport) / 1000 })}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        <section className="card" aria-labelledby="limits">
          <h2 id="limits">{t("limits.title")}</h2>
          <p>{t("limits.lead")}</p>
          <table>
            <thead>
              <tr>
                <th>{t("limits.currency")}</th>
                <th className="num">{t("limits.unit")}</th>
                <th className="num">{t("limits.slip")}</th>
                <th className="num">{t("limits.ceiling")}</th>
              </tr>
            </thead>
            <tbody>
              {currencyCodes.map(currency => (
                <LimitRow key={currency} currency={currency} />
              ))}
            </tbody>
          </table>
          <table>
            <thead>
              <tr>
                <th>{t("limits.group")}</th>
                <th className="num">{t("limits.win")}</th>
              </tr>
            </thead>
            <tbody>
              {marketGroups.map(group => (
                <tr key={group}>
                  <td>{t(`odds:groups.${group}`)}</td>
                  <td className="num">{dollars(riskLimits[group].win)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        <section className="card" aria-labelledby="settlement">
          <h2 id="settlement">{t("settlement.title")}</h2>
          <ul>
            <li>{t("settlement.sources")}</li>
            <li>{t("settlement.early", { sum: dollars(earlyPayoutLimit) })}</li>
            <li>{t("settlement.corrected")}</li>
            <li>{t("settlement.late")}</li>
            <li>{t("settlement.cancelled")}</li>
            <li>{t("settlement.error")}</li>
            <li>{t("settlement.void")}</li>
            <li>{t("settlement.dead_heat")}</li>
          </ul>
        </section>
        <section className="card" aria-labelledby="irregular">
          <h2 id="irregular">{t("irregular.title")}</h2>
          <ul>
            <li>{t("irregular.not_started", { hours: notStartedMs / hourMs })}</li>
            <li>{t("irregular.earlier")}</li>
            <li>{t("irregular.abandoned")}</li>
            <li>{t("irregular.retired")}</li>
            <li>{t("irregular.walkover")}</li>
            <li>{t("irregular.awarded")}</li>
          </ul>
        </section>
        <section className="card" aria-labelledby="cash-out">
          <h2 id="cash-out">{t("cash_out.title")}</h2>
          <p>{t("cash_out.text", { margin: Number(cashOutMargin) })}</p>
        </section>
        <section className="card" aria-labelledby="each-way">
          <h2 id="each-way">{t("each_way.title")}</h2>
          <p>{t("each_way.text")}</p>
          <table>
            <thead>
              <tr>
                <th>{t("each_way.entrants")}</th>
                <th className="num">{t("each_way.places")}</th>
                <th className="num">{t("each_way.part")}</th>
              </tr>
            </thead>
            <tbody>
              {eachWayTable.toReversed().map(({ entrants, places, part }) => (
                <tr key={entrants}>
                  <td>{t("each_way.or_more", { n: entrants })}</td>
                  <td className="num">{places}</td>
                  <td className="num">{`1/${part}`}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
        <section className="card" aria-labelledby="boost">
          <h2 id="boost">{t("boost.title")}</h2>
          <p>{t("boost.text", { price: showDecimal((boostFrom / 1000).toFixed(2), language) })}</p>
          <table>
            <thead>
              <tr>
                <th>{t("boost.legs")}</th>
                <th className="num">{t("boost.percent")}</th>
              </tr>
            </thead>
            <tbody>
              {boostedLegs.map(legs => (
                <tr key={legs}>
                  <td>{legs === boostedLegs.at(-1) ? t("boost.or_more", { legs }) : legs}</td>
                  <td className="num">{`+${boostPercent(legs)}%`}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      </div>
    </div>
  );
}

function LimitRow({ currency }: { currency: Currency }) {
  const language = languageOf(useLocale());
  const { minUnit, minSlip, ceiling } = slipLimits[currency];
  return (
    <tr>
      <td>{currency}</td>
      {[minUnit, minSlip, ceiling].map(amount => (
        <td key={formatAmount(amount)} className="num">
          {showMoney(amount, currency, language)}
        </td>
      ))}
    </tr>
  );
}
