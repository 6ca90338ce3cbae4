import { useState } from "react";
import { Link } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Moment, money, PlayerLink, shortId } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table } from "#modules/operators/office/parts/office-page.tsx";
import { Pick } from "#modules/operators/office/parts/pick.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { approvePayout, declinePayout, type PayoutRowView, readPayouts } from "#modules/payments/office/contract.ts";
import { PaidBy } from "./paid-by.tsx";
import { PayoutState } from "./payout-state.tsx";
import { PayoutRules } from "./rules.tsx";

/** Payouts that wait for approval: one operator up to a sum, two different ones above it. */
export function PayoutsPage() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const [which, setWhich] = useState<"waiting" | "all">("waiting");
  const payouts = useOfficeQuery(readPayouts, { query: { which } }, 10_000);
  return (
    <OfficePage
      title={t("pages.payouts")}
      aside={
        <Pick
          label={t("payouts.which")}
          value={which}
          choices={[
            ["waiting", t("payouts.which_waiting")],
            ["all", t("payouts.which_all")],
          ]}
          onPick={setWhich}
        />
      }
    >
      <Panel>
        <Read of={payouts}>
          {({ data }) => (
            <Table
              name={t("pages.payouts")}
              head={[
                t("players.no"),
                t("time"),
                t("player"),
                `>${t("amount")}`,
                t("method"),
                t("why"),
                t("payouts.approved_by"),
                t("players.state"),
                ">",
              ]}
              empty={t("payouts.none")}
              rows={data.map(payout => ({
                key: payout.id,
                cells: [
                  <Link key="no" className="link mono" to={`/payouts/${payout.id}`}>
                    {shortId(payout.id)}
                  </Link>,
                  <Moment key="at" at={payout.created_at} />,
                  <PlayerLink key="player" player={payout.player} />,
                  <b key="amount">{money(payout.amount, payout.currency)}</b>,
                  <PaidBy key="method" payout={payout} />,
                  payout.waits_for.length > 0 && (
                    <span key="why" className="muted reason">
                      {payout.waits_for.map(word => t.in("waits", word)).join(", ")}
                    </span>
                  ),
                  payout.approvals.map(({ operator }) => operator).join(", ") || "—",
                  <PayoutState key="state" payout={payout} />,
                  may("payouts.approve") && waits(payout) ? (
                    <Decisions key="do" payout={payout} done={payouts.reload} />
                  ) : (
                    ""
                  ),
                ],
              }))}
            />
          )}
        </Read>
        <p className="note muted sm">{t("payouts.rule")}</p>
      </Panel>
      <PayoutRules />
    </OfficePage>
  );
}

function waits({ status, approvals_needed, approved_at }: PayoutRowView): boolean {
  return status === 1 && approvals_needed > 0 && approved_at === null;
}

function Decisions({ payout, done }: { payout: PayoutRowView; done(): void }) {
  const { t } = useTranslation("office");
  const { id, player, approvals, approvals_needed } = payout;
  const sum = money(payout.amount, payout.currency);
  const left = approvals_needed - approvals.length;
  return (
    <span className="row end">
      {!payout.approved_by_me && (
        <Decide
          action={t("payouts.approve")}
          title={t("payouts.approve_title", { sum, name: player.name })}
          text={t(left > 1 ? "payouts.approve_first" : "payouts.approve_last")}
          onDecide={async (_reason, key) => {
            await call(approvePayout, { params: { id } }, key);
            done();
          }}
        />
      )}
      <Decide
        action={t("payouts.decline")}
        title={t("payouts.decline_title", { sum, name: player.name })}
        text={t("payouts.decline_text")}
        asksReason
        dangerous
        onDecide={async (reason, key) => {
          await call(declinePayout, { params: { id }, body: { reason } }, key);
          done();
        }}
      />
    </span>
  );
}
