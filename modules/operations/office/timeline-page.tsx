import type { ReactNode } from "react";
import { useParams } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { readPlayer } from "#modules/accounts/office/contract.ts";
import { SentMessages } from "#modules/notifications/office/sent-messages.tsx";
import { OfficeList } from "#modules/operators/office/list/office-list.tsx";
import { type FilterOf, useList } from "#modules/operators/office/list/use-list.ts";
import { OfficePage, Panel } from "#modules/operators/office/parts/office-page.tsx";
import { PlayerTabs } from "#modules/operators/office/parts/player-tabs.tsx";
import { type AddressFilters, useAddressFilters } from "#modules/operators/office/parts/use-address-filters.ts";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useTimelineColumns } from "./timeline-columns.tsx";
import { readTimelineOf, type TimelineEventView, type TimelineKind } from "./timeline-contract.ts";

/** Everything that happened to one player, newest first. Kinds and the day are in the address. */
export function TimelinePage() {
  return <EventsPage usual="" />;
}

/** What was sent to the player and what they wrote. */
export function MessagesPage() {
  return <EventsPage usual="conversation,notice" above={(id, name) => <SentMessages id={id} name={name} />} />;
}

interface EventsProps {
  /** The kinds that are shown while the address names none; all of them if empty. */
  readonly usual: string;
  readonly above?: (id: string, name: string) => ReactNode;
}

function EventsPage({ usual, above }: EventsProps) {
  const { t } = useTranslation("office");
  const { id = "" } = useParams();
  const player = useOfficeQuery(readPlayer, { params: { id } }, 60_000);
  const { get, ...filters } = useAddressFilters();
  const withUsual = (of: FilterOf) => (name: string) => of(name) || (name === "kinds" ? usual : "");
  const name = player.data?.data.person.name;
  return (
    <OfficePage title={name === undefined ? t("history.title") : t("history.of", { name })}>
      <PlayerTabs id={id} />
      {name !== undefined && above?.(id, name)}
      <Panel>
        <Timeline
          key={filters.params.toString()}
          id={id}
          filters={{ ...filters, get: withUsual(get) }}
          withUsual={withUsual}
        />
      </Panel>
    </OfficePage>
  );
}

function queryOf(filter: FilterOf) {
  const [kinds, day] = [filter("kinds"), filter("day")];
  return {
    ...(kinds !== "" && { kinds }),
    ...(/^\d{4}-\d\d-\d\d$/.test(day) && { before: `${day}T23:59:59.999Z` }),
    limit: "100",
  };
}

interface TimelineProps {
  readonly id: string;
  readonly filters: AddressFilters;
  withUsual(of: FilterOf): FilterOf;
}

function Timeline({ id, filters, withUsual }: TimelineProps) {
  const { t } = useTranslation("office");
  const [kinds, day] = [filters.get("kinds"), filters.get("day")];
  const events = useList(
    readTimelineOf,
    cursor => ({ params: { id }, query: { ...queryOf(filters.get), ...(cursor !== undefined && { cursor }) } }),
    { pollMs: 30_000, viewAt: filter => ({ params: { id }, query: queryOf(withUsual(filter)) }) },
  );
  return (
    <OfficeList
      name="timeline"
      title={t("history.title")}
      columns={useTimelineColumns(id)}
      of={events}
      keyOf={keyOf}
      labelOf={({ at }) => at}
      tools={<Filters filters={filters} kinds={events.first?.kinds ?? []} />}
      empty={t("history.none")}
      onClear={kinds === "" && day === "" ? undefined : () => filters.set({ kinds: "", day: "" })}
    />
  );
}

const keyOf = ({ key }: TimelineEventView) => key;

/** Buttons for the kinds that the operator may read: all of them are shown while none is pressed. */
function Filters({ filters, kinds }: { readonly filters: AddressFilters; readonly kinds: readonly TimelineKind[] }) {
  const { t } = useTranslation("office");
  const pressed = filters.get("kinds").split(",").filter(Boolean);
  const press = (kind: string) =>
    filters.set({
      kinds: (pressed.includes(kind) ? pressed.filter(each => each !== kind) : [...pressed, kind]).join(","),
    });
  return (
    <>
      <input
        type="date"
        className="pick"
        data-filter
        aria-label={t("history.until")}
        min="2000-01-01"
        max="2099-12-31"
        value={filters.get("day")}
        onChange={({ target }) => filters.set({ day: target.value })}
      />
      <fieldset className="row wrap kinds">
        <legend className="sr-only">{t("history.show")}</legend>
        {kinds.map(kind => (
          <button
            key={kind}
            type="button"
            className="btn s"
            aria-pressed={pressed.includes(kind)}
            onClick={() => press(kind)}
          >
            {t(`history.kinds.${kind}`)}
          </button>
        ))}
      </fieldset>
    </>
  );
}
