import { join } from "node:path";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { tryEach } from "#kit/std/try-each.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import type { Asker } from "#modules/approvals/server/index.ts";
import type { Projections } from "#modules/projections/server/index.ts";
import manifest from "../module.ts";
import {
  disputeTournament,
  getTournament,
  getTournamentBoard,
  joinTournament as joinCall,
  listTournaments,
} from "../shared/contract.ts";
import { tournamentErrors } from "../shared/errors.ts";
import { countingMs } from "../shared/phase.ts";
import type { BetFacts } from "./bet-facts.ts";
import { BoardsInMemory } from "./boards-in-memory.ts";
import { hasOpenPrize, leaveTournaments } from "./close-entries.ts";
import { askCut, type Cutting, registerCuts } from "./cut-prize.ts";
import { answerDispute, type DisputeAnswer, disputeRank } from "./dispute-rank.ts";
import { allDisputes, redactDispute } from "./disputes-store.ts";
import { askDisqualification, type Disqualifying, registerDisqualification } from "./disqualify.ts";
import { foldScores } from "./fold-scores.ts";
import { freezeRanks } from "./freeze-ranks.ts";
import { joinTournament } from "./join-tournament.ts";
import { LiveBoards } from "./live-boards.ts";
import { type PrizeNeeds, payPrizes } from "./pay-prizes.ts";
import { changeTournament, type PublishNeeds, registerChanges, type TournamentRequest } from "./publish-tournament.ts";
import { allRaces, insertRace, type NewRace, nextInRace, type RaceRow } from "./races-store.ts";
import { leaderboardOf, readBoard } from "./read-board.ts";
import { runRaces } from "./run-races.ts";
import { askStartRace, registerRaces, stopRace } from "./start-race.ts";
import {
  allTournaments,
  cutsOf,
  entriesOf,
  insertTournament,
  type ListedTournament,
  type NewTournament,
  ranksOf,
  type TournamentRow,
  topOf,
  tournamentOf,
  tournamentsBy,
  tournamentsIn,
} from "./store.ts";
import { shownScore, tournamentView } from "./views.ts";

export type { BetFacts } from "./bet-facts.ts";
export { BoardsInMemory } from "./boards-in-memory.ts";
export { cutRequest } from "./cut-prize.ts";
export { disqualifyRequest } from "./disqualify.ts";
export { readDraft, readRaceDraft } from "./draft-tournament.ts";
export { ranksHash } from "./freeze-ranks.ts";
export { tournamentInvariants } from "./invariants.ts";
export {
  cancelRequest,
  prizeSum,
  publishRequest,
  subjectOf,
  type TournamentRequest,
  takesTwo,
  termsOf,
} from "./publish-tournament.ts";
export type { NewRace, RaceRow } from "./races-store.ts";
export { raceSubject, raceTerms, startRaceRequest } from "./start-race.ts";
export { entryOf, type ListedTournament, type NewTournament, type Ranked, type TournamentRow, topOf } from "./store.ts";
export { shownScore } from "./views.ts";

/** For operators. */
export interface TournamentOffice {
  readonly counts: BetFacts["counts"];
  all(limit: number): Promise<readonly ListedTournament[]>;
  one(id: string): Promise<TournamentRow | undefined>;
  draft(tx: Tx, tournament: NewTournament, by: Asker): Promise<void>;
  change(
    tx: Tx,
    kind: TournamentRequest,
    of: { readonly id: string; readonly reason: string },
    by: Asker,
  ): ReturnType<typeof changeTournament>;
  disputes(limit: number): ReturnType<typeof allDisputes>;
  answerDispute(tx: Tx, answer: DisputeAnswer): ReturnType<typeof answerDispute>;
  races(limit: number): Promise<readonly RaceRow[]>;
  draftRace(tx: Tx, race: NewRace, by: Asker): Promise<void>;
  /** Asks for it; a second person decides. */
  startRace(tx: Tx, of: { readonly id: string; readonly reason: string }, by: Asker): ReturnType<typeof askStartRace>;
  stopRace: typeof stopRace;
  /** Asks for it; a second person decides. */
  disqualify(tx: Tx, of: Disqualifying, by: Asker): ReturnType<typeof askDisqualification>;
  /** Asks for it; a second person decides. */
  cutPrize(tx: Tx, of: Cutting, by: Asker): ReturnType<typeof askCut>;
  /** What prizes were cut to. */
  cuts(id: string): ReturnType<typeof cutsOf>;
  /** The places as they are now: live, or final. */
  places(tournament: TournamentRow, limit: number): ReturnType<typeof topOf>;
}

export interface Tournaments extends ServerModule {
  readonly office: TournamentOffice;
  /** Adds what was played by now to the scores of running tournaments. */
  foldNow(players?: readonly PlayerId[]): Promise<void>;
  /** Publishes the next tournaments of races, freezes the ranks of those that ended, pays those whose review is over. */
  advance(): Promise<void>;
}

export interface TournamentNeeds {
  readonly accounts: Pick<Accounts, "publicProfiles">;
  readonly approvals: PublishNeeds["approvals"];
  readonly audit: PublishNeeds["audit"];
  readonly facts: BetFacts;
  readonly projections: Pick<Projections, "onFolded">;
  readonly notices: PrizeNeeds["notices"];
  readonly wallet: PrizeNeeds["wallet"];
}

/** Contests over bets: scores are folded from the wallets' numbers, final ranks are computed from bets alone. */
export function createTournaments(host: Host, needs: TournamentNeeds): Tournaments {
  const { accounts, approvals, audit, facts, notices, wallet } = needs;
  const scoring = { host, facts };
  const disputing = { host, facts, notices };
  const changing = { host, approvals, audit };
  const boards = { host, accounts, boards: new BoardsInMemory(host.db) };
  const live = new LiveBoards(host, boards);
  registerChanges(changing);
  registerDisqualification(changing, disputing);
  registerCuts(changing, disputing);
  registerRaces(changing);
  needs.projections.onFolded(players => foldNow(players));

  async function foldNow(players?: readonly PlayerId[]): Promise<void> {
    await foldScores(scoring, players);
  }

  /** A step that fails, or a tournament, does not keep the others waiting. */
  async function advance(): Promise<void> {
    await tryEach([() => runRaces(host), () => foldNow(), endTournaments], step => step());
  }

  async function endTournaments(): Promise<void> {
    const now = host.clock.now();
    const due = await tournamentsIn(host.db, ["published", "review", "paid"], new Date(now));
    await tryEach(due, async ({ id, state, endsAt }) => {
      if (state === "published" && endsAt.getTime() + countingMs <= now) await freezeRanks(scoring, id);
      if (state !== "published") await payPrizes({ host, wallet, notices }, id);
    });
  }

  /** Drafts and cancelled ones do not exist for players. */
  async function shown(id: string): Promise<TournamentRow> {
    const found = await tournamentOf(host.db, id);
    return !found || found.state === "draft" || found.state === "cancelled" ? fail(notFound) : found;
  }

  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    errors: tournamentErrors,
    foldNow,
    advance,
    channels: [live.channel],
    start: async () => live.start(),
    stop: async () => live.stop(),
    jobs: [{ name: "tournaments-advance", cron: "* * * * *", run: advance }],
    office: {
      counts: facts.counts,
      all: limit => allTournaments(host.db, limit),
      one: id => tournamentOf(host.db, id),
      draft: (tx, tournament, by) => insertTournament(tx, tournament, by.name, new Date(host.clock.now())),
      disputes: limit => allDisputes(host.db, limit),
      answerDispute: (tx, answer) => answerDispute(disputing, tx, answer),
      races: limit => allRaces(host.db, limit),
      draftRace: (tx, race, by) => insertRace(tx, race, by.name, new Date(host.clock.now())),
      startRace: (tx, of, by) => askStartRace(changing, tx, of, by),
      stopRace,
      disqualify: (tx, of, by) => askDisqualification(changing, scoring, tx, of, by),
      cutPrize: (tx, of, by) => askCut(changing, tx, of, by),
      cuts: id => cutsOf(host.db, id),
      change: (tx, kind, of, by) => changeTournament(changing, tx, kind, of, by),
      places: ({ id, ranksHash }, limit) => (ranksHash ? ranksOf(host.db, id, limit) : topOf(host.db, id, limit)),
    },
    closingObstacles: async (tx, player) => ((await hasOpenPrize({ host }, tx, player)) ? ["open_prizes"] : []),
    onAccountClosed: (tx, player) => leaveTournaments({ host }, tx, player),
    onPlayerErased: redactDispute,
    personalData: async player => ({
      tournaments: (await entriesOf(host.db, player)).map(entry => ({
        title: entry.title.en,
        joined_at: entry.joinedAt.toISOString(),
        score: shownScore(entry.scoring, entry.score),
        place: entry.place,
        prize: entry.prize && formatAmount(entry.prize),
        currency: entry.currency,
      })),
    }),
    handlers: [
      handle(listTournaments, async ({ locale, input }) => {
        const now = host.clock.now();
        const rows = await tournamentsBy(host.db, new Date(now), input.query.status ?? null);
        return { data: rows.map(row => tournamentView(row, Number(row.players), locale, now)) };
      }),
      handle(getTournament, async ({ locale, input }) => {
        const found = await shown(input.params.id);
        const { leaderboard, players } = await leaderboardOf(boards, found);
        const { raceId, startsAt } = found;
        const next = raceId === null ? undefined : await nextInRace(host.db, { raceId, startsAt });
        const planned = next ? { id: next.id, starts_at: next.startsAt.toISOString() } : null;
        return { data: { ...tournamentView(found, players, locale, host.clock.now()), leaderboard, next: planned } };
      }),
      handle(getTournamentBoard, async ({ session, input }) => ({
        data: await readBoard(boards, await shown(input.params.id), session?.player),
      })),
      handle(disputeTournament, async ({ session, input: { params, body } }) => {
        await disputeRank(host, { id: params.id, player: session.player, text: body.text });
        return undefined;
      }),
      handle(joinCall, async ({ session, input }) => {
        await joinTournament(host, session.player, input.params.id);
        return undefined;
      }),
    ],
  };
}
