import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { call } from "#modules/operators/office/api.ts";
import { AskedNote } from "#modules/operators/office/parts/asked-note.tsx";
import { CountryField } from "#modules/operators/office/parts/country-field.tsx";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Moment, percent } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Read, Table } from "#modules/operators/office/parts/office-page.tsx";
import { useCountryNames } from "#modules/operators/office/parts/use-country-names.ts";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { type TaxBase, type TaxProduct, taxBases, taxProducts, wholeRate } from "#modules/reporting/shared/tax.ts";
import { addTaxRule, readTaxRules } from "./contract.ts";

/** A rate in hundredths of a percent, as a percentage. */
export const percentOf = (rate: number): string => percent(rate / wholeRate, { maximumFractionDigits: 2 });

/** Taxes of countries, with the days from which they hold. */
export function TaxRules() {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const countryName = useCountryNames();
  const rules = useOfficeQuery(readTaxRules, {});
  const [request, setRequest] = useState<string>();
  return (
    <Panel title={t("tax.rules")} aside={may("reports.write") && <NewRule onAsked={setRequest} />}>
      <AskedNote request={request} />
      <Read of={rules}>
        {({ data }) => (
          <Table
            name={t("tax.rules")}
            head={[
              `>${t("tax.number")}`,
              t("reports.country"),
              t("regions.product"),
              t("tax.base"),
              `>${t("tax.rate")}`,
              t("tax.deducts"),
              t("tax.since"),
              t("tax.law"),
              t("tax.people"),
            ]}
            empty={t("tax.none")}
            rows={data.map(rule => ({
              key: String(rule.number),
              cells: [
                rule.number,
                countryName(rule.country),
                t(`regions.products.${rule.product}`),
                t(`tax.bases.${rule.base}`),
                percentOf(rule.rate),
                t(rule.deducts_bonuses ? "tax.bonus_money" : "tax.nothing"),
                <span key="since" className="num nowrap">
                  {rule.since}
                </span>,
                <span key="law" className="reason">
                  {rule.law}
                </span>,
                <span key="people" className="col">
                  {`${rule.added_by}, ${rule.approved_by}`}
                  <span className="faint sm">
                    <Moment at={rule.added_at} />
                  </span>
                </span>,
              ],
            }))}
          />
        )}
      </Read>
    </Panel>
  );
}

function NewRule({ onAsked }: { onAsked(request: string): void }) {
  const { t } = useTranslation("office");
  return (
    <Decide
      action={t("tax.add")}
      title={t("tax.add_title")}
      text={t("tax.add_text")}
      asksReason
      primary
      onDecide={async (reason, key, given) => {
        const text = (name: string) => String(given.get(name) ?? "").trim();
        const body = {
          country: text("country"),
          product: text("product") as TaxProduct,
          base: text("base") as TaxBase,
          rate: Math.round(Number(text("rate").replace(",", ".")) * 100),
          deducts_bonuses: given.get("deducts") === "on",
          since: text("since"),
          law: text("law"),
          reason,
        };
        const { data } = await call(addTaxRule, { body }, key);
        onAsked(data.request);
      }}
    >
      <CountryField name="country" label={t("reports.country")} />
      <label className="field">
        {t("regions.product")}
        <select name="product">
          {taxProducts.map(product => (
            <option key={product} value={product}>
              {t(`regions.products.${product}`)}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        {t("tax.base")}
        <select name="base">
          {taxBases.map(base => (
            <option key={base} value={base}>
              {t(`tax.bases.${base}`)}
            </option>
          ))}
        </select>
      </label>
      <label className="field">
        {t("tax.rate_percent")}
        <input name="rate" required inputMode="decimal" pattern="\d{1,3}([.,]\d{1,2})?" autoComplete="off" />
      </label>
      <label className="row">
        <input name="deducts" type="checkbox" />
        {t("tax.deducts_bonuses")}
      </label>
      <label className="field">
        {t("tax.since")}
        <input name="since" type="date" required />
      </label>
      <label className="field">
        {t("tax.law")}
        <input name="law" required minLength={3} maxLength={200} autoComplete="off" />
      </label>
    </Decide>
  );
}
