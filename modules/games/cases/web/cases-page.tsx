import { showMultiplier } from "#kit/i18n/numbers.ts";
import "./cases.css";
import { useState } from "react";
import { Link } from "react-router";
import { showMoney } from "#kit/money/show.ts";
import { required } from "#kit/std/invariant.ts";
import { Tabs } from "#kit/ui/tabs.tsx";
import { useHref } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { usePlayerContext } from "#modules/bets/web/use-player-context.ts";
import { type Case, casesRules, priceOf, rtpPercentOf } from "../shared/rules.ts";
import { CaseArt } from "./prize-card.tsx";

const { current: rules } = casesRules;

export const handle = { texts: ["cases", "bets"] };

const orders = ["cheap", "dear", "top"] as const;
type Order = (typeof orders)[number];
const topOf = ({ prizes }: Case): number => required(prizes[0], "a prize").multiple;
const sorted: Record<Order, readonly Case[]> = {
  cheap: rules.cases,
  dear: [...rules.cases].reverse(),
  top: [...rules.cases].sort((a, b) => topOf(b) - topOf(a)),
};

/** All cases that are sold, each with its price and its best prize. */
export default function CasesPage() {
  const { t } = useTranslation("cases");
  const href = useHref();
  const { currency, language } = usePlayerContext();
  const [order, setOrder] = useState<Order>("cheap");
  return (
    <div className="g-cases">
      <PageHead title={t("title")} description={t("description")} />
      <div className="section-head">
        <h1 className="display">{t("title")}</h1>
        <span className="muted sm only-desktop">{t("lead", { rtp: rtpPercentOf(rules) })}</span>
        <span className="grow" />
        <Link className="btn outline s" to={href("/games/cases/battles")}>
          {t("battles")}
        </Link>
        <Tabs
          label={t("order.label")}
          value={order}
          onChange={next => setOrder(next)}
          small
          items={orders.map((value: Order) => ({ value, text: t(`order.${value}`) }))}
        />
      </div>
      <div className="tiles case-tiles">
        {sorted[order].map(each => (
          <Link key={each.slug} className={`tile g-cases case-${each.slug}`} to={href(`/games/cases/${each.slug}`)}>
            <CaseArt slug={each.slug} />
            <span className="tile-name">
              <b>{t(`names.${each.slug}`)}</b>
              <small>
                <span>{showMoney(priceOf(each, currency), currency, language, { brief: true })}</span>
                <span>{t("up_to", { multiplier: showMultiplier(String(topOf(each) / 100), language) })}</span>
              </small>
            </span>
          </Link>
        ))}
      </div>
    </div>
  );
}
