import { isLocale, localeName } from "#kit/i18n/locale.ts";
import { useTranslation } from "#kit/web/texts.tsx";
import { findPlayers, type ListedPlayerView } from "#modules/accounts/office/contract.ts";
import { OrderExport } from "#modules/exports/office/order-export.tsx";
import { ResolvePseudonym } from "#modules/exports/office/resolve-pseudonym.tsx";
import { PlayerHarm } from "#modules/harm/office/markers-table.tsx";
import { WriteMessage } from "#modules/notifications/office/write-message.tsx";
import type { Column } from "#modules/operators/office/list/column.ts";
import { OfficeList } from "#modules/operators/office/list/office-list.tsx";
import { type FilterOf, useList } from "#modules/operators/office/list/use-list.ts";
import { count, Moment, money, PlayerLink } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { Pick } from "#modules/operators/office/parts/pick.tsx";
import { SearchFilter } from "#modules/operators/office/parts/search-filter.tsx";
import { type AddressFilters, useAddressFilters } from "#modules/operators/office/parts/use-address-filters.ts";
import { useCountryNames } from "#modules/operators/office/parts/use-country-names.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { PlayerRisk } from "#modules/risk/office/signals-table.tsx";
import { type PlayerTag, playerTags } from "../shared/tags.ts";
import { TagMarks } from "./tags.tsx";

/** Player search by a part of the name, or by the whole email, phone or id; and by a tag. */
export function PlayersPage() {
  const { t } = useTranslation("office");
  const filters = useAddressFilters();
  const query = queryOf(filters.get);
  return (
    <OfficePage
      title={t("pages.players")}
      aside={<SearchFilter filters={filters} name="query" label={t("players.search")} />}
    >
      <ResolvePseudonym text={query.query ?? ""} />
      <Panel>
        {/* Another search begins with no row selected. */}
        <Players key={JSON.stringify(query)} query={query} set={filters.set} />
      </Panel>
    </OfficePage>
  );
}

type PlayersQuery = {
  readonly query?: string;
  readonly tag?: PlayerTag;
};

function queryOf(filter: FilterOf): PlayersQuery {
  const query = filter("query");
  const tag = playerTags.find(each => each === filter("tag"));
  return { ...(query !== "" && { query }), ...(tag !== undefined && { tag }) };
}

const limit = "100";
const messagePermissions = ["players.message", "players.market"] as const;

function Players({ query, set }: { readonly query: PlayersQuery; set: AddressFilters["set"] }) {
  const { t } = useTranslation("office");
  const players = useList(
    findPlayers,
    cursor => ({ query: { ...query, limit, ...(cursor !== undefined && { cursor }) } }),
    { viewAt: filter => ({ query: { ...queryOf(filter), limit } }) },
  );
  const { may } = useSession();
  const isFiltered = Object.keys(query).length > 0;
  return (
    <OfficeList
      name="players"
      title={t("pages.players")}
      columns={usePlayerColumns()}
      of={players}
      keyOf={keyOf}
      labelOf={({ name }) => name}
      to={({ id }) => `/players/${id}`}
      tools={
        <Pick
          label={t("players.tag")}
          value={query.tag ?? ""}
          choices={[["", t("players.any_tag")], ...playerTags.map(tag => [tag, t(`players.tags.${tag}`)] as const)]}
          onPick={tag => set({ tag })}
        />
      }
      bulkAll={
        messagePermissions.some(may) ? (chosen, onDone) => <WriteMessage players={chosen} onSent={onDone} /> : undefined
      }
      actions={<OrderExport list="players" filters={query} />}
      empty={t("players.none")}
      onClear={isFiltered ? () => set({ query: "", tag: "" }) : undefined}
    />
  );
}

const keyOf = ({ id }: ListedPlayerView) => id;

const inEuros = (sum: string | null) => (sum === null ? "—" : money(sum, "EUR", { brief: true }));

const riskColumn = (title: string): Column<ListedPlayerView> => ({
  id: "risk",
  title,
  right: true,
  cell: ({ id, risk }) => <PlayerRisk id={id} score={risk} />,
});

const harmColumn = (title: string): Column<ListedPlayerView> => ({
  id: "harm",
  title,
  right: true,
  cell: ({ id, harm }) => <PlayerHarm id={id} score={harm} />,
});

function usePlayerColumns(): readonly Column<ListedPlayerView>[] {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const countryName = useCountryNames();
  return [
    { id: "name", title: t("player"), fixed: true, cell: person => <PlayerLink player={person} /> },
    { id: "email", title: t("players.email"), cell: ({ email }) => email ?? "—" },
    { id: "phone", title: t("players.phone"), extra: true, cell: ({ phone }) => phone ?? "—" },
    {
      id: "country",
      title: t("players.country"),
      cell: ({ country }) => (country === null ? "—" : countryName(country)),
    },
    { id: "level", title: t("players.level"), right: true, cell: ({ level }) => (level === 0 ? "—" : count(level)) },
    {
      id: "state",
      title: t("players.state"),
      cell: ({ closed_at, locked_at }) => (
        <Tag tone={closed_at ? "plain" : locked_at ? "bad" : "good"}>
          {t(closed_at ? "players.closed" : locked_at ? "players.locked" : "players.open")}
        </Tag>
      ),
    },
    { id: "balance", title: t("players.balance"), right: true, cell: ({ balance }) => inEuros(balance) },
    { id: "net", title: t("players.net_30"), right: true, cell: person => inEuros(person.net_deposits) },
    { id: "ggr", title: t("players.ggr_30"), right: true, cell: ({ ggr }) => inEuros(ggr) },
    { id: "seen", title: t("players.seen"), cell: person => <Moment at={person.seen_at} /> },
    ...(may("risk.read") ? [riskColumn(t("players.risk"))] : []),
    ...(may("harm.read") ? [harmColumn(t("players.harm"))] : []),
    {
      id: "tags",
      title: t("players.tags_title"),
      cell: ({ tags }) => (
        <span className="row wrap">
          <TagMarks tags={tags} />
        </span>
      ),
    },
    { id: "currency", title: t("currency"), extra: true, cell: ({ currency }) => currency ?? "—" },
    {
      id: "language",
      title: t("players.language"),
      extra: true,
      cell: ({ locale }) => (isLocale(locale) ? localeName(locale) : "—"),
    },
    { id: "since", title: t("players.since"), extra: true, cell: person => <Moment at={person.registered_at} /> },
  ];
}
