import { Link } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { Moment, money, shortId } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Read, Table } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { readDeposits } from "./contract.ts";
import { DepositState } from "./deposit-state.tsx";
import { useMethodName } from "./methods.tsx";

/** The player's latest deposits. */
export function PlayerDeposits({ id }: { readonly id: string }) {
  const { t } = useTranslation("office");
  const nameOf = useMethodName();
  const deposits = useOfficeQuery(readDeposits, { query: { player: id } });
  return (
    <Panel
      title={t("pages.payments")}
      aside={
        <Link className="btn s" to={`/payments?player=${id}`}>
          {t("player_tabs.all")}
        </Link>
      }
    >
      <Read of={deposits}>
        {({ data }) => (
          <Table
            name={t("pages.payments")}
            head={[
              t("players.no"),
              t("time"),
              t("method"),
              `>${t("payments.asked")}`,
              `>${t("payments.credited")}`,
              ">",
            ]}
            empty={t("payments.none")}
            rows={data.items.map(deposit => ({
              key: deposit.id,
              cells: [
                <Link key="no" className="link mono" to={`/payments/${deposit.id}`}>
                  {shortId(deposit.id)}
                </Link>,
                <Moment key="at" at={deposit.created_at} />,
                nameOf(deposit.method_name),
                money(deposit.amount, deposit.currency),
                <b key="credited">{money(deposit.credited, deposit.currency)}</b>,
                <DepositState key="state" status={deposit.status} />,
              ],
            }))}
          />
        )}
      </Read>
    </Panel>
  );
}
