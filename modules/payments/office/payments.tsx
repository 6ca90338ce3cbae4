import { Link } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { OrderExport } from "#modules/exports/office/order-export.tsx";
import type { Column } from "#modules/operators/office/list/column.ts";
import { OfficeList } from "#modules/operators/office/list/office-list.tsx";
import { type FilterOf, useList } from "#modules/operators/office/list/use-list.ts";
import { Moment, money, PlayerLink, shortId } from "#modules/operators/office/parts/figures.tsx";
import { FilterForm } from "#modules/operators/office/parts/filter-form.tsx";
import { OfficePage, Panel } from "#modules/operators/office/parts/office-page.tsx";
import { type AddressFilters, useAddressFilters } from "#modules/operators/office/parts/use-address-filters.ts";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { type DepositRowView, readDeposits, readMethods } from "#modules/payments/office/contract.ts";
import { PaymentProviders } from "./cascade.tsx";
import { DepositState } from "./deposit-state.tsx";
import { MethodLimits } from "./limits.tsx";
import { MethodSwitches, useMethodName } from "./methods.tsx";
import { PaymentFigures } from "./payment-figures.tsx";
import { Quarantine } from "./quarantine.tsx";

/** Deposit methods and deposits. */
export function PaymentsPage() {
  const { t } = useTranslation("office");
  const methods = useOfficeQuery(readMethods, {});
  const filters = useAddressFilters();
  const player = filters.get("player");
  return (
    <OfficePage title={t("pages.payments")}>
      <PaymentFigures />
      <MethodSwitches methods={methods} />
      <MethodLimits methods={methods} />
      <PaymentProviders methods={methods} />
      <Quarantine key={filters.get("quarantine")} filters={filters} />
      <Panel title={t("payments.newest")}>
        <Deposits key={player} player={player} filters={filters} />
      </Panel>
    </OfficePage>
  );
}

function queryOf(filter: FilterOf) {
  const player = filter("player");
  return { ...(player !== "" && { player }), limit: "100" };
}

function Deposits({ player, filters }: { readonly player: string; readonly filters: AddressFilters }) {
  const { t } = useTranslation("office");
  const deposits = useList(
    readDeposits,
    cursor => ({ query: { ...queryOf(filters.get), ...(cursor !== undefined && { cursor }) } }),
    { pollMs: 15_000, viewAt: filter => ({ query: queryOf(filter) }) },
  );
  return (
    <OfficeList
      name="deposits"
      title={t("payments.newest")}
      columns={useDepositColumns()}
      of={deposits}
      keyOf={keyOf}
      labelOf={({ id }) => shortId(id)}
      to={({ id }) => `/payments/${id}`}
      actions={<OrderExport list="deposits" filters={player === "" ? {} : { player }} />}
      empty={t("payments.none")}
      onClear={player === "" ? undefined : () => filters.set({ player: "" })}
      tools={<FilterForm filters={filters} fields={[{ name: "player", label: t("play.player_id") }]} />}
    />
  );
}

const keyOf = ({ id }: DepositRowView) => id;

function useDepositColumns(): readonly Column<DepositRowView>[] {
  const { t } = useTranslation("office");
  const nameOf = useMethodName();
  return [
    {
      id: "no",
      title: t("players.no"),
      fixed: true,
      cell: ({ id }) => (
        <Link className="link mono" to={`/payments/${id}`}>
          {shortId(id)}
        </Link>
      ),
    },
    { id: "at", title: t("time"), cell: deposit => <Moment at={deposit.created_at} /> },
    { id: "player", title: t("player"), cell: ({ player }) => <PlayerLink player={player} /> },
    { id: "method", title: t("method"), cell: deposit => nameOf(deposit.method_name) },
    {
      id: "asked",
      title: t("payments.asked"),
      right: true,
      cell: ({ amount, currency }) => money(amount, currency),
    },
    {
      id: "credited",
      title: t("payments.credited"),
      right: true,
      cell: ({ credited, currency }) => <b>{money(credited, currency)}</b>,
    },
    { id: "held", title: t("payments.held"), right: true, cell: ({ held, currency }) => money(held, currency) },
    { id: "ended", title: t("play.ended"), extra: true, cell: deposit => <Moment at={deposit.ended_at} /> },
    { id: "state", title: t("players.state"), right: true, cell: ({ status }) => <DepositState status={status} /> },
  ];
}
