import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import type { Db } from "#kit/db/db.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { kindNumbers } from "#modules/ledger/shared/kinds.ts";
import { tournamentInvariants } from "#modules/tournaments/server/index.ts";
import { auditBooks } from "#modules/wallet/server/index.ts";
import { playTournament, prizesOf, rateSql } from "./bots.ts";
import type { Order } from "./server-process.ts";

/** A tournament of bots ends while the processes that end it are killed; then it is compared with a plain query over bets. */

export interface Ended {
  readonly players: number;
  readonly bets: number;
  /** Where processes were killed. */
  readonly kills: readonly string[];
  readonly ranks: number;
  /** Places where the frozen ranks and the plain query differ. */
  readonly differing: number;
  readonly prizes: number;
  /** Prizes in the books, and places that were paid other than once. */
  readonly booked: number;
  readonly notOnce: number;
  /** Micro-units: what the table of prizes says, and what the books paid. */
  readonly promised: bigint;
  readonly paid: bigint;
  /** Differences found by the audits of the books and of tournaments. */
  readonly differences: number;
  readonly state: string;
}

interface Size {
  readonly players: number;
  readonly places: number;
  /** Kills while prizes are paid. */
  readonly prizeKills: number;
}

const hourMs = 3_600_000;
/** Bets are counted, and the time for disputes is over, by then. */
const counted = { work: "advance", ahead: 5 * 60_000 } as const;
const reviewed = { work: "advance", ahead: 25 * hourMs } as const;
const fold = { work: "fold", ahead: 0 } as const;

export async function endTournament(db: Db, url: string, { players, places, prizeKills }: Size): Promise<Ended> {
  const { tournament, bets } = await playTournament(db, players, places);
  const kills: string[] = [];
  const killed = async (at: string, orders: readonly Order[]) => {
    const found = await inProcess(url, at, orders);
    if (found === undefined) throw new Error(`not killed at ${at}`);
    kills.push(found);
  };
  await killed("tournaments.folded", [fold]);
  await killed("tournaments.frozen", [fold, counted]);
  const perKill = Math.max(1, Math.floor(places / (prizeKills + 1)));
  for (let n = 0; n < prizeKills; n++)
    await killed(`tournaments.prize:${perKill}`, n === 0 ? [counted, reviewed] : [reviewed]);
  // Two at the same time.
  await Promise.all([inProcess(url, "", [reviewed]), inProcess(url, "", [reviewed])]);
  return { players, bets, kills, ...(await compare(db, tournament, places)) };
}

/** Where it was killed; undefined when it did everything. */
async function inProcess(url: string, killAt: string, orders: readonly Order[]): Promise<string | undefined> {
  const child = fork(join(import.meta.dirname, "server-process.ts"), {
    env: { PATH: process.env.PATH ?? "", DATABASE_URL: url, KILL_AT: killAt },
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  let note = "";
  child.stdout?.on("data", (text: Buffer) => {
    note += text;
  });
  const gone = new Promise<"gone">(resolve => child.once("close", () => resolve("gone")));
  let answer = await Promise.race([nextMessage(child), gone]);
  for (const order of orders) {
    if (answer === "gone") break;
    child.send(order);
    answer = await Promise.race([nextMessage(child), gone]);
    if (answer !== "gone" && answer.error !== undefined) throw new Error(answer.error);
  }
  if (answer !== "gone") child.kill("SIGKILL");
  await gone;
  return note.trim() || undefined;
}

const nextMessage = (child: ChildProcess) =>
  new Promise<{ readonly error?: string }>(resolve => child.once("message", message => resolve(message as object)));

/** What counts by a plain query: bets that ended within the time and after joining, by their rates. */
const plainSql = `
  SELECT row_number() OVER (ORDER BY score DESC, reached_at, player_id) AS place, player_id, score, reached_at FROM (
    SELECT b.player_id, sum(div(b.stake::numeric * ${rateSql}, 1000))::bigint AS score,
      date_trunc('milliseconds', max(b.settled_at) FILTER (WHERE b.stake * ${rateSql} >= 1000)) AS reached_at
    FROM wallet.bets b JOIN tournaments.entries e ON e.player_id = b.player_id AND e.tournament_id = $1
    JOIN tournaments.tournaments t ON t.id = e.tournament_id
    WHERE b.settled_at >= greatest(t.starts_at, e.joined_at) AND b.settled_at < t.ends_at GROUP BY b.player_id) s WHERE score > 0`;

async function compare(db: Db, tournament: Uuid, places: number): Promise<Omit<Ended, "players" | "bets" | "kills">> {
  const { rows } = await db.query<Omit<Ended, "players" | "bets" | "kills" | "promised" | "differences">>(
    `WITH plain AS (${plainSql}), ranks AS (SELECT place, player_id, score, reached_at FROM tournaments.ranks WHERE tournament_id = $1),
     books AS (SELECT p.place, count(*) AS times, sum(l.amount) AS amount FROM tournaments.prizes p
       JOIN ledger.transfers l ON l.player_id = p.player_id AND l.reference = p.reference AND l.kind = ${kindNumbers.prize}
       WHERE p.tournament_id = $1 GROUP BY p.place)
     SELECT (SELECT count(*)::int FROM ranks) AS ranks,
       (SELECT count(*)::int FROM plain p FULL JOIN ranks r USING (place)
        WHERE (p.player_id, p.score, p.reached_at) IS DISTINCT FROM (r.player_id, r.score, r.reached_at)) AS differing,
       (SELECT count(*)::int FROM tournaments.prizes WHERE tournament_id = $1) AS prizes,
       (SELECT count(*)::int FROM ledger.transfers WHERE kind = ${kindNumbers.prize}) AS booked,
       (SELECT count(*)::int FROM books WHERE times <> 1) AS "notOnce",
       (SELECT coalesce(sum(amount), 0)::bigint FROM ledger.transfers WHERE kind = ${kindNumbers.prize}) AS paid,
       (SELECT state FROM tournaments.tournaments WHERE id = $1) AS state`,
    [tournament],
  );
  const [found] = rows;
  if (!found) throw new Error("one row");
  const differences = [...(await auditBooks(db)), ...(await differencesOf(db, tournamentInvariants))];
  if (differences.length > 0)
    console.error(
      JSON.stringify(differences.slice(0, 3), (_, value) => (typeof value === "bigint" ? String(value) : value)),
    );
  const promised = prizesOf(places).reduce((sum, each) => sum + each, 0n);
  return { ...found, promised, differences: differences.length };
}
