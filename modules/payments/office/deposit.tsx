import { useParams } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { money, PlayerLink } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { readDeposit } from "#modules/payments/office/contract.ts";
import { DepositState } from "./deposit-state.tsx";
import { useMethodName } from "./methods.tsx";
import { Timeline } from "./timeline.tsx";

/** One deposit and its timeline. */
export function DepositPage() {
  const { t } = useTranslation("office");
  const nameOf = useMethodName();
  const { id = "" } = useParams();
  const found = useOfficeQuery(readDeposit, { params: { id } }, 10_000);
  return (
    <OfficePage title={t("timeline.deposit")}>
      <Read of={found}>
        {({ data }) => (
          <>
            <Panel title={money(data.amount, data.currency)} aside={<DepositState status={data.status} />}>
              <dl className="pad">
                <div className="row">
                  <dt>{t("player")}</dt>
                  <dd>
                    <PlayerLink player={data.player} />
                  </dd>
                </div>
                <div className="row">
                  <dt>{t("method")}</dt>
                  <dd>{nameOf(data.method_name)}</dd>
                </div>
                <div className="row">
                  <dt>{t("payments.credited")}</dt>
                  <dd>{money(data.credited, data.currency)}</dd>
                </div>
                <div className="row">
                  <dt>{t("payments.held")}</dt>
                  <dd>{money(data.held, data.currency)}</dd>
                </div>
                <div className="row">
                  <dt>{t("payments.provider")}</dt>
                  <dd>{data.provider}</dd>
                </div>
                <div className="row">
                  <dt>{t("timeline.provider_reference")}</dt>
                  <dd>
                    <span className="mono">{data.provider_reference ?? "—"}</span>
                  </dd>
                </div>
                <div className="row">
                  <dt>{t("timeline.id")}</dt>
                  <dd>
                    <span className="mono">{data.id}</span>
                  </dd>
                </div>
              </dl>
            </Panel>
            <Timeline timeline={data} currency={data.currency} />
          </>
        )}
      </Read>
    </OfficePage>
  );
}
