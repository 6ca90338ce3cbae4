import { Link } from "react-router";
import { showDay, showDayAndTime } from "#kit/i18n/format.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { Button, buttonClass } from "#kit/ui/button.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { getLimits } from "../shared/contract.ts";
import { BreakCard } from "./break-card.tsx";
import { LimitRow } from "./limit-row.tsx";
import { LimitsNotice } from "./limits-notice.tsx";
import { TimeCard } from "./time-card.tsx";
import "./limits.css";

/** The texts it shows. */
export const handle = { texts: ["limits"], offers: false };

/** A player's own limits and breaks, within the profile. */
export default function LimitsPage() {
  const { t } = useTranslation("limits");
  const { data: limits, isError: failed, refetch } = useQuery(getLimits, {});
  const language = languageOf(useLocale());
  const href = useHref();
  return (
    <>
      <PageHead title={t("limits.title")} description={t("limits.lead")} noIndex />
      <p className="muted">{t("limits.lead")}</p>
      {failed && (
        <div className="empty">
          <p role="alert">{t("limits.failed")}</p>
          <Button onClick={() => void refetch()}>{t("limits.again")}</Button>
        </div>
      )}
      {!limits && !failed && <Skeleton height={420} />}
      {limits && (
        <div className="lim">
          <div className="col gap-4">
            {limits.notice && <LimitsNotice />}
            <section className="card">
              <h2>{t("limits.daily")}</h2>
              <p className="sm muted">{t("limits.all")}</p>
              <p className="sm muted">{t("limits.rule")}</p>
              {limits.limits.map(each => (
                <LimitRow key={each.kind} limit={each} />
              ))}
              <p className="xs muted">{t("limits.daily_note", { time: showDayAndTime(limits.day_ends, language) })}</p>
            </section>
          </div>
          <div className="col gap-4">
            <TimeCard />
            {limits.age_until && (
              <section className="card">
                <h2>{t("limits.age_title")}</h2>
                <p className="note warn" role="status">
                  {t("limits.age_text", { time: showDay(limits.age_until, language) })}
                </p>
                <p>
                  <Link className={buttonClass({ variant: "primary" })} to={href("/profile/setting")}>
                    {t("limits.age_link")}
                  </Link>
                </p>
              </section>
            )}
            <BreakCard present={limits.break} />
          </div>
        </div>
      )}
    </>
  );
}
