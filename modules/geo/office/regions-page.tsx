import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { gameProduct, products } from "#modules/geo/shared/region.ts";
import { AskedNote } from "#modules/operators/office/parts/asked-note.tsx";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { RegionTabs } from "#modules/operators/office/parts/region-tabs.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { RegionRules } from "#modules/providers/office/region-rules.tsx";
import { CloseDialog } from "./close-dialog.tsx";
import { ClosureTable, usePlaceName } from "./closure-table.tsx";
import { readRegions } from "./contract.ts";
import { useProductName } from "./use-product-name.ts";

/** What is closed, in which country or everywhere, and until when. */
export function RegionsPage({ games }: { readonly games: readonly string[] }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const found = useOfficeQuery(readRegions, {}, 15_000);
  const [request, setRequest] = useState<string>();
  const placeName = usePlaceName();
  const productName = useProductName();
  return (
    <OfficePage title={t("pages.regions")} aside={<RegionTabs />}>
      <p className="note muted">{t("regions.rule")}</p>
      <AskedNote request={request} />
      <Panel title={t("regions.closed")} aside={may("regions.write") && <Close games={games} reload={found.reload} />}>
        <Read of={found}>
          {({ data }) => (
            <ClosureTable
              closures={data.closures}
              empty={t("regions.nothing_closed")}
              onAsked={id => {
                setRequest(id);
                found.reload();
              }}
            />
          )}
        </Read>
      </Panel>
      <Panel title={t("regions.changes")}>
        <Read of={found}>
          {({ data }) => (
            <Table
              name={t("regions.changes")}
              head={[
                t("time"),
                t("regions.where"),
                t("regions.product"),
                t("regions.change"),
                t("regions.by"),
                t("reason"),
              ]}
              empty={t("regions.no_changes")}
              rows={data.changes.map(change => ({
                key: String(change.number),
                cells: [
                  <Moment key="at" at={change.at} />,
                  placeName(change.country),
                  productName(change.product),
                  <Tag key="change" tone={change.closed ? "wait" : "good"}>
                    {t(change.closed ? "regions.was_closed" : "regions.was_opened")}
                  </Tag>,
                  change.by,
                  <span key="reason" className="reason">
                    {change.reason ?? "—"}
                  </span>,
                ],
              }))}
            />
          )}
        </Read>
      </Panel>
      <RegionRules />
    </OfficePage>
  );
}

function Close({ games, reload }: { readonly games: readonly string[]; reload(): void }) {
  const { t } = useTranslation("office");
  const productName = useProductName();
  return (
    <CloseDialog title={t("regions.close_title")} onClosed={reload}>
      {isEverywhere => (
        <label className="field">
          {t("regions.product")}
          <select name="product" defaultValue="betting">
            {products
              .filter(product => !isEverywhere || product !== "all")
              .map(product => (
                <option key={product} value={product}>
                  {productName(product)}
                </option>
              ))}
            <optgroup label={t("regions.games")}>
              {games.map(game => (
                <option key={game} value={gameProduct(game)}>
                  {productName(gameProduct(game))}
                </option>
              ))}
            </optgroup>
          </select>
        </label>
      )}
    </CloseDialog>
  );
}
