import { useTranslation } from "#kit/web/texts.tsx";
import { count, decimal, percent } from "#modules/operators/office/parts/figures.tsx";
import { FoldedPanel, Read, Table } from "#modules/operators/office/parts/office-page.tsx";
import { Pick } from "#modules/operators/office/parts/pick.tsx";
import { useAddressFilters } from "#modules/operators/office/parts/use-address-filters.ts";
import { useRead } from "#modules/operators/office/parts/use-read.ts";
import { figurePeriods, readPaymentFigures } from "./figures-contract.ts";
import { useMethodName } from "./methods.tsx";

/** How deposits go: what is paid and how fast, what providers decline and why, and how late their calls arrive. */
export function PaymentFigures() {
  const { t } = useTranslation("office");
  const filters = useAddressFilters();
  const period = figurePeriods.find(each => each === filters.get("period")) ?? "1h";
  const figures = useRead(readPaymentFigures, { query: { period } }, 15_000);
  const nameOf = useMethodName();
  const of = (key: "rate" | "declines" | "calls") => t(`payments.figures.${key}`);
  return (
    <FoldedPanel
      title={of("rate")}
      aside={
        <Pick
          label={t("payments.figures.period")}
          value={period}
          choices={figurePeriods.map(each => [each, t(`payments.figures.periods.${each}`)] as const)}
          onPick={picked => filters.set({ period: picked === "1h" ? "" : picked })}
        />
      }
    >
      <Read of={figures}>
        {({ methods, declines, calls }) => (
          <>
            <Table
              figures
              name={of("rate")}
              head={[
                t("method"),
                t("payments.provider"),
                `>${t("payments.figures.started")}`,
                `>${t("payments.paid")}`,
                `>${t("payments.figures.conversion")}`,
                `>${t("payments.figures.median")}`,
                `>${t("payments.figures.p95")}`,
                `>${t("payments.figures.open")}`,
                `>${t("payments.declined")}`,
                `>${t("payments.expired")}`,
                `>${t("payments.cancelled")}`,
              ]}
              empty={t("payments.figures.none")}
              rows={methods.map(row => ({
                key: `${row.method} ${row.provider}`,
                cells: [
                  nameOf(row.name),
                  row.provider,
                  count(row.started),
                  count(row.paid),
                  <b key="conversion">{row.conversion === null ? "—" : percent(row.conversion)}</b>,
                  <Seconds key="median" of={row.median_seconds} />,
                  <Seconds key="p95" of={row.p95_seconds} />,
                  count(row.open),
                  count(row.declined),
                  count(row.expired),
                  count(row.canceled),
                ],
              }))}
            />
            <h3 className="pad">{of("calls")}</h3>
            <Table
              figures
              name={of("calls")}
              head={[
                t("payments.provider"),
                `>${t("payments.figures.received")}`,
                `>${t("payments.figures.failed")}`,
                `>${t("payments.figures.median_lag")}`,
                `>${t("payments.figures.p95_lag")}`,
              ]}
              empty={t("payments.figures.no_calls")}
              rows={calls.map(row => ({
                key: row.provider,
                cells: [
                  row.provider,
                  count(row.received),
                  count(row.failed),
                  <Seconds key="median" of={row.median_ms === null ? null : row.median_ms / 1000} />,
                  <Seconds key="p95" of={row.p95_ms === null ? null : row.p95_ms / 1000} />,
                ],
              }))}
            />
            {declines.length > 0 && (
              <>
                <h3 className="pad">{of("declines")}</h3>
                <Table
                  figures
                  name={of("declines")}
                  head={[t("payments.provider"), t("payments.figures.code"), `>${t("payments.figures.count")}`]}
                  empty=""
                  rows={declines.map(row => ({
                    key: `${row.provider} ${row.code}`,
                    cells: [
                      row.provider,
                      <span key="code" className="mono">
                        {row.code ?? t("payments.figures.no_code")}
                      </span>,
                      count(row.count),
                    ],
                  }))}
                />
              </>
            )}
          </>
        )}
      </Read>
    </FoldedPanel>
  );
}

function Seconds({ of }: { readonly of: number | null }) {
  const { t } = useTranslation("office");
  if (of === null) return "—";
  const digits = of < 10 ? 1 : 0;
  return <>{t("payments.figures.seconds", { n: decimal(of.toFixed(digits)) })}</>;
}
