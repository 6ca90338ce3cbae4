import { useTranslation } from "#kit/web/texts.tsx";
import { findPlayers, type PersonView } from "#modules/accounts/office/contract.ts";
import { OrderExport } from "#modules/exports/office/order-export.tsx";
import type { Column } from "#modules/operators/office/list/column.ts";
import { OfficeList } from "#modules/operators/office/list/office-list.tsx";
import { type FilterOf, useList } from "#modules/operators/office/list/use-list.ts";
import { Moment, PlayerLink } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { SearchFilter } from "#modules/operators/office/parts/search-filter.tsx";
import { useAddressFilters } from "#modules/operators/office/parts/use-address-filters.ts";

/** Player search by a part of the name, or by the whole email, phone or id. */
export function PlayersPage() {
  const { t } = useTranslation("office");
  const filters = useAddressFilters();
  const query = filters.get("query");
  return (
    <OfficePage
      title={t("pages.players")}
      aside={<SearchFilter filters={filters} name="query" label={t("players.search")} />}
    >
      <Panel>
        {/* Another search begins with no row selected. */}
        <Players key={query} query={query} onClear={() => filters.set({ query: "" })} />
      </Panel>
    </OfficePage>
  );
}

function queryOf(filter: FilterOf) {
  const query = filter("query");
  return { ...(query !== "" && { query }), limit: "100" };
}

function Players({ query, onClear }: { readonly query: string; onClear(): void }) {
  const { t } = useTranslation("office");
  const players = useList(
    findPlayers,
    cursor => ({ query: { ...queryOf(() => query), ...(cursor !== undefined && { cursor }) } }),
    { viewAt: filter => ({ query: queryOf(filter) }) },
  );
  return (
    <OfficeList
      name="players"
      title={t("pages.players")}
      columns={usePlayerColumns()}
      of={players}
      keyOf={keyOf}
      labelOf={({ name }) => name}
      to={({ id }) => `/players/${id}`}
      actions={<OrderExport list="players" filters={query === "" ? {} : { query }} />}
      empty={t("players.none")}
      onClear={query === "" ? undefined : onClear}
    />
  );
}

const keyOf = ({ id }: PersonView) => id;

function usePlayerColumns(): readonly Column<PersonView>[] {
  const { t } = useTranslation("office");
  return [
    { id: "name", title: t("player"), fixed: true, cell: person => <PlayerLink player={person} /> },
    { id: "email", title: t("players.email"), cell: ({ email }) => email ?? "—" },
    { id: "phone", title: t("players.phone"), cell: ({ phone }) => phone ?? "—" },
    { id: "currency", title: t("currency"), cell: ({ currency }) => currency ?? "—" },
    { id: "language", title: t("players.language"), extra: true, cell: ({ locale }) => locale ?? "—" },
    { id: "since", title: t("players.since"), cell: person => <Moment at={person.registered_at} /> },
    {
      id: "state",
      title: t("players.state"),
      cell: ({ closed_at, locked_at }) => (
        <Tag tone={closed_at ? "plain" : locked_at ? "bad" : "good"}>
          {t(closed_at ? "players.closed" : locked_at ? "players.locked" : "players.open")}
        </Tag>
      ),
    },
  ];
}
