import type { Host } from "#kit/host/host.ts";
import { formatAmount, type Micros } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { toHex } from "#kit/std/bytes.ts";
import { type Accounts, playedBy } from "#modules/accounts/server/index.ts";
import type { Board, OwnStanding, Standing } from "../shared/contract.ts";
import type { BoardsInMemory } from "./boards-in-memory.ts";
import { disputeOf } from "./disputes-store.ts";
import type { RankedEntries } from "./ranked-entries.ts";
import { cutsOf, type Ranked, rankOf, ranksOf, type TournamentRow } from "./store.ts";
import { prizeAt, shownScore } from "./views.ts";

/** Lines of a leaderboard that everybody sees. */
export const shownPlaces = 100;

export interface BoardNeeds {
  readonly host: Pick<Host, "db">;
  readonly accounts: Pick<Accounts, "publicProfiles">;
  readonly boards: BoardsInMemory;
}

export interface Leaderboard {
  /** The first hundred: final where the ranks are frozen, else live. */
  readonly leaderboard: Standing[];
  /** How many take part. */
  readonly players: number;
}

export async function leaderboardOf(needs: BoardNeeds, tournament: TournamentRow): Promise<Leaderboard> {
  const { host, boards } = needs;
  const { id, ranksHash } = tournament;
  const board = await boards.read(id);
  const [rows, cuts] = ranksHash
    ? [await ranksOf(host.db, id, shownPlaces), await cutsOf(host.db, id)]
    : [board.top(shownPlaces), noCuts];
  // A board goes on changing while profiles are read.
  const players = board.size;
  return { leaderboard: await standingsOf(needs, tournament, rows, cuts), players };
}

const noCuts: ReadonlyMap<PlayerId, Micros> = new Map();

async function standingsOf(
  { accounts }: BoardNeeds,
  { scoring, prizes }: TournamentRow,
  rows: readonly Ranked[],
  cuts: ReadonlyMap<PlayerId, Micros>,
): Promise<Standing[]> {
  const publicProfiles = await accounts.publicProfiles(rows.map(({ playerId }) => playerId));
  return rows.map(({ playerId, score }, index) => {
    const { face, test } = playedBy(publicProfiles.get(playerId));
    const place = index + 1;
    const prize = prizeAt(prizes, place, cuts.get(playerId));
    return { place, player: face, test, score: shownScore(scoring, score), prize };
  });
}

export async function readBoard(
  needs: BoardNeeds,
  tournament: TournamentRow,
  player: PlayerId | undefined,
): Promise<Board> {
  const { leaderboard, players } = await leaderboardOf(needs, tournament);
  return {
    leaderboard,
    me: player === undefined ? null : await ownStandingOf(needs, tournament, player),
    players,
    ranks_hash: tournament.ranksHash && toHex(tournament.ranksHash),
    review_until: tournament.reviewUntil?.toISOString() ?? null,
  };
}

export async function ownStandingOf(
  { host, boards }: BoardNeeds,
  tournament: TournamentRow,
  player: PlayerId,
): Promise<OwnStanding | null> {
  const { id, scoring, prizes, ranksHash } = tournament;
  const board = await boards.read(id);
  const entry = board.entry(player);
  if (!entry) return null;
  const frozen = ranksHash ? await rankOf(host.db, id, player) : undefined;
  const score = ranksHash && !entry.isDisqualified ? (frozen?.score ?? 0n) : entry.score;
  const place = (ranksHash ? frozen?.place : board.placeOf(player)) ?? null;
  const cut = ranksHash ? (await cutsOf(host.db, id)).get(player) : undefined;
  const prize = prizeAt(prizes, place, cut);
  const isOpen = !ranksHash && !entry.isDisqualified;
  const dispute = ranksHash ? await disputeOf(host.db, { id, player }) : undefined;
  return {
    place,
    score: shownScore(scoring, score),
    prize,
    is_disqualified: entry.isDisqualified,
    to_prize: prize === null && isOpen ? missing(board, tournament, score) : null,
    next_prize: isOpen ? nextPrize(board, tournament, place, score) : null,
    dispute: dispute
      ? {
          text: dispute.text,
          created_at: dispute.createdAt.toISOString(),
          answer: dispute.answer,
          answered_at: dispute.answeredAt?.toISOString() ?? null,
        }
      : null,
  };
}

/** The nearest place above that wins more. */
function nextPrize(
  board: RankedEntries,
  { scoring, prizes }: TournamentRow,
  place: number | null,
  score: bigint,
): OwnStanding["next_prize"] {
  const own = place === null ? 0n : (prizes[place - 1] ?? 0n);
  const above = prizes.slice(0, (place ?? prizes.length + 1) - 1);
  const index = above.findLastIndex(prize => prize > own);
  const prize = above[index];
  const holder = prize === undefined ? undefined : board.top(index + 1)[index];
  if (prize === undefined || !holder) return null;
  return { place: index + 1, prize: formatAmount(prize), missing: shownScore(scoring, holder.score - score) };
}

/** What is missing to the score of the last place that wins something; null where any score has one. */
function missing(board: RankedEntries, { scoring, prizes }: TournamentRow, score: bigint) {
  const last = board.top(prizes.length)[prizes.length - 1];
  return last ? shownScore(scoring, last.score - score) : null;
}
