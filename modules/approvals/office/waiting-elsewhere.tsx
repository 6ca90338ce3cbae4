import { Link } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { readCorrections } from "#modules/corrections/office/contract.ts";
import { Moment, money, PlayerLink } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Read, Table } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { readPayouts } from "#modules/payments/office/contract.ts";

const everyMs = 10_000;

/** Withdrawals and corrections that wait for approval: they are decided on their own pages, by the same rules. */
export function WaitingElsewhere() {
  const { may } = useSession();
  return (
    <>
      {may("payouts.read") && <Payouts />}
      {may("corrections.read") && <Corrections />}
    </>
  );
}

function Payouts() {
  const { t } = useTranslation("office");
  const payouts = useOfficeQuery(readPayouts, { query: { which: "waiting" } }, everyMs);
  return (
    <Panel
      title={t("pages.payouts")}
      aside={
        <Link className="link" to="/payouts">
          {t("approvals.open")}
        </Link>
      }
    >
      <Read of={payouts}>
        {({ data }) => (
          <Table
            name={t("pages.payouts")}
            head={[t("time"), t("player"), `>${t("amount")}`, t("approvals.approved_by")]}
            empty={t("approvals.none_other")}
            rows={data.items.map(payout => ({
              key: payout.id,
              cells: [
                <Moment key="at" at={payout.created_at} />,
                <PlayerLink key="player" player={payout.player} />,
                money(payout.amount, payout.currency),
                payout.approvals.map(({ operator }) => operator).join(", ") || "—",
              ],
            }))}
          />
        )}
      </Read>
    </Panel>
  );
}

function Corrections() {
  const { t } = useTranslation("office");
  const corrections = useOfficeQuery(readCorrections, { query: {} }, everyMs);
  return (
    <Panel
      title={t("pages.corrections")}
      aside={
        <Link className="link" to="/corrections">
          {t("approvals.open")}
        </Link>
      }
    >
      <Read of={corrections}>
        {({ data }) => (
          <Table
            name={t("pages.corrections")}
            head={[t("time"), t("player"), `>${t("amount")}`, t("reason"), t("approvals.asked_by")]}
            empty={t("approvals.none_other")}
            rows={data
              .filter(({ status }) => status === "waiting")
              .map(correction => ({
                key: correction.id,
                cells: [
                  <Moment key="at" at={correction.asked_at} />,
                  <PlayerLink key="player" player={correction.player} />,
                  money(correction.amount, correction.currency),
                  <span key="reason" className="reason">
                    {correction.reason}
                  </span>,
                  correction.asked_by,
                ],
              }))}
          />
        )}
      </Read>
    </Panel>
  );
}
