import type { Host } from "#kit/host/host.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { toHex } from "#kit/std/bytes.ts";
import { type Accounts, playedBy } from "#modules/accounts/server/index.ts";
import type { Board, OwnStanding, Standing } from "../shared/contract.ts";
import { disputeOf } from "./disputes-store.ts";
import { entryOf, type Ranked, rankOf, ranksOf, type TournamentRow, topOf } from "./store.ts";
import { prizeAt, shownScore } from "./views.ts";

/** Lines of a leaderboard that everybody sees. */
export const shownPlaces = 100;

export interface BoardNeeds {
  readonly host: Pick<Host, "db">;
  readonly accounts: Pick<Accounts, "publicProfiles">;
}

/** The first hundred: final where the ranks are frozen, else live. */
export async function leaderboardOf(needs: BoardNeeds, tournament: TournamentRow): Promise<Standing[]> {
  const { host } = needs;
  const { id, ranksHash } = tournament;
  const rows = ranksHash ? await ranksOf(host.db, id, shownPlaces) : await topOf(host.db, id, shownPlaces);
  return standingsOf(needs, tournament, rows);
}

async function standingsOf(
  { accounts }: BoardNeeds,
  { scoring, prizes }: TournamentRow,
  rows: readonly Ranked[],
): Promise<Standing[]> {
  const publicProfiles = await accounts.publicProfiles(rows.map(({ playerId }) => playerId));
  return rows.map(({ playerId, score }, index) => {
    const { face, test } = playedBy(publicProfiles.get(playerId));
    const place = index + 1;
    return { place, player: face, test, score: shownScore(scoring, score), prize: prizeAt(prizes, place) };
  });
}

export async function readBoard(
  needs: BoardNeeds,
  tournament: TournamentRow,
  player: PlayerId | undefined,
): Promise<Board> {
  return {
    leaderboard: await leaderboardOf(needs, tournament),
    me: player === undefined ? null : await ownStandingOf(needs, tournament, player),
    players: Number(tournament.players),
    ranks_hash: tournament.ranksHash && toHex(tournament.ranksHash),
    review_until: tournament.reviewUntil?.toISOString() ?? null,
  };
}

export async function ownStandingOf(
  { host }: BoardNeeds,
  tournament: TournamentRow,
  player: PlayerId,
): Promise<OwnStanding | null> {
  const { id, scoring, prizes, ranksHash } = tournament;
  const entry = await entryOf(host.db, id, player);
  if (!entry) return null;
  const frozen = ranksHash ? await rankOf(host.db, id, player) : undefined;
  const score = ranksHash && !entry.isDisqualified ? (frozen?.score ?? 0n) : entry.score;
  const place = ranksHash ? (frozen?.place ?? null) : entry.place === null ? null : Number(entry.place);
  const prize = prizeAt(prizes, place);
  const isOpen = !ranksHash && !entry.isDisqualified;
  const dispute = ranksHash ? await disputeOf(host.db, { id, player }) : undefined;
  return {
    place,
    score: shownScore(scoring, score),
    prize,
    is_disqualified: entry.isDisqualified,
    to_prize: prize === null && isOpen ? await missing(host, tournament, score) : null,
    next_prize: isOpen ? await nextPrize(host, tournament, place, score) : null,
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
async function nextPrize(
  host: BoardNeeds["host"],
  { id, scoring, prizes }: TournamentRow,
  place: number | null,
  score: bigint,
): Promise<OwnStanding["next_prize"]> {
  const own = place === null ? 0n : (prizes[place - 1] ?? 0n);
  const above = prizes.slice(0, (place ?? prizes.length + 1) - 1);
  const index = above.findLastIndex(prize => prize > own);
  const prize = above[index];
  const holder = prize === undefined ? undefined : (await topOf(host.db, id, index + 1))[index];
  if (prize === undefined || !holder) return null;
  return { place: index + 1, prize: formatAmount(prize), missing: shownScore(scoring, holder.score - score) };
}

/** What is missing to the score of the last place that wins something; null where any score has one. */
async function missing(host: BoardNeeds["host"], { id, scoring, prizes }: TournamentRow, score: bigint) {
  const last = (await topOf(host.db, id, prizes.length))[prizes.length - 1];
  return last ? shownScore(scoring, last.score - score) : null;
}
