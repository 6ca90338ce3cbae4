import { Link } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import type { Column } from "#modules/operators/office/list/column.ts";
import { OfficeList } from "#modules/operators/office/list/office-list.tsx";
import { useList } from "#modules/operators/office/list/use-list.ts";
import { count, Moment, PlayerLink } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Tag, type Tone } from "#modules/operators/office/parts/office-page.tsx";
import type { PartnerStatus } from "../shared/contract.ts";
import { AdNetworksPanel } from "./ad-networks.tsx";
import { type PartnerSummary, readPartners } from "./contract.ts";

export const statusTones: Readonly<Record<PartnerStatus, Tone>> = {
  applied: "wait",
  approved: "good",
  suspended: "bad",
  declined: "plain",
};

/** Affiliates: applications first. */
export function PartnersPage() {
  const { t } = useTranslation("office");
  const list = useList(readPartners, cursor => ({ query: { limit: "100", ...(cursor !== undefined && { cursor }) } }), {
    pollMs: 15_000,
  });
  const columns: readonly Column<PartnerSummary>[] = [
    {
      id: "code",
      title: t("partners.code"),
      fixed: true,
      cell: ({ id, code }) => (
        <Link to={`/partners/${id}`}>
          <b>{code}</b>
        </Link>
      ),
    },
    { id: "site", title: t("partners.site"), cell: ({ site }) => site },
    { id: "player", title: t("player"), cell: ({ player }) => <PlayerLink player={player} /> },
    { id: "applied_at", title: t("partners.applied_at"), cell: ({ applied_at }) => <Moment at={applied_at} /> },
    {
      id: "status",
      title: t("players.state"),
      cell: ({ status }) => <Tag tone={statusTones[status]}>{t(`partners.${status}`)}</Tag>,
    },
    {
      id: "open_flags",
      title: t("partners.flags"),
      cell: ({ open_flags: flags }) => (flags === 0 ? "–" : <Tag tone="wait">{count(flags)}</Tag>),
    },
  ];
  return (
    <OfficePage title={t("pages.partners")}>
      <Panel>
        <OfficeList
          name="partners"
          title={t("pages.partners")}
          columns={columns}
          of={list}
          keyOf={({ id }) => id}
          labelOf={({ code }) => code}
          empty={t("partners.empty")}
        />
      </Panel>
      <AdNetworksPanel />
    </OfficePage>
  );
}
