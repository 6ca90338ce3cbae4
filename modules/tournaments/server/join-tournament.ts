import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Host } from "#kit/host/host.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { mayDeposit } from "#modules/limits/server/index.ts";
import { playedSql } from "#modules/wallet/server/index.ts";
import { tournamentOnBreak, tournamentOver } from "../shared/errors.ts";
import { phaseOf } from "../shared/phase.ts";
import { insertEntry, tournamentOf } from "./store.ts";

/** JOINED: bets that end from now on count. Joining again changes nothing. Fails with `not_found`, `tournament_over`, `tournament_on_break`. */
export function joinTournament(host: Pick<Host, "db" | "clock">, player: PlayerId, id: string): Promise<void> {
  return host.db.tx(async tx => {
    // Delays a break of the player until this has committed.
    const isFree = await mayDeposit(tx, player, new Date(host.clock.now()));
    const tournament = await tournamentOf(tx, id, "FOR SHARE OF t");
    if (!tournament || tournament.state === "draft") return fail(notFound);
    const now = new Date(host.clock.now());
    if (!["upcoming", "active"].includes(phaseOf(tournament, now.getTime()))) fail(tournamentOver);
    if (!isFree) fail(tournamentOnBreak);
    if (!(await insertEntry(tx, id, player, now))) return;
    await tx.query(
      `INSERT INTO tournaments.positions (tournament_id, player_id, currency, seq)
       SELECT $1, player_id, currency, seq FROM ${playedSql.wallets} w WHERE player_id = $2`,
      [id, player],
    );
  });
}
