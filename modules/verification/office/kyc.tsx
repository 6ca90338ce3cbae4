import { Link } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { Age } from "#modules/operators/office/parts/age.tsx";
import { Moment, PlayerLink } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table, Tag, type Tone } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { PlayerRisk } from "#modules/risk/office/signals-table.tsx";
import { readCases } from "#modules/verification/office/contract.ts";
import { isOpenCase } from "../shared/status.ts";

/** Pill variants of the statuses of an identity check. */
export function statusTone(status: string): Tone {
  if (status === "success" || status === "verified") return "good";
  if (status === "failed" || status === "unverified") return "bad";
  return status === "init" ? "plain" : "wait";
}

/** An open check is late from this age on. */
const decideWithinMs = 24 * 3_600_000;

/** Identity checks: open ones first. */
export function KycPage() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const cases = useOfficeQuery(readCases, {}, 15_000);
  return (
    <OfficePage title={t("pages.kyc")}>
      <Panel>
        <Read of={cases}>
          {({ data }) => (
            <Table
              name={t("pages.kyc")}
              hasRowKeys
              head={[
                t("player"),
                `>${t("kyc.level")}`,
                t("kyc.submitted"),
                `>${t("age.title")}`,
                t("kyc.verdict"),
                ...(may("risk.read") ? [`>${t("players.risk")}`] : []),
                t("players.state"),
                t("kyc.claimed_by"),
                t("kyc.decided"),
                ">",
              ]}
              empty={t("kyc.none")}
              rows={data.map(row => ({
                key: row.player.id,
                cells: [
                  <PlayerLink key="player" player={row.player} />,
                  <span key="level" className="num">
                    {row.level}
                  </span>,
                  <Moment key="submitted" at={row.submitted_at} />,
                  <Age key="age" since={isOpenCase(row.status) ? row.submitted_at : null} lateMs={decideWithinMs} />,
                  row.verdict === null ? "—" : t(`kyc.decisions.${row.verdict}`),
                  ...(may("risk.read") ? [<PlayerRisk key="risk" id={row.player.id} score={row.risk} />] : []),
                  <span key="state" className="row wrap">
                    <Tag tone={statusTone(row.status)}>{t(`kyc.status.${row.status}`)}</Tag>
                    {row.age_in_doubt && <Tag tone="bad">{t("kyc.age_in_doubt")}</Tag>}
                  </span>,
                  row.claim?.name ?? "—",
                  <Moment key="decided" at={row.decided_at} />,
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
