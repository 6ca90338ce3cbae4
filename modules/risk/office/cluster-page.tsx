import { Link, useParams } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { count, Moment } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { type RiskClusterMember, readRiskCluster } from "./cluster-contract.ts";
import { LinksGraph } from "./links-graph.tsx";
import { LinksTable } from "./links-table.tsx";
import { RiskReasons, RiskTag } from "./signals-table.tsx";

/** One cluster: its accounts and every link between them. */
export function RiskClusterPage() {
  const { id = "" } = useParams();
  const { t } = useTranslation("office");
  const found = useOfficeQuery(readRiskCluster, { params: { id } }, 30_000);
  return (
    <OfficePage title={t("risk_clusters.one")}>
      <Read of={found}>
        {({ data: { members, links } }) => (
          <>
            <Panel title={t("risk_clusters.accounts_n", { count: members.length })}>
              <Members members={members} />
            </Panel>
            <Panel title={t("risk.links")}>
              <LinksGraph
                title={t("risk.graph")}
                nodes={members.map(({ player, score }) => ({ ...player, score }))}
                links={links}
              />
              <LinksTable title={t("risk.links")} links={links} empty={t("risk_clusters.no_links")} />
            </Panel>
          </>
        )}
      </Read>
    </OfficePage>
  );
}

function Members({ members }: { readonly members: readonly RiskClusterMember[] }) {
  const { t } = useTranslation("office");
  return (
    <Table
      name={t("risk_clusters.accounts")}
      head={[
        t("player"),
        t("risk.score"),
        t("risk.signals"),
        `>${t("risk_clusters.open_cases")}`,
        t("risk_clusters.joined"),
      ]}
      empty=""
      rows={members.map(({ player, score, signals, open_cases: openCases, since }) => ({
        key: player.id,
        cells: [
          <Link key="player" className="link" to={`/risk/${player.id}`}>
            {player.name}
          </Link>,
          <RiskTag key="score" score={score} />,
          <RiskReasons key="why" signals={signals} />,
          count(openCases),
          <Moment key="since" at={since} />,
        ],
      }))}
    />
  );
}
