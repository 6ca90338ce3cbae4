import { useState } from "react";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { Tabs } from "#kit/ui/tabs.tsx";
import { CsvButton } from "#kit/web/csv-button.tsx";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { getPartnerFigures, getPartnerFiguresFile, type PartnerFigures, type PartnerView } from "../shared/contract.ts";
import { DayChart } from "./day-chart.tsx";
import { LinksCard } from "./links-card.tsx";
import { lastMonths } from "./months.ts";
import { PayoutsCard } from "./payouts-card.tsx";
import { PostbacksCard } from "./postbacks-card.tsx";
import { StatementCard, StatementsCard } from "./statements-card.tsx";
import { SubPartnersCard } from "./sub-partners-card.tsx";
import { TermsCard } from "./terms-card.tsx";
import { type Shown, useShown } from "./use-shown.ts";

/** A partner's own page: a month by day and by link, closed months, withdrawals. */
export function Portal({ partner }: { partner: PartnerView }) {
  const { t } = useTranslation("partners");
  const months = lastMonths(Date.now(), 3);
  const [month, setMonth] = useState(months[0] ?? "");
  const shown = useShown(partner.currency);
  const { data: figures, isError } = useQuery(getPartnerFigures, { query: { month } });
  const isActive = partner.status === "approved";
  return (
    <>
      <div className="partners-bar">
        <h1>{t("overview.title")}</h1>
        <span className="muted sm">{t("overview.partner", { code: partner.code })}</span>
        <Tabs
          label={t("overview.month")}
          value={month}
          onChange={setMonth}
          items={months.toReversed().map(value => ({ value, text: shown.month(value) }))}
          small
        />
        <CsvButton
          route={getPartnerFiguresFile}
          filter={{ month }}
          name={`fairhouse-partner-${month}.csv`}
          label={t("overview.file")}
          failed={t("overview.file_failed")}
        />
      </div>
      {!isActive && (
        <p className="card partners-note" role="status">
          {t("overview.suspended")}
        </p>
      )}
      {isError && <p role="alert">{t("failed")}</p>}
      {!(figures || isError) && <Skeleton height={320} />}
      {figures && (
        <>
          <Totals figures={figures} shown={shown} />
          <div className="partners-split wide">
            <DayChart figures={figures} shown={shown} />
            <Funnel figures={figures} shown={shown} />
          </div>
        </>
      )}
      <LinksCard partner={partner} figures={figures} shown={shown} isActive={isActive} />
      <div className="partners-split">
        <TermsCard plan={partner.plan} shown={shown} />
        <PayoutsCard partner={partner} shown={shown} isActive={isActive} />
      </div>
      {partner.plan?.sub !== undefined && <SubPartnersCard partner={partner} rate={partner.plan.sub} shown={shown} />}
      {isActive && <PostbacksCard />}
      {figures?.open && <StatementCard of={figures.open} shown={shown} />}
      <StatementsCard statements={partner.statements} shown={shown} />
    </>
  );
}

interface Parts {
  readonly figures: PartnerFigures;
  readonly shown: Shown;
}

function Totals({ figures: { totals, rate }, shown }: Parts) {
  const { t } = useTranslation("partners");
  const { clicks, registrations, first_deposits: deposits } = totals;
  const parts = [
    { key: "commission", value: shown.money(totals.commission), note: t("overview.before_closing"), isMain: true },
    { key: "clicks", value: shown.count(clicks), note: t("overview.guests") },
    {
      key: "registrations",
      value: shown.count(registrations),
      note: t("overview.of_clicks", { share: shown.share(registrations, clicks) }),
    },
    {
      key: "first_deposits",
      value: shown.count(deposits),
      note: t("overview.of_registrations", { share: shown.share(deposits, registrations) }),
    },
    {
      key: "net_revenue",
      value: shown.money(totals.net_revenue),
      note: rate === null ? "" : t("overview.yours", { share: shown.rate(rate) }),
    },
  ] as const;
  return (
    <>
      <dl className="card partners-totals">
        {parts.map(part => (
          <div key={part.key}>
            <dt className="muted xs">{t(`figures.${part.key}`)}</dt>
            <dd className={part.key === "commission" ? "num display value" : "num display"}>{part.value}</dd>
            <dd className="muted xs">{part.note}</dd>
          </div>
        ))}
      </dl>
      {totals.net_revenue === null && <p className="muted sm">{t("overview.few")}</p>}
    </>
  );
}

/** Bars on a root scale, so that the last step is still visible beside the first. */
function Funnel({ figures: { totals }, shown }: Parts) {
  const { t } = useTranslation("partners");
  const steps = (["clicks", "registrations", "first_deposits"] as const).map(key => ({ key, count: totals[key] }));
  const most = Math.max(1, ...steps.map(({ count }) => count));
  return (
    <section className="card partners-card" aria-label={t("funnel.title")}>
      <div className="partners-head">
        <h2>{t("funnel.title")}</h2>
        <span className="muted xs">{t("funnel.scale")}</span>
      </div>
      <ol className="partners-funnel">
        {steps.map(({ key, count }, index) => {
          const before = steps[index - 1];
          return (
            <li key={key}>
              <span className="row spread sm">
                <span>{t(`figures.${key}`)}</span>
                <b className="num">{shown.count(count)}</b>
              </span>
              <span className="partners-step">
                <i style={{ inlineSize: `${Math.round(100 * Math.sqrt(count / most))}%` }} />
                {before && (
                  <span className="num xs">{t("funnel.of_before", { share: shown.share(count, before.count) })}</span>
                )}
              </span>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
