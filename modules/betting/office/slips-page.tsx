import { Link } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { Moment, money, PlayerLink, shortId } from "#modules/operators/office/parts/figures.tsx";
import { FilterForm } from "#modules/operators/office/parts/filter-form.tsx";
import { OfficePage, Panel, Read, Table } from "#modules/operators/office/parts/office-page.tsx";
import { Pager, usePages } from "#modules/operators/office/parts/pager.tsx";
import { Pick } from "#modules/operators/office/parts/pick.tsx";
import { useAddressFilters } from "#modules/operators/office/parts/use-address-filters.ts";
import { useRead } from "#modules/operators/office/parts/use-read.ts";
import { useMarketNames } from "./names.ts";
import { readTradedSlips } from "./slip-contract.ts";
import { SlipState } from "./slip-state.tsx";

const states = ["all", "open", "ended"] as const;

/** Everybody's slips, newest first; the filter is in the page's address. */
export function SlipsPage() {
  const { t } = useTranslation("office");
  const filters = useAddressFilters();
  const { get, set } = filters;
  const state = states.find(each => each === get("state")) ?? "all";
  const [player, event] = [get("player"), get("event")];
  const query = { state, ...(player !== "" && { player }), ...(event !== "" && { event }) };
  return (
    <OfficePage title={t("pages.slips")}>
      <Panel
        title={t("trading.slips_title")}
        aside={
          <Pick
            label={t("trading.which_slips")}
            value={state}
            choices={states.map(each => [each, t(`trading.slip_filters.${each}`)] as const)}
            onPick={picked => set({ state: picked === "all" ? "" : picked })}
          />
        }
      >
        <FilterForm
          filters={filters}
          fields={(["player", "event"] as const).map(name => ({ name, label: t(`trading.${name}_id`) }))}
        />
        <SlipRows key={JSON.stringify(query)} query={query} />
      </Panel>
    </OfficePage>
  );
}

function SlipRows({
  query,
}: {
  readonly query: { readonly state: (typeof states)[number]; readonly player?: string; readonly event?: string };
}) {
  const { t } = useTranslation("office");
  const named = useMarketNames();
  const pages = usePages();
  const isFiltered = query.state !== "all" || query.player !== undefined || query.event !== undefined;
  const slips = useRead(readTradedSlips, { query: { ...query, ...pages.query } }, 10_000);
  return (
    <Read of={slips}>
      {data => (
        <>
          <Table
            name={t("trading.slips_title")}
            head={[
              t("play.placed"),
              t("player"),
              t("trading.slip"),
              t("trading.selections"),
              `>${t("trading.stake")}`,
              `>${t("trading.returns")}`,
              t("players.state"),
            ]}
            empty={t(isFiltered ? "trading.no_slips" : "trading.none_placed")}
            rows={data.items.map(slip => ({
              key: slip.id,
              cells: [
                <Moment key="at" at={slip.placed_at} />,
                <PlayerLink key="player" player={slip.player} />,
                <Link key="slip" className="link mono" to={`/slips/${slip.id}`}>
                  {shortId(slip.id)}
                </Link>,
                <span key="legs" className="change">
                  {slip.legs.slice(0, 3).map(leg => (
                    <span key={`${leg.event} ${leg.kind} ${leg.spec}`} className="end-row">
                      <Link className="link" to={`/trading/events/${leg.event}`}>
                        {leg.names.title}
                      </Link>
                      : {named.outcome(leg.names, leg, leg.outcome)} <b className="num">{leg.price}</b>
                    </span>
                  ))}
                  {slip.legs.length > 3 && t("trading.more_legs", { n: slip.legs.length - 3 })}
                </span>,
                money(slip.stake, slip.currency),
                money(slip.returns, slip.currency),
                <SlipState key="state" status={slip.status} />,
              ],
            }))}
          />
          <Pager pages={pages} next={data.next_cursor} />
        </>
      )}
    </Read>
  );
}
