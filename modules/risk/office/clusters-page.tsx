import { Link } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import type { Column } from "#modules/operators/office/list/column.ts";
import { OfficeList } from "#modules/operators/office/list/office-list.tsx";
import { useList } from "#modules/operators/office/list/use-list.ts";
import { count, Moment } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel } from "#modules/operators/office/parts/office-page.tsx";
import { type RiskCluster, readRiskClusters } from "./cluster-contract.ts";
import { RiskTag } from "./signals-table.tsx";

/** Clusters of linked accounts. */
export function RiskClustersPage() {
  const { t } = useTranslation("office");
  const clusters = useList(readRiskClusters, cursor => ({ query: { ...(cursor !== undefined && { cursor }) } }), {
    pollMs: 30_000,
  });
  return (
    <OfficePage title={t("pages.risk_clusters")}>
      <p className="note muted">{t("risk_clusters.about")}</p>
      <Panel>
        <OfficeList
          name="risk-clusters"
          title={t("pages.risk_clusters")}
          columns={useColumns()}
          of={clusters}
          keyOf={({ id }) => id}
          labelOf={({ members }) => members.map(({ name }) => name).join(", ")}
          to={({ id }) => `/risk-clusters/${id}`}
          empty={t("risk_clusters.none")}
        />
      </Panel>
    </OfficePage>
  );
}

function useColumns(): readonly Column<RiskCluster>[] {
  const { t } = useTranslation("office");
  return [
    {
      id: "members",
      title: t("risk_clusters.accounts"),
      fixed: true,
      cell: ({ id, members, size }) => (
        <Link className="link" to={`/risk-clusters/${id}`}>
          {members.map(({ name }) => name).join(", ")}
          {size > members.length && ` +${size - members.length}`}
        </Link>
      ),
    },
    { id: "size", title: t("risk_clusters.size"), fixed: true, cell: ({ size }) => count(size) },
    { id: "score", title: t("risk_clusters.score"), fixed: true, cell: ({ score }) => <RiskTag score={score} /> },
    {
      id: "kinds",
      title: t("risk.in_common"),
      cell: ({ kinds }) => kinds.map(kind => t(`risk.link_kinds.${kind}`)).join(", ") || "—",
    },
    { id: "cases", title: t("risk_clusters.open_cases"), cell: row => count(row.open_cases) },
    { id: "since", title: t("risk.since"), cell: ({ since }) => <Moment at={since} /> },
  ];
}
