import { Link, useSearchParams } from "react-router";
import { useTranslation } from "#kit/web/texts.tsx";
import { Moment, money, PlayerLink, shortId } from "#modules/operators/office/parts/figures.tsx";
import { OfficePage, Panel, Read, Table } from "#modules/operators/office/parts/office-page.tsx";
import { Pager, usePages } from "#modules/operators/office/parts/pager.tsx";
import { Pick } from "#modules/operators/office/parts/pick.tsx";
import { useRead } from "#modules/operators/office/parts/use-read.ts";
import { useMarketNames } from "./names.ts";
import { readTradedSlips } from "./slip-contract.ts";
import { SlipState } from "./slip-state.tsx";

const states = ["all", "open", "ended"] as const;

/** Everybody's slips, newest first; the filter is in the page's address. */
export function SlipsPage() {
  const { t } = useTranslation("office");
  const [params, setParams] = useSearchParams();
  const get = (name: string) => params.get(name) ?? "";
  const state = states.find(each => each === get("state")) ?? "all";
  const [player, event] = [get("player"), get("event")];
  const set = (changes: Readonly<Record<string, string>>) =>
    setParams(former => {
      const next = new URLSearchParams(former);
      for (const [name, value] of Object.entries(changes)) value === "" ? next.delete(name) : next.set(name, value);
      return next;
    });
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
        <form
          className="row wrap pad"
          onSubmit={submitted => {
            submitted.preventDefault();
            const given = new FormData(submitted.currentTarget);
            const value = (name: string) => String(given.get(name) ?? "").trim();
            set({ player: value("player"), event: value("event") });
          }}
        >
          {(["player", "event"] as const).map(name => (
            <input
              key={`${name} ${get(name)}`}
              name={name}
              className="search"
              aria-label={t(`trading.${name}_id`)}
              placeholder={t(`trading.${name}_id`)}
              defaultValue={get(name)}
            />
          ))}
          <button type="submit" className="btn s">
            {t("play.filter")}
          </button>
          {(player !== "" || event !== "") && (
            <button type="button" className="btn s" onClick={() => set({ player: "", event: "" })}>
              {t("play.clear")}
            </button>
          )}
        </form>
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
            empty={t("trading.no_slips")}
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
