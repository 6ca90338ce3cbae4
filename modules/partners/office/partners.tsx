import { Link } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { Moment, PlayerLink } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table, Tag, type Tone } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import type { PartnerStatus } from "../shared/contract.ts";
import { AdNetworksPanel } from "./ad-networks.tsx";
import { readPartners } from "./contract.ts";

export const statusTones: Readonly<Record<PartnerStatus, Tone>> = {
  applied: "wait",
  approved: "good",
  suspended: "bad",
  declined: "plain",
};

/** Affiliates: applications first. */
export function PartnersPage() {
  const { t } = useTranslation("office");
  const found = useOfficeQuery(readPartners, {}, 15_000);
  return (
    <OfficePage title={t("pages.partners")}>
      <Panel>
        <Read of={found}>
          {({ data }) => (
            <Table
              name={t("pages.partners")}
              head={[t("partners.code"), t("partners.site"), t("player"), t("partners.applied_at"), t("players.state")]}
              empty={t("partners.empty")}
              rows={data.map(each => ({
                key: each.id,
                cells: [
                  <Link key="code" to={`/partners/${each.id}`}>
                    <b>{each.code}</b>
                  </Link>,
                  each.site,
                  <PlayerLink key="player" player={each.player} />,
                  <Moment key="at" at={each.applied_at} />,
                  <Tag key="state" tone={statusTones[each.status]}>
                    {t(`partners.${each.status}`)}
                  </Tag>,
                ],
              }))}
            />
          )}
        </Read>
      </Panel>
      <AdNetworksPanel />
    </OfficePage>
  );
}
