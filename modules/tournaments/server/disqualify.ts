import * as z from "zod/mini";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { toHex } from "#kit/std/bytes.ts";
import type { AskedRequest, Asker } from "#modules/approvals/server/index.ts";
import type { Notifications } from "#modules/notifications/server/index.ts";
import { tournamentClosed } from "../shared/errors.ts";
import { phaseOf } from "../shared/phase.ts";
import { boardTopic, type ScoreNeeds } from "./fold-scores.ts";
import { finalRanks, ranksHash } from "./freeze-ranks.ts";
import { type PublishNeeds, subjectOf } from "./publish-tournament.ts";
import { insertRanks, type TournamentRow, tournamentOf } from "./store.ts";

export const disqualifyRequest = "tournaments.disqualify";

const named = z.object({ tournament: z.uuid(), player: z.uuid(), name: z.string() });

export interface Disqualifying {
  readonly id: string;
  readonly player: PlayerId;
  readonly reason: string;
}

/** A player is disqualified by two people, while prizes can still go to somebody else. */
export function registerDisqualification(
  { approvals, audit }: PublishNeeds,
  { notices, ...scoring }: ScoreNeeds & { readonly notices: Pick<Notifications, "give"> },
): void {
  approvals.register({
    kind: disqualifyRequest,
    permission: "campaigns.start",
    reads: "campaigns.read",
    needs: 1,
    versionOf: async (on, { payload }) => {
      const { tournament: id, player } = z.parse(named, payload);
      const found = await tournamentOf(on, id);
      return `${found?.state} ${await isDisqualified(on, id, player)}`;
    },
    async run(tx, request, by) {
      const { tournament: id, player, name } = z.parse(named, request.payload);
      const tournament = await openTournament(scoring, tx, id);
      await mark(tx, { id, player: player as PlayerId, reason: request.reason }, new Date(scoring.host.clock.now()));
      if (tournament.ranksHash) await rankAgain(scoring, tx, tournament);
      await scoring.host.signals.send(tx, boardTopic, id);
      await notices.give(tx, {
        player: player as PlayerId,
        kind: "tournament_disqualified",
        data: { tournament: id, titles: tournament.title },
        source: `tournament_disqualified:${id}`,
      });
      await audit.record(tx, by, {
        action: disqualifyRequest,
        subject: subjectOf(id),
        reason: request.reason,
        before: { ranks_hash: tournament.ranksHash && toHex(tournament.ranksHash) },
        after: { player, tournament: name, asked_by: request.askedName, request: request.id },
      });
    },
  });
}

/** Asks for it. Fails with `not_found`, `tournament_closed`. */
export async function askDisqualification(
  { approvals }: PublishNeeds,
  scoring: ScoreNeeds,
  tx: Tx,
  { id, player, reason }: Disqualifying,
  by: Asker,
): Promise<AskedRequest> {
  const tournament = await openTournament(scoring, tx, id);
  if ((await isDisqualified(tx, id, player)) !== false) fail(notFound);
  const payload = { tournament: id, player, name: tournament.title.en };
  return approvals.ask(tx, { kind: disqualifyRequest, subject: subjectOf(id), payload, reason }, by);
}

async function openTournament({ host }: ScoreNeeds, tx: Tx, id: string): Promise<TournamentRow> {
  const tournament = (await tournamentOf(tx, id, "FOR UPDATE OF t")) ?? fail(notFound);
  const phase = phaseOf(tournament, host.clock.now());
  if (!["upcoming", "active", "counting", "review"].includes(phase)) fail(tournamentClosed, { data: { state: phase } });
  return tournament;
}

/** Undefined for one who does not take part. */
async function isDisqualified(on: Queryable, id: string, player: string): Promise<boolean | undefined> {
  const { rows } = await on.query<{ out: boolean }>(
    "SELECT disqualified_at IS NOT NULL AS out FROM tournaments.entries WHERE tournament_id = $1 AND player_id = $2",
    [id, player],
  );
  return rows[0]?.out;
}

async function mark(tx: Tx, { id, player, reason }: Disqualifying, at: Date): Promise<void> {
  await tx.query(
    "UPDATE tournaments.entries SET disqualified_at = $3, disqualified_reason = $4 WHERE tournament_id = $1 AND player_id = $2",
    [id, player, at, reason],
  );
}

/** Everybody below moves up, under a new hash; the time for disputes stays. */
export async function rankAgain(scoring: ScoreNeeds, tx: Tx, tournament: TournamentRow): Promise<void> {
  const { id, reviewUntil } = tournament;
  if (reviewUntil === null) return;
  const ranks = await finalRanks(scoring, tx, tournament);
  await tx.query("DELETE FROM tournaments.ranks WHERE tournament_id = $1", [id]);
  await insertRanks(tx, { id, hash: ranksHash(id, ranks), reviewUntil }, ranks);
}
