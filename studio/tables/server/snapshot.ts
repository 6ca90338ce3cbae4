import type { Queryable } from "#kit/db/db.ts";
import type { Crowd, PlayFacts, RoundFacts, TableEvent, TableSnapshot, Winner } from "../shared/calls.ts";
import type { TableTiming } from "../shared/table-game.ts";
import { seatsOf } from "./seat-store.ts";
import { lastSeq, newestRound, type RoundRow, resultsOf } from "./table-store.ts";

/** How many results a table shows. */
export const historyLength = 500;

/** A round as everybody may see it. Named one by one: nothing else of the row goes out. */
export function roundFacts(round: RoundRow, { restMs }: Pick<TableTiming, "restMs">): RoundFacts {
  return {
    number: Number(round.number),
    phase: round.state,
    opened_at: round.openedAt.getTime(),
    closes_at: round.closesAt.getTime(),
    beacon_round: Number(round.beaconRound),
    beacon_due_at: round.beaconDueAt.getTime(),
    link_hash: round.linkHash,
    entries: round.publishedAt ? round.entries : null,
    entries_hash: round.publishedAt ? round.entriesHash : null,
    link: round.link,
    beacon_value: round.beaconValue,
    outcome: round.outcome,
    play: playFacts(round),
    dealt_at: round.dealtAt?.getTime() ?? null,
    settles_at: round.settlesAt?.getTime() ?? null,
    next_at: round.endedAt ? round.endedAt.getTime() + restMs : null,
    void_reason: round.voidReason,
  };
}

function playFacts({ play, turnStartsAt, turnEndsAt }: RoundRow): PlayFacts | null {
  if (!play || !turnStartsAt) return null;
  const { view, next } = play;
  return { view, next, starts_at: turnStartsAt.getTime(), ends_at: turnEndsAt?.getTime() ?? null };
}

/** How many players have a bet, and on which spots. */
export async function crowdOf(
  from: Queryable,
  game: string,
  number: bigint,
): Promise<{ readonly crowd: Crowd; readonly players: number }> {
  const { rows } = await from.query<{ spot: string | null; players: number }>(
    `SELECT b.spot, count(DISTINCT p.id)::int AS players FROM tables.player_rounds p
     JOIN tables.txs t ON t.round = p.id AND t.kind = 'bet' AND t.state = 'ok'
     CROSS JOIN LATERAL jsonb_to_recordset(t.layout) AS b(spot text)
     WHERE p.game = $1 AND p.number = $2 GROUP BY GROUPING SETS ((b.spot), ()) ORDER BY b.spot`,
    [game, number],
  );
  const crowd = Object.fromEntries(rows.flatMap(({ spot, players }) => (spot === null ? [] : [[spot, players]])));
  return { crowd, players: rows.find(({ spot }) => spot === null)?.players ?? 0 };
}

async function lastWinners(from: Queryable, game: string): Promise<readonly Winner[]> {
  const { rows } = await from.query<{ body: TableEvent }>(
    "SELECT body FROM tables.events WHERE game = $1 AND body ->> 'type' = 'paid' ORDER BY seq DESC LIMIT 1",
    [game],
  );
  const [paid] = rows;
  return paid?.body.type === "paid" ? paid.body.winners : [];
}

async function chainHead(from: Queryable, round: RoundRow | undefined): Promise<string | null> {
  if (!round) return null;
  const { rows } = await from.query<{ head: string }>("SELECT head FROM tables.chains WHERE id = $1", [round.chain]);
  return rows[0]?.head ?? null;
}

/** Events that come after are numbered from `seq` on: it is read first, so that none is missed. */
export async function readSnapshot(
  from: Queryable,
  game: string,
  timing: TableTiming,
  now: number,
): Promise<TableSnapshot> {
  const seq = await lastSeq(from, game);
  const round = await newestRound(from, game);
  const { crowd, players } = round ? await crowdOf(from, game, round.number) : { crowd: {}, players: 0 };
  return {
    type: "snapshot",
    seq: Number(seq),
    now,
    round: round ? roundFacts(round, timing) : null,
    history: (await resultsOf(from, game, historyLength)).map(({ number, outcome }) => ({
      number: Number(number),
      outcome,
    })),
    crowd,
    players,
    winners: await lastWinners(from, game),
    seats: await seatsOf(from, game),
    chain_head: await chainHead(from, round),
  };
}
