import { Filter } from "lucide-react";
import { Link } from "react-router";
import { Icon } from "#kit/ui/icon.tsx";
import { useTranslation } from "#kit/web/texts.tsx";
import type { GameOffice } from "#modules/bets/shared/game-office.ts";
import { OrderExport } from "#modules/exports/office/order-export.tsx";
import type { Column } from "#modules/operators/office/list/column.ts";
import { OfficeList } from "#modules/operators/office/list/office-list.tsx";
import { useList } from "#modules/operators/office/list/use-list.ts";
import { Moment, money, multiplier, PlayerLink } from "#modules/operators/office/parts/figures.tsx";
import { FilterForm } from "#modules/operators/office/parts/filter-form.tsx";
import { Panel } from "#modules/operators/office/parts/office-page.tsx";
import { Pick } from "#modules/operators/office/parts/pick.tsx";
import { BetState } from "./bet-state.tsx";
import { type BetRow, betStates, readGameBets } from "./contract.ts";
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
  const bets = useList(
    readGameBets,
    cursor => ({
      params: { game },
      query: { ...query, limit: "100", ...(cursor !== undefined && { cursor }) },
    }),
    { pollMs: 30_000 },
  );
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
      <OfficeList
        name={`bets.${game}`}
        title={t("play.bets_title")}
        columns={useBetColumns({ game, columns, filter, query })}
        of={bets}
        keyOf={keyOf}
        labelOf={({ player }) => player.name}
        to={({ id }) => `/games/${game}/bets/${id}`}
        actions={<OrderExport list="bets" filters={{ game, ...query }} />}
        empty={t("play.no_bets")}
        tools={
          <FilterForm
            filters={filter}
            fields={[
              { name: "player", label: t("play.player_id") },
              // Rounds have numbers where bets are stored with one.
              { name: "round", label: t("play.round"), isNumber: true },
            ]}
          />
        }
        onClear={isFiltered ? () => filter.set({ player: "", round: "" }) : undefined}
      />
    </Panel>
  );
}

const keyOf = ({ id }: BetRow) => id;

function useBetColumns(props: GameBetsProps & { readonly query: BetsQuery }): readonly Column<BetRow>[] {
  const { game, columns, filter, query } = props;
  const { t } = useTranslation("office");
  return [
    {
      id: "at",
      title: t(query.state === "open" ? "play.placed" : "play.ended"),
      fixed: true,
      cell: bet => <Moment at={bet.ended_at ?? bet.at} />,
    },
    {
      id: "player",
      title: t("player"),
      fixed: true,
      cell: ({ player }) => (
        <span className="row">
          <PlayerLink player={player} />
          {query.player === undefined && (
            <button
              type="button"
              className="btn s"
              aria-label={t("play.only_player", { name: player.name })}
              onClick={() => filter.set({ player: player.id })}
            >
              <Icon of={Filter} size={14} />
            </button>
          )}
        </span>
      ),
    },
    { id: "stake", title: t("play.bet_stake"), right: true, cell: bet => money(bet.stake, bet.currency) },
    { id: "payout", title: t("play.bet_payout"), right: true, cell: bet => <b>{money(bet.payout, bet.currency)}</b> },
    { id: "multiplier", title: t("play.multiplier"), right: true, cell: bet => multiplier(bet.multiplier) },
    { id: "state", title: t("play.state"), cell: ({ status }) => <BetState status={status} /> },
    ...columns.map(({ text, value }) => ({
      id: `of ${text}`,
      title: t(`play.columns.${text}`),
      cell: (bet: BetRow) => <ShownValue of={value(bet)} />,
    })),
    { id: "round", title: t("play.round"), extra: true, cell: ({ round }) => round ?? "—" },
    { id: "rules", title: t("play.rules"), cell: bet => bet.rules_version },
    {
      id: "record",
      title: t("play.record"),
      fixed: true,
      cell: ({ id }) => (
        <Link className="link" to={`/games/${game}/bets/${id}`}>
          {t("play.open_bet")}
        </Link>
      ),
    },
  ];
}
