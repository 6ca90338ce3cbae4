import { useCallback, useEffect, useState } from "react";
import type { RouteOutput } from "#kit/contract/route.ts";
import { showDayAndTime } from "#kit/i18n/format.ts";
import { languageOf } from "#kit/i18n/locale.ts";
import { Button } from "#kit/ui/button.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { useClient } from "#kit/web/client.ts";
import { useLocale } from "#kit/web/lang.ts";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { getLimits } from "../shared/contract.ts";
import { BreakCard } from "./break-card.tsx";
import { LimitRow } from "./limit-row.tsx";
import { TimeCard } from "./time-card.tsx";
import "./limits.css";

type Limits = RouteOutput<typeof getLimits>["data"];

/** The texts it shows. */
export const handle = { texts: ["limits"] };

/** A player's own limits and breaks, within the profile. */
export default function LimitsPage() {
  const { t } = useTranslation("limits");
  const { limits, failed, load } = useLimits();
  const language = languageOf(useLocale());
  return (
    <>
      <PageHead title={t("limits.title")} description={t("limits.lead")} noIndex />
      <p className="mut">{t("limits.lead")}</p>
      {failed && (
        <div className="empty">
          <p role="alert">{t("limits.failed")}</p>
          <Button onClick={load}>{t("limits.again")}</Button>
        </div>
      )}
      {!limits && !failed && <Skeleton height={420} />}
      {limits && (
        <div className="lim">
          <div className="col g4">
            {limits.currencies.map(each => (
              <section key={each.currency} className="card">
                <h2>{t("limits.daily", { currency: each.currency })}</h2>
                <p className="sm mut">{t("limits.rule")}</p>
                {(["wager", "loss", "deposit"] as const).map(name => (
                  <LimitRow key={name} name={name} limits={each} onChanged={load} />
                ))}
                <p className="xs mut">{t("limits.daily_note", { time: showDayAndTime(limits.day_ends, language) })}</p>
              </section>
            ))}
          </div>
          <div className="col g4">
            <TimeCard />
            <BreakCard present={limits.break} onTaken={load} />
          </div>
        </div>
      )}
    </>
  );
}

/** Asked for at once, and again after each change. */
function useLimits() {
  const { api } = useClient();
  const [limits, setLimits] = useState<Limits | null>(null);
  const [failed, setFailed] = useState(false);
  const load = useCallback(async () => {
    setFailed(false);
    try {
      setLimits((await api.call(getLimits, {})).data);
    } catch {
      setFailed(true);
    }
  }, [api]);
  useEffect(() => {
    void load();
  }, [load]);
  return { limits, failed, load };
}
