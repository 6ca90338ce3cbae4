import { useTranslation } from "#kit/web/texts.tsx";
import { everywhere } from "#modules/geo/shared/region.ts";
import { call } from "#modules/operators/office/api.ts";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { Moment } from "#modules/operators/office/parts/figures.tsx";
import { Table } from "#modules/operators/office/parts/office-page.tsx";
import { useCountryNames } from "#modules/operators/office/parts/use-country-names.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { type ClosureView, openRegion } from "./contract.ts";
import { useProductName } from "./use-product-name.ts";

interface ClosureTableProps {
  readonly closures: readonly ClosureView[];
  readonly empty: string;
  /** With the request that another operator has to approve. */
  onAsked(request: string): void;
}

/** What is closed, each with the button that asks to open it. */
export function ClosureTable({ closures, empty, onAsked }: ClosureTableProps) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const placeName = usePlaceName();
  const productName = useProductName();
  return (
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
      empty={empty}
      rows={closures.map(closure => ({
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
          may("regions.write") && <Open key="open" of={closure} onAsked={onAsked} />,
        ],
      }))}
    />
  );
}

/** The name of a country, or of every one. */
export function usePlaceName(): (country: string) => string {
  const { t } = useTranslation("office");
  const nameOf = useCountryNames();
  return country => (country === everywhere ? t("regions.everywhere") : nameOf(country));
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
