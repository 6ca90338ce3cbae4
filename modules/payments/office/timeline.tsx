import { useTranslation } from "#kit/web/texts.tsx";
import { Moment, money } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Table } from "#modules/operators/office/parts/office-page.tsx";
import type { TimelineView } from "#modules/payments/office/contract.ts";

interface TimelineProps {
  readonly timeline: TimelineView;
  readonly currency: string;
}

/** The steps of a deposit or payout, with the provider's responses and the next try. */
export function Timeline({ timeline: { steps, next }, currency }: TimelineProps) {
  const { t } = useTranslation("office");
  return (
    <Panel title={t("timeline.title")}>
      <Table
        name={t("timeline.title")}
        head={[
          t("time"),
          t("timeline.step"),
          t("timeline.result"),
          t("timeline.by"),
          `>${t("amount")}`,
          `>${t("timeline.attempts")}`,
        ]}
        empty={t("timeline.none")}
        rows={steps.map(({ at, kind, action, outcome, by, amount, times, last_at }) => ({
          key: `${at} ${kind} ${action} ${outcome} ${by}`,
          cells: [
            <Moment key="at" at={at} />,
            t.in("timeline", `${action === null ? kind : `${kind}_${action}`}`),
            outcome === null ? "—" : t.in("timeline.outcome", outcome),
            by ?? "—",
            amount === null ? "—" : money(amount, currency),
            times > 1 && (
              <span key="times">
                {t("timeline.times", { times })} <Moment at={last_at} />
              </span>
            ),
          ],
        }))}
      />
      {next.map(({ what, at }) => (
        <p key={`${what} ${at}`} className="note muted">
          {t.in("timeline", `next_${what}`)} {at !== null && <Moment at={at} />}
        </p>
      ))}
    </Panel>
  );
}
