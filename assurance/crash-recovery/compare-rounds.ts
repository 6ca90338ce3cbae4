import { setTimeout as sleep } from "node:timers/promises";
import type { BenchStudio } from "#assurance/load/bench-studio.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import type { Answered } from "./round-players.ts";

/** How long after the last kill every round must have ended on both sides. */
const mostRestMs = 240_000;

const studioRounds = `SELECT id, 'slots' AS kind, state, coalesce(payout, 0) AS won, amount AS staked FROM rgs.rounds
  UNION ALL SELECT p.id, p.game, p.state, coalesce(p.payout, 0), coalesce((SELECT sum(t.amount)::bigint FROM tables.txs t
    WHERE t.round = p.id AND t.kind = 'bet' AND t.state = 'ok'), 0) FROM tables.player_rounds p`;
const unsent = `SELECT (SELECT count(*) FROM rgs.txs WHERE due_at IS NOT NULL)
  + (SELECT count(*) FROM tables.txs WHERE due_at IS NOT NULL OR state IN ('sent', 'unknown'))
  + (SELECT count(*) FROM (${studioRounds}) r WHERE state NOT IN ('settled', 'refused', 'void')) AS open`;
const stillOpen = "SELECT count(*) AS open FROM wallet.provider_rounds WHERE status = 0";

/** @returns milliseconds until no round is open at the casino, and the studio has nothing left to send */
export async function untilRoundsEnd({ app, db }: BenchStudio): Promise<number> {
  const began = performance.now();
  for (;;) {
    const [there, here] = [await countOf(db, unsent), await countOf(app.db, stillOpen)];
    const ms = performance.now() - began;
    if (there + here === 0) return ms;
    if (ms > mostRestMs)
      throw new Error(`${there} rounds and transactions at the studio and ${here} rounds at the casino are still open`);
    await sleep(500);
  }
}

async function countOf(db: BenchStudio["db"], sql: string): Promise<number> {
  const { rows } = await db.query<{ open: bigint }>(sql);
  return Number(required(rows[0], "a count").open);
}

/** Each round of the studio has the end that the casino booked; each payout in a response to a player is one of them. */
export async function roundDifferences({ app, db }: BenchStudio, answered: Answered): Promise<readonly string[]> {
  const { rows: theirs } = await db.query<{ id: string; state: string; won: bigint; staked: bigint }>(studioRounds);
  const { rows: ours } = await app.db.query<{ id: string; status: number; won: bigint; staked: bigint }>(
    "SELECT provider_round AS id, status, won, staked FROM wallet.provider_rounds",
  );
  const booked = new Map(ours.map(row => [row.id, row]));
  const known = new Set(theirs.map(({ id }) => id));
  const settled = new Map(theirs.flatMap(({ id, state, won }) => (state === "settled" ? [[id, won] as const] : [])));
  return [
    ...theirs.flatMap(({ id, state, won, staked }) => {
      const row = booked.get(id);
      const isEqual =
        state === "settled"
          ? row?.status === 1 && row.won === won && row.staked === staked
          : row === undefined || row.status === 2;
      return isEqual
        ? []
        : [`${id} is ${state} ${formatAmount(won)}, the casino has ${row?.status} ${formatAmount(row?.won ?? 0n)}`];
    }),
    ...ours.filter(({ id }) => !known.has(id)).map(({ id }) => `${id} is known to the casino only`),
    ...[...answered]
      .filter(([id, won]) => settled.get(id) !== won)
      .map(([id]) => `${id} had another payout in the response to its player`),
  ];
}

/** Rounds by what they were and how they ended. */
export async function countRounds({ db }: BenchStudio): Promise<Readonly<Record<string, number>>> {
  const { rows } = await db.query<{ what: string; count: bigint }>(
    `SELECT CASE kind WHEN 'slots' THEN 'spins' WHEN 'five-seats-blackjack' THEN 'hands' ELSE 'roulette' END || ' ' || state AS what, count(*)
     FROM (${studioRounds}) r WHERE state <> 'refused' GROUP BY 1 ORDER BY 1`,
  );
  return Object.fromEntries(rows.map(({ what, count }) => [what, Number(count)]));
}
