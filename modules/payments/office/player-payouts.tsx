import { Link } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { Moment, money, shortId } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Read, Table } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { readPayouts } from "#modules/payments/office/contract.ts";
import { PaidBy } from "./paid-by.tsx";
import { PayoutState } from "./payout-state.tsx";

/** The player's payouts. */
export function Payouts({ id }: { id: string }) {
  const { t } = useTranslation("office");
  const payouts = useOfficeQuery(readPayouts, { query: { player: id } });
  return (
    <Panel title={t("pages.payouts")}>
      <Read of={payouts}>
        {({ data }) => (
          <Table
            name={t("pages.payouts")}
            head={[t("players.no"), t("time"), `>${t("amount")}`, t("method"), ">"]}
            empty={t("players.no_payouts")}
            rows={data.items.map(payout => ({
              key: payout.id,
              cells: [
                <Link key="no" className="link mono" to={`/payouts/${payout.id}`}>
                  {shortId(payout.id)}
                </Link>,
                <Moment key="at" at={payout.created_at} />,
                <b key="amount">{money(payout.amount, payout.currency)}</b>,
                <PaidBy key="method" payout={payout} />,
                <PayoutState key="state" payout={payout} />,
              ],
            }))}
          />
        )}
      </Read>
    </Panel>
  );
}
