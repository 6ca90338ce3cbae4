import { useParams } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { Facts } from "#modules/operators/office/parts/facts.tsx";
import { money, PlayerLink } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { readDeposit } from "#modules/payments/office/contract.ts";
import { DepositState } from "./deposit-state.tsx";
import { useMethodName } from "./methods.tsx";
import { DepositPayments } from "./refunds.tsx";
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
              <Facts
                layout="split"
                of={[
                  [t("player"), <PlayerLink key="player" player={data.player} />],
                  [t("method"), nameOf(data.method_name)],
                  [t("payments.credited"), money(data.credited, data.currency)],
                  [t("payments.held"), money(data.held, data.currency)],
                  [t("payments.provider"), data.provider],
                  [t("timeline.provider_reference"), data.provider_reference ?? "—"],
                  [t("timeline.id"), data.id],
                ]}
              />
            </Panel>
            <DepositPayments deposit={data} />
            <Timeline timeline={data} currency={data.currency} />
          </>
        )}
      </Read>
    </OfficePage>
  );
}
