import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { everywhere, gameProduct, type Product, products } from "#modules/geo/shared/region.ts";
import { call } from "#modules/operators/office/api.ts";
import { AskedNote } from "#modules/operators/office/parts/asked-note.tsx";
import { CountryField } from "#modules/operators/office/parts/country-field.tsx";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { RegionTabs } from "#modules/operators/office/parts/region-tabs.tsx";
import { instantOf } from "#modules/operators/office/parts/time-field.tsx";
import { useCountryNames } from "#modules/operators/office/parts/use-country-names.ts";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { RegionRules } from "#modules/providers/office/region-rules.tsx";
import { type ClosureView, closeRegion, openRegion, readRegions } from "./contract.ts";
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
            <Table
              name={t("regions.closed")}
              head={[
                t("regions.where"),
                t("regions.product"),
                t("regions.since"),
                t("regions.until"),
                t("regions.by"),
                t("reason"),
                ">",
              ]}
              empty={t("regions.nothing_closed")}
              rows={data.closures.map(closure => ({
                key: `${closure.country} ${closure.product}`,
                cells: [
                  <b key="where">{placeName(closure.country)}</b>,
                  productName(closure.product),
                  <Moment key="since" at={closure.since} />,
                  closure.until === null ? t("regions.no_end") : <Moment key="until" at={closure.until} />,
                  closure.by ?? "—",
                  <span key="reason" className="reason">
                    {closure.reason ?? "—"}
                  </span>,
                  may("regions.write") && (
                    <Open
                      key="open"
                      of={closure}
                      onAsked={id => {
                        setRequest(id);
                        found.reload();
                      }}
                    />
                  ),
                ],
              }))}
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

function usePlaceName(): (country: string) => string {
  const { t } = useTranslation("office");
  const nameOf = useCountryNames();
  return country => (country === everywhere ? t("regions.everywhere") : nameOf(country));
}

function Close({ games, reload }: { readonly games: readonly string[]; reload(): void }) {
  const { t } = useTranslation("office");
  const [isEverywhere, setEverywhere] = useState(false);
  const productName = useProductName();
  const offered = products.filter(product => !isEverywhere || product !== "all");
  return (
    <Decide
      action={t("regions.close")}
      title={t("regions.close_title")}
      text={t("regions.close_text")}
      asksReason
      dangerous
      onDecide={async (reason, key, given) => {
        const country = isEverywhere ? everywhere : String(given.get("country")).trim().toUpperCase();
        const product = String(given.get("product")) as Product;
        const until = given.get("until") === "" ? null : instantOf(given, "until");
        await call(closeRegion, { body: { country, product, until, reason } }, key);
        reload();
      }}
    >
      <label className="row">
        <input type="checkbox" checked={isEverywhere} onChange={event => setEverywhere(event.target.checked)} />
        {t("regions.everywhere")}
      </label>
      {!isEverywhere && <CountryField name="country" label={t("regions.country")} />}
      <label className="field">
        {t("regions.product")}
        <select name="product" defaultValue="betting">
          {offered.map(product => (
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
      <label className="field">
        {t("regions.until_field")}
        <input name="until" type="datetime-local" />
      </label>
    </Decide>
  );
}

function Open({ of: { country, product }, onAsked }: { readonly of: ClosureView; onAsked(request: string): void }) {
  const { t } = useTranslation("office");
  const placeName = usePlaceName();
  const productName = useProductName();
  return (
    <Decide
      action={t("regions.open")}
      title={t("regions.open_title", { product: productName(product), country: placeName(country) })}
      text={t("regions.open_text")}
      asksReason
      onDecide={async (reason, key) => {
        const { data } = await call(openRegion, { body: { country, product, reason } }, key);
        onAsked(data.request);
      }}
    />
  );
}
