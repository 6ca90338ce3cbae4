import { useState } from "react";
import { Link } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { readApprovals } from "#modules/approvals/office/contract.ts";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table } from "#modules/operators/office/parts/office-page.tsx";
import { Pick } from "#modules/operators/office/parts/pick.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { RequestState, useRequestTitle } from "./request-state.tsx";
import { WaitingElsewhere } from "./waiting-elsewhere.tsx";

/** Requests that take several approvals. */
export function ApprovalsPage() {
  const { t } = useTranslation("office");
  const titleOf = useRequestTitle();
  const [which, setWhich] = useState<"waiting" | "all">("waiting");
  const requests = useOfficeQuery(readApprovals, { query: { which } }, 10_000);
  return (
    <OfficePage
      title={t("pages.approvals")}
      aside={
        <Pick
          label={t("approvals.which")}
          value={which}
          choices={[
            ["waiting", t("approvals.which_waiting")],
            ["all", t("approvals.which_all")],
          ]}
          onPick={setWhich}
        />
      }
    >
      <Panel>
        <Read of={requests}>
          {({ data }) => (
            <Table
              name={t("pages.approvals")}
              hasRowKeys
              head={[
                t("time"),
                t("approvals.what"),
                t("reason"),
                t("approvals.asked_by"),
                t("approvals.approved_by"),
                t("approvals.state"),
                ">",
              ]}
              empty={t(which === "waiting" ? "approvals.none_waiting" : "approvals.none")}
              rows={data.map(request => ({
                key: request.id,
                cells: [
                  <Moment key="at" at={request.asked_at} />,
                  <b key="what" className="reason">
                    {titleOf(request)}
                  </b>,
                  <span key="reason" className="reason">
                    {request.reason}
                  </span>,
                  request.asked_by,
                  request.approvals.map(({ operator }) => operator).join(", ") || "—",
                  <RequestState key="state" request={request} />,
                  <Link key="open" className="btn s" to={`/approvals/${request.id}`}>
                    {t("approvals.open")}
                  </Link>,
                ],
              }))}
            />
          )}
        </Read>
        <p className="note muted sm">{t("approvals.rule")}</p>
      </Panel>
      <WaitingElsewhere />
    </OfficePage>
  );
}
