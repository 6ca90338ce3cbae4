import { useTranslation } from "#kit/web/texts.tsx";
import type { GameOffice } from "#modules/bets/shared/game-office.ts";
import { count, Moment } from "#modules/operators/office/parts/figures.tsx";
import { Panel, Read, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { Pager, usePages } from "#modules/operators/office/parts/pager.tsx";
import { Pick } from "#modules/operators/office/parts/pick.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { readGameRounds } from "./contract.ts";
import { PublicRecord } from "./public-record.tsx";
import { ShownValue } from "./shown-value.tsx";
import { usePeriod } from "./use-period.ts";

interface GameRoundsProps {
  readonly game: string;
  readonly columns: NonNullable<GameOffice["rounds"]>;
}

/** Shared rounds, newest first: all, or voided ones. */
export function GameRounds({ game, columns }: GameRoundsProps) {
  const { t } = useTranslation("office");
  const filter = usePeriod();
  const state = filter.get("rounds") === "voided" ? "voided" : "all";
  const pages = usePages();
  const rounds = useOfficeQuery(readGameRounds, { params: { game }, query: { state, ...pages.query } }, 30_000);
  return (
    <Panel
      title={t("play.rounds")}
      aside={
        <Pick
          label={t("play.which_rounds")}
          value={state}
          choices={[
            ["all", t("play.all_rounds")],
            ["voided", t("play.only_voided")],
          ]}
          onPick={picked => {
            pages.restart();
            filter.set({ rounds: picked === "all" ? "" : picked });
          }}
        />
      }
    >
      <Read of={rounds}>
        {({ data }) => (
          <>
            <Table
              name={t("play.rounds")}
              head={[
                t("play.round"),
                t("play.state"),
                ...columns.map(({ text }) => t(`play.columns.${text}`)),
                `>${t("play.bets")}`,
                t("play.opened"),
                t("play.ended"),
                t("play.rules"),
                t("play.record"),
              ]}
              empty={t(state === "voided" ? "play.no_voided_rounds" : "play.no_rounds")}
              rows={data.items.map(round => ({
                key: round.number,
                cells: [
                  <span key="number" className="mono">
                    {round.number}
                  </span>,
                  <Tag key="state" tone={round.is_voided ? "bad" : round.ended_at ? "good" : "info"}>
                    {t.in("play.round_states", round.state)}
                  </Tag>,
                  ...columns.map(({ text, value }) => <ShownValue key={text} of={value(round.facts)} />),
                  round.bets === null || round.ended_at === null ? (
                    "—"
                  ) : (
                    <button
                      key="bets"
                      type="button"
                      className="btn s"
                      aria-label={`${t("play.bets_of_round", { round: round.number })}: ${count(round.bets)}`}
                      onClick={() => filter.set({ round: round.number, state: "" })}
                    >
                      {count(round.bets)}
                    </button>
                  ),
                  <Moment key="opened" at={round.opened_at} />,
                  <Moment key="ended" at={round.ended_at} />,
                  round.rules_version,
                  round.ended_at === null ? "—" : <PublicRecord key="record" id={round.id} />,
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
