import { useState } from "react";
import { useTranslation } from "#kit/web/texts.tsx";
import { PublicRecord } from "#modules/bets/office/public-record.tsx";
import type { PeriodFilter } from "#modules/bets/office/use-period.ts";
import { call } from "#modules/operators/office/api.ts";
import { AskedNote } from "#modules/operators/office/parts/asked-note.tsx";
import { Decide } from "#modules/operators/office/parts/decide.tsx";
import { count, Moment, money, PlayerLink } from "#modules/operators/office/parts/figures.tsx";
import { FilterForm } from "#modules/operators/office/parts/filter-form.tsx";
import { Panel, Read, Table, Tag } from "#modules/operators/office/parts/office-page.tsx";
import { Pager, usePages } from "#modules/operators/office/parts/pager.tsx";
import { Pick } from "#modules/operators/office/parts/pick.tsx";
import { useOfficeQuery } from "#modules/operators/office/parts/use-office-query.ts";
import { useSession } from "#modules/operators/office/session.ts";
import { voidProviderRound } from "./contract.ts";
import { readRoundsOfProvider, roundStates } from "./games-contract.ts";

interface GameRoundsProps {
  readonly provider: string;
  readonly slug: string;
  readonly filter: PeriodFilter;
}

interface RoundsQuery {
  readonly state: (typeof roundStates)[number];
  readonly tests: "with" | "without";
  readonly player?: string;
}

const tones = { open: "info", closed: "good", void: "bad" } as const;

/** Rounds of the period, newest first, by state and player. */
export function GameRounds({ provider, slug, filter }: GameRoundsProps) {
  const player = filter.get("player");
  const state = roundStates.find(each => each === filter.get("state")) ?? "ended";
  const query = {
    ...filter.query,
    state,
    tests: filter.withTests ? ("with" as const) : ("without" as const),
    ...(player !== "" && { player }),
  };
  // Another filter begins with its first page.
  return <RoundsList key={JSON.stringify(query)} provider={provider} slug={slug} filter={filter} query={query} />;
}

function RoundsList({ provider, slug, filter, query }: GameRoundsProps & { readonly query: RoundsQuery }) {
  const { t } = useTranslation("office");
  const { may } = useSession();
  const [request, setRequest] = useState<string>();
  const pages = usePages();
  const given = { params: { provider, slug }, query: { ...query, ...pages.query } };
  const rounds = useOfficeQuery(readRoundsOfProvider, given, 30_000);
  return (
    <Panel
      title={t("rtp.rounds")}
      aside={
        <Pick
          label={t("rtp.which")}
          value={query.state}
          choices={roundStates.map(each => [each, t(`rtp.states.${each}`)] as const)}
          onPick={state => filter.set({ state: state === "ended" ? "" : state })}
        />
      }
    >
      <AskedNote request={request} />
      <FilterForm filters={filter} fields={[{ name: "player", label: t("play.player_id") }]} />
      <Read of={rounds}>
        {({ data }) => (
          <>
            <Table
              name={t("rtp.rounds")}
              head={[
                t(query.state === "open" ? "rtp.started" : "play.ended"),
                t("player"),
                `>${t("rtp.bets")}`,
                `>${t("play.bet_stake")}`,
                `>${t("play.bet_payout")}`,
                `>${t("rtp.jackpot")}`,
                t("play.state"),
                t("play.record"),
                ">",
              ]}
              empty={t(query.player === undefined ? "rtp.no_rounds" : "rtp.no_match")}
              rows={data.items.map(round => ({
                key: `${round.player.id}/${round.id}`,
                cells: [
                  <Moment key="at" at={round.ended_at ?? round.started_at} />,
                  <PlayerLink key="player" player={round.player} />,
                  count(round.bets),
                  money(round.stake, round.currency),
                  money(round.win, round.currency),
                  Number(round.jackpot) === 0 ? "—" : money(round.jackpot, round.currency),
                  <Tag key="state" tone={tones[round.state]}>
                    {t(`rtp.round_states.${round.state}`)}
                  </Tag>,
                  round.has_proof ? (
                    <PublicRecord key="record" id={round.id} />
                  ) : (
                    <span key="record" className="muted sm">
                      {t("rtp.no_proof")}
                    </span>
                  ),
                  round.state === "closed" && may("providers.write") && (
                    <VoidRound key="void" round={round} asked={setRequest} />
                  ),
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

interface VoidRoundProps {
  readonly round: {
    readonly id: string;
    readonly player: { readonly id: string; readonly name: string };
    readonly stake: string;
    readonly win: string;
    readonly currency: string;
  };
  asked(request: string): void;
}

/** Requests that a settled round is voided; a second person approves. */
function VoidRound({ round: { id, player, stake, win, currency }, asked }: VoidRoundProps) {
  const { t } = useTranslation("office");
  return (
    <Decide
      action={t("rtp.void")}
      title={t("rtp.void_title")}
      text={`${t("rtp.void_text", { name: player.name, stake: money(stake, currency), win: money(win, currency) })} ${t("rtp.void_pot")}`}
      asksReason
      dangerous
      onDecide={async (reason, key) => {
        const { data } = await call(voidProviderRound, { params: { id }, body: { player: player.id, reason } }, key);
        asked(data.request);
      }}
    />
  );
}
