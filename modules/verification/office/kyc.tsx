import { Link } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { Moment, PlayerLink } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table, Tag, type Tone } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { readCases } from "#modules/verification/office/contract.ts";

/** Pill variants of the statuses of an identity check. */
export function statusTone(status: string): Tone {
  if (status === "success" || status === "verified") return "good";
  if (status === "failed" || status === "unverified") return "bad";
  return status === "init" ? "plain" : "wait";
}

/** Identity checks: open ones first. */
export function KycPage() {
  const { t } = useTranslation("office");
  const cases = useOfficeQuery(readCases, {}, 15_000);
  return (
    <OfficePage title={t("pages.kyc")}>
      <Panel>
        <Read of={cases}>
          {({ data }) => (
            <Table
              name={t("pages.kyc")}
              head={[t("player"), t("kyc.submitted"), t("kyc.decided"), t("players.state"), t("kyc.claimed_by"), ">"]}
              empty={t("kyc.none")}
              rows={data.map(row => ({
                key: row.player.id,
                cells: [
                  <PlayerLink key="player" player={row.player} />,
                  <Moment key="submitted" at={row.submitted_at} />,
                  <Moment key="decided" at={row.decided_at} />,
                  <span key="state" className="row wrap">
                    <Tag tone={statusTone(row.status)}>{t(`kyc.status.${row.status}`)}</Tag>
                    {row.age_in_doubt && <Tag tone="bad">{t("kyc.age_in_doubt")}</Tag>}
                  </span>,
                  row.claim?.name ?? "—",
                  <Link key="open" className="btn s" to={`/kyc/${row.player.id}`}>
                    {t("kyc.open")}
                  </Link>,
                ],
              }))}
            />
          )}
        </Read>
      </Panel>
    </OfficePage>
  );
}
