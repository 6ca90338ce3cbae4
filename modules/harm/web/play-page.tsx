import { Link } from "react-router";
import { showDayAndTime } from "#kit/i18n/format.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { showDecimal } from "#kit/i18n/numbers.ts";
import { Button, buttonClass } from "#kit/ui/button.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { useHref, useLocale } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useQuery } from "#kit/web/query/use-query.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { getPlayMarkers, type PlayMarkers } from "../shared/contract.ts";
import type { MarkerName } from "../shared/markers.ts";
import "./play.css";

export const handle = { texts: ["harm"], offers: false };

/** A player's own score of harm, and what it is made of. */
export default function PlayPage() {
  const { t } = useTranslation("harm");
  const { data, isError: failed, refetch } = useQuery(getPlayMarkers, {});
  return (
    <>
      <PageHead title={t("title")} description={t("lead")} noIndex />
      <p className="muted">{t("lead")}</p>
      {failed && (
        <div className="empty">
          <p role="alert">{t("failed")}</p>
          <Button onClick={() => void refetch()}>{t("again")}</Button>
        </div>
      )}
      {!data && !failed && <Skeleton height={420} />}
      {data && <Figures data={data} />}
    </>
  );
}

function Figures({ data }: { readonly data: PlayMarkers }) {
  const { t } = useTranslation("harm");
  const language = languageOf(useLocale());
  const href = useHref();
  const isHigh = data.grade !== "none";
  return (
    <div className="play-figures">
      <section className="card">
        <h2>{t("score")}</h2>
        <p className="play-score num">
          {data.score}
          <span className="muted">/100</span>
        </p>
        <meter min={0} max={100} low={25} high={50} optimum={0} value={data.score} aria-label={t("score")} />
        <p className={isHigh ? "note warn" : "note"} role="status">
          {data.scored_at === null ? t("never") : t(`grades.${data.grade}`)}
        </p>
        <p className="row wrap">
          <Link className={buttonClass(isHigh ? { variant: "primary" } : {})} to={href("/profile/limits")}>
            {t("limit")}
          </Link>
        </p>
        {data.scored_at !== null && (
          <p className="xs muted">{t("updated", { time: showDayAndTime(data.scored_at, language) })}</p>
        )}
        <p className="xs muted">{t("help")}</p>
      </section>
      <section className="card">
        <table className="play-markers">
          <thead>
            <tr>
              <th scope="col">{t("marker")}</th>
              <th scope="col" className="end">
                {t("value")}
              </th>
              <th scope="col" className="end">
                {t("points")}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.markers.map(({ name, value, points, weight }) => (
              <tr key={name}>
                <th scope="row">{t(`names.${name}`)}</th>
                <td className="num end" data-head={t("value")}>
                  {t(`units.${units[name]}`, { n: showDecimal(String(value), language) })}
                </td>
                <td className="num end" data-head={t("points")}>
                  {t("of", { points: showDecimal(String(points), language), weight: String(weight) })}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}

const units: Readonly<Record<MarkerName, "euros" | "minutes" | "percent" | "times" | "count">> = {
  loss_growth: "times",
  net_deposits: "euros",
  minutes_a_day: "minutes",
  night_share: "percent",
  chasing: "times",
  sessions_a_day: "count",
  top_ups: "count",
  emptied: "count",
  declined: "count",
  withdrawals_canceled: "count",
  limits_loosened: "count",
};
