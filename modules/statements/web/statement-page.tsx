import { useState } from "react";
import { currencyCodes } from "#kit/money/currency.ts";
import { Input } from "#kit/ui/input.tsx";
import { Skeleton } from "#kit/ui/skeleton.tsx";
import { Tabs } from "#kit/ui/tabs.tsx";
import { PageHead } from "#kit/web/page-head.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import { useSession } from "#modules/accounts/web/session.ts";
import { periodNames } from "./periods.ts";
import { StatementCard } from "./statement-card.tsx";
import { usePeriod } from "./use-period.ts";
import "./statement.css";

export const handle = { texts: ["statements"] };

/** The statement of one wallet for a period. */
export default function StatementPage() {
  const { t } = useTranslation("statements");
  const active = useSession(state => state.user?.currency ?? null);
  const [chosen, setChosen] = useState<string | null>(null);
  const { period, choose, days, setDays, span } = usePeriod("month");
  const currency = chosen ?? active;
  if (currency === null) return <Skeleton height={420} />;
  return (
    <>
      <PageHead title={t("title")} noIndex />
      <section className="card statement">
        <div className="row spread heads">
          <h2 className="display">{t("title")}</h2>
          <Tabs
            small
            label={t("currency")}
            value={currency}
            onChange={setChosen}
            items={currencyCodes.map(code => ({ value: code as string, text: code }))}
          />
        </div>
        <Tabs
          small
          label={t("period")}
          value={period}
          onChange={choose}
          items={periodNames.map(name => ({ value: name, text: t(`periods.${name}`) }))}
        />
        {period === "own" && (
          <div className="dates">
            {(["first", "last"] as const).map(end => (
              <Input
                key={end}
                type="date"
                label={t(end)}
                value={days[end]}
                onChange={({ target }) => setDays({ ...days, [end]: target.value })}
              />
            ))}
          </div>
        )}
        {span ? (
          <StatementCard query={{ currency, ...span }} name={`fairhouse-${currency}-${days.first}-${days.last}.csv`} />
        ) : (
          <p className="note warn">{t("no_period")}</p>
        )}
      </section>
    </>
  );
}
