import { Link } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { Moment, money, PlayerLink, shortId } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { readDeposits, readMethods } from "#modules/payments/office/contract.ts";
import { DepositState } from "./deposit-state.tsx";
import { MethodLimits } from "./limits.tsx";
import { MethodSwitches, useMethodName } from "./methods.tsx";

/** Deposit methods and deposits. */
export function PaymentsPage() {
  const { t } = useTranslation("office");
  const nameOf = useMethodName();
  const methods = useOfficeQuery(readMethods, {});
  const deposits = useOfficeQuery(readDeposits, { query: {} }, 15_000);
  return (
    <OfficePage title={t("pages.payments")}>
      <MethodSwitches methods={methods} />
      <MethodLimits methods={methods} />
      <Panel title={t("payments.newest")}>
        <Read of={deposits}>
          {({ data }) => (
            <Table
              name={t("payments.newest")}
              head={[
                t("players.no"),
                t("time"),
                t("player"),
                t("method"),
                `>${t("payments.asked")}`,
                `>${t("payments.credited")}`,
                `>${t("payments.held")}`,
                ">",
              ]}
              empty={t("payments.none")}
              rows={data.map(deposit => {
                return {
                  key: deposit.id,
                  cells: [
                    <Link key="no" className="link mono" to={`/payments/${deposit.id}`}>
                      {shortId(deposit.id)}
                    </Link>,
                    <Moment key="at" at={deposit.created_at} />,
                    <PlayerLink key="player" player={deposit.player} />,
                    nameOf(deposit.method_name),
                    money(deposit.amount, deposit.currency),
                    <b key="credited">{money(deposit.credited, deposit.currency)}</b>,
                    money(deposit.held, deposit.currency),
                    <DepositState key="state" status={deposit.status} />,
                  ],
                };
              })}
            />
          )}
        </Read>
      </Panel>
    </OfficePage>
  );
}
