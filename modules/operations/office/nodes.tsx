import { useTranslation } from "#kit/web/texts.tsx";
import { readNodes } from "#modules/operations/office/contract.ts";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";

/** The processes of the casino and what each of them leads. */
export function NodesPage() {
  const { t } = useTranslation("office");
  const nodes = useOfficeQuery(readNodes, {}, 5_000);
  const ms = (value: number) => t("nodes.ms", { n: value });
  return (
    <OfficePage title={t("pages.nodes")}>
      <Read of={nodes}>
        {({ data }) => (
          <>
            <Panel>
              <Table
                name={t("pages.nodes")}
                head={[
                  t("nodes.name"),
                  t("nodes.roles"),
                  t("nodes.version"),
                  t("nodes.bus"),
                  `>${t("nodes.clock")}`,
                  `>${t("nodes.lag")}`,
                  t("nodes.since"),
                  t("nodes.beat"),
                ]}
                empty=""
                rows={data.nodes.map(node => ({
                  key: node.name,
                  cells: [
                    <span key="name">
                      <b>{node.name}</b>
                      <br />
                      <span className="muted sm">{node.address ?? t("nodes.alone")}</span>
                    </span>,
                    node.roles.join(", "),
                    node.version,
                    node.bus === "none" ? "—" : node.bus,
                    ms(node.clock_offset_ms),
                    ms(node.lag_ms),
                    <Moment key="since" at={node.started_at} />,
                    <Tag key="beat" tone={node.silent ? "bad" : "good"}>
                      {t(node.silent ? "nodes.silent" : "nodes.running")}
                    </Tag>,
                  ],
                }))}
              />
            </Panel>
            <Panel title={t("nodes.leaders")}>
              <Table
                name={t("nodes.leaders")}
                head={[t("nodes.rounds"), t("nodes.name"), `>${t("nodes.epoch")}`]}
                empty={t("nodes.no_leaders")}
                rows={data.leaders.map(leader => ({
                  key: leader.name,
                  cells: [leader.name, <b key="node">{leader.node}</b>, leader.epoch],
                }))}
              />
            </Panel>
          </>
        )}
      </Read>
    </OfficePage>
  );
}
