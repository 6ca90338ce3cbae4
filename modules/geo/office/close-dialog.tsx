import { type ReactNode, useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { everywhere, type Product } from "#modules/geo/shared/region.ts";
import { call } from "#modules/operators/office/api.ts";
import { CountryField } from "#modules/operators/office/parts/country-field.tsx";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { instantOf } from "#modules/operators/office/parts/time-field.tsx";
import { closeRegion } from "./contract.ts";

interface CloseDialogProps {
  readonly title: string;
  /** Closed wherever the dialog says; without one, the field `product` among `children` is. */
  readonly product?: Product;
  /** Checked at first: everywhere. */
  readonly startsEverywhere?: boolean;
  children?(isEverywhere: boolean): ReactNode;
  onClosed(): void;
}

/** Closes a product in a country or everywhere, with an end or without. */
export function CloseDialog({ title, product, startsEverywhere = false, children, onClosed }: CloseDialogProps) {
  const { t } = useTranslation("office");
  const [isEverywhere, setEverywhere] = useState(startsEverywhere);
  return (
    <Decide
      action={t("regions.close")}
      title={title}
      text={t("regions.close_text")}
      asksReason
      dangerous
      onDecide={async (reason, key, given) => {
        const country = isEverywhere ? everywhere : String(given.get("country"));
        const closed = product ?? (String(given.get("product")) as Product);
        const until = given.get("until") === "" ? null : instantOf(given, "until");
        await call(closeRegion, { body: { country, product: closed, until, reason } }, key);
        onClosed();
      }}
    >
      <label className="row">
        <input type="checkbox" checked={isEverywhere} onChange={event => setEverywhere(event.target.checked)} />
        {t("regions.everywhere")}
      </label>
      {!isEverywhere && <CountryField name="country" label={t("regions.country")} />}
      {children?.(isEverywhere)}
      <label className="field">
        {t("regions.until_field")}
        <input name="until" type="datetime-local" />
      </label>
    </Decide>
  );
}
