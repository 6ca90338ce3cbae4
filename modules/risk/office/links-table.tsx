import { useTranslation } from "#kit/web/texts.tsx";
import { Moment, PlayerLink } from "#modules/operators/office/parts/figures.tsx";
import { Table } from "#modules/operators/office/parts/office-page.tsx";
import type { RiskLink } from "./contract.ts";

/** Links between accounts with what each is made of. */
export function LinksTable({ title, links, empty }: { title: string; links: readonly RiskLink[]; empty: string }) {
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
          kinds.map(kind => t(`risk.link_kinds.${kind}`)).join(" · "),
          <Moment key="since" at={since} />,
          <span key="weight" className="num">
            {(weight / 1000).toFixed(3)}
          </span>,
        ],
      }))}
    />
  );
}
