import { useTranslation } from "#kit/web/texts.tsx";
import { Moment, money } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Read, Table, Tag, type Tone } from "#modules/operators/office/parts/office-page.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { readGrants } from "./contract.ts";

const tones: Readonly<Record<string, Tone>> = { nothing: "wait", granted: "good", refused: "bad" };

/** The players of one campaign. */
export function Grants({ campaign, currency }: { campaign: string; currency: string }) {
  const { t } = useTranslation("office");
  const grants = useOfficeQuery(readGrants, { params: { id: campaign } }, 15_000);
  return (
    <Panel title={t("freeSpins.grants")}>
      <Read of={grants}>
        {({ data }) => (
          <Table
            name={t("freeSpins.grants")}
            head={[
              t("time"),
              t("player"),
              `>${t("freeSpins.left")}`,
              `>${t("freeSpins.won")}`,
              t("freeSpins.at_provider"),
            ]}
            empty={t("freeSpins.no_grants")}
            rows={data.map(each => ({
              key: each.id,
              cells: [
                <Moment key="at" at={each.granted_at} />,
                each.player.name,
                each.left === null ? "—" : String(each.left),
                money(each.won, currency),
                <Tag key="confirmed" tone={tones[each.confirmed] ?? "plain"}>
                  {t(`freeSpins.confirmed.${each.confirmed}`)}
                </Tag>,
              ],
            }))}
          />
        )}
      </Read>
    </Panel>
  );
}
