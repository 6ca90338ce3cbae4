import { useTranslation } from "#kit/web/texts.tsx";
import { decimal, Moment, PlayerLink } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Read, Table } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { linkedFrom } from "../shared/links.ts";
import { type RiskLink, readRiskOf } from "./contract.ts";
import { LinksGraph } from "./links-graph.tsx";

interface LinksProps {
  readonly title: string;
  readonly links: readonly RiskLink[];
  readonly empty: string;
}

/** Links between accounts: what they have in common, since when, and how strong that is. */
export function LinksPanel({ title, links, empty }: LinksProps) {
  return (
    <Panel title={title}>
      <LinksTable title={title} links={links} empty={empty} />
    </Panel>
  );
}

export function LinksTable({ title, links, empty }: LinksProps) {
  const { t } = useTranslation("office");
  return (
    <Table
      name={title}
      head={[t("risk.from"), t("risk.to"), t("risk.in_common"), t("risk.since"), `>${t("risk.weight")}`]}
      empty={empty}
      rows={links.map(({ from, to, kinds, since, weight }) => ({
        key: `${from.id}:${to.id}`,
        cells: [
          <PlayerLink key="from" player={from} />,
          <PlayerLink key="to" player={to} />,
          kinds.map(kind => t(`risk.link_kinds.${kind}`)).join(", "),
          <Moment key="since" at={since} />,
          <span key="weight" className="num">
            {decimal((weight / 1000).toFixed(3))}
          </span>,
        ],
      }))}
    />
  );
}

/** The accounts linked to a player, on the player's page: as a graph, then their own links, then those within the household. */
export function LinkedAccounts({ id }: { readonly id: string }) {
  const { t } = useTranslation("office");
  const found = useOfficeQuery(readRiskOf, { params: { id } }, 60_000);
  return (
    <Panel title={t("risk.linked")}>
      <Read of={found}>
        {({ data }) => (
          <>
            <LinksGraph
              title={t("risk.graph")}
              nodes={[{ ...data.player, score: data.score, isOwn: true }, ...data.household]}
              links={[...data.links.filter(({ weight }) => weight >= linkedFrom), ...data.household_links]}
            />
            <LinksTable
              title={t("risk.linked")}
              links={[...data.links, ...data.household_links]}
              empty={t("risk.no_links")}
            />
          </>
        )}
      </Read>
    </Panel>
  );
}
