import { Filter } from "lucide-react";
import { Link } from "react-router";
import { Icon } from "#kit/ui/icon.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import type { GameOffice } from "#modules/bets/shared/game-office.ts";
import { Moment, money, PlayerLink } from "#modules/operators/office/parts/figures.tsx";
import { FilterForm } from "#modules/operators/office/parts/filter-form.tsx";
import { Panel, Read, Table } from "#modules/operators/office/parts/office-page.tsx";
import { Pager, usePages } from "#modules/operators/office/parts/pager.tsx";
import { Pick } from "#modules/operators/office/parts/pick.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { BetState } from "./bet-state.tsx";
import { betStates, readGameBets } from "./contract.ts";
import { ShownValue } from "./shown-value.tsx";
import type { PeriodFilter } from "./use-period.ts";

interface BetsQuery {
  readonly state: (typeof betStates)[number];
  readonly tests: "with" | "without";
  readonly player?: string;
  readonly round?: string;
}

interface GameBetsProps {
  readonly game: string;
  readonly columns: GameOffice["bets"];
  readonly filter: PeriodFilter;
}

/** Bets of the period, newest first, by state, player and round. */
export function GameBets({ game, columns, filter }: GameBetsProps) {
  const [player, round] = [filter.get("player"), filter.get("round")];
  const state = betStates.find(each => each === filter.get("state")) ?? "ended";
  const query = {
    ...filter.query,
    state,
    tests: filter.withTests ? ("with" as const) : ("without" as const),
    ...(player !== "" && { player }),
    ...(round !== "" && { round }),
  };
  // Another filter begins with its first page.
  return <BetsList key={JSON.stringify(query)} game={game} columns={columns} filter={filter} query={query} />;
}

function BetsList({ game, columns, filter, query }: GameBetsProps & { readonly query: BetsQuery }) {
  const { t } = useTranslation("office");
  const pages = usePages();
  const bets = useOfficeQuery(readGameBets, { params: { game }, query: { ...query, ...pages.query } }, 30_000);
  const isFiltered = query.player !== undefined || query.round !== undefined;
  return (
    <Panel
      title={t("play.bets_title")}
      aside={
        <Pick
          label={t("play.which_bets")}
          value={query.state}
          choices={betStates.map(each => [each, t(`play.bet_states.${each}`)] as const)}
          onPick={state => filter.set({ state: state === "ended" ? "" : state })}
        />
      }
    >
      <FilterForm
        filters={filter}
        fields={[
          { name: "player", label: t("play.player_id") },
          // Rounds have numbers where bets are stored with one.
          { name: "round", label: t("play.round"), isNumber: true },
        ]}
      />
      <Read of={bets}>
        {({ data }) => (
          <>
            <Table
              name={t("play.bets_title")}
              head={[
                t(query.state === "open" ? "play.placed" : "play.ended"),
                t("player"),
                `>${t("play.bet_stake")}`,
                `>${t("play.bet_payout")}`,
                `>${t("play.multiplier")}`,
                t("play.state"),
                ...columns.map(({ text }) => t(`play.columns.${text}`)),
                t("play.rules"),
                t("play.record"),
              ]}
              empty={t(isFiltered ? "play.no_match" : "play.no_bets")}
              rows={data.items.map(bet => ({
                key: bet.id,
                cells: [
                  <Moment key="at" at={bet.ended_at ?? bet.at} />,
                  <span key="player" className="row">
                    <PlayerLink player={bet.player} />
                    {query.player === undefined && (
                      <button
                        type="button"
                        className="btn s"
                        aria-label={t("play.only_player", { name: bet.player.name })}
                        onClick={() => filter.set({ player: bet.player.id })}
                      >
                        <Icon of={Filter} size={14} />
                      </button>
                    )}
                  </span>,
                  money(bet.stake, bet.currency),
                  <b key="payout">{money(bet.payout, bet.currency)}</b>,
                  `${bet.multiplier}×`,
                  <BetState key="state" status={bet.status} />,
                  ...columns.map(({ text, value }) => <ShownValue key={text} of={value(bet)} />),
                  bet.rules_version,
                  <Link key="open" className="link" to={`/games/${game}/bets/${bet.id}`}>
                    {t("play.open_bet")}
                  </Link>,
                ],
              }))}
            />
            <Pager pages={pages} next={data.next_cursor} />
          </>
        )}
      </Read>
    </Panel>
  );
}
