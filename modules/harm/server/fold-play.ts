import { int8Array, textArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { transferSql } from "#modules/ledger/server/index.ts";
import { kindNumbers } from "#modules/ledger/shared/kinds.ts";
import { playedSql } from "#modules/wallet/server/index.ts";
import { foldPlay, noPlay, type PlayDay, type PlayState, type PlayStep } from "../shared/play-pattern.ts";
import { grouped } from "./grouped.ts";

const foldLock = 7_311_690n;
/** Wallets, and transfers of one wallet, in one transaction. */
const walletsAtOnce = 300;
const transfersAtOnce = 4_000;

/** Kinds of transfers of real money: what a bonus stakes and pays says nothing about what somebody can afford. */
const stakes = [kindNumbers.stake, kindNumbers.slip_stake];
const pays = [
  kindNumbers.payout,
  kindNumbers.void,
  kindNumbers.round_credit,
  kindNumbers.jackpot_win,
  kindNumbers.slip_payout,
  kindNumbers.slip_void,
];

interface Moved {
  readonly playerId: PlayerId;
  readonly currency: string;
  readonly begin: bigint;
  readonly upto: bigint;
  readonly state: StoredState | null;
}

/** Amounts as text: JSON has no whole numbers of this size. */
type StoredState = Omit<PlayState, "lastStake"> & { readonly lastStake: string };

interface StepRow {
  readonly playerId: PlayerId;
  readonly currency: string;
  readonly kind: number;
  readonly at: Date;
  readonly day: number;
  readonly hour: number;
  readonly amount: bigint;
  readonly balance: bigint;
}

/**
 * Adds what wallets did since their positions to the days of their players: positions and days in one transaction, so that nothing counts twice
 * after an interruption. By one process at a time.
 */
export async function foldAll(host: Pick<Host, "db" | "clock" | "config">): Promise<void> {
  const zone = host.config.REPORTING_ZONE;
  while ((await host.db.tx(tx => foldSome(tx, zone, new Date(host.clock.now())))) > 0);
}

/** @returns how many wallets were folded; 0 also when another process does */
async function foldSome(tx: Tx, zone: string, now: Date): Promise<number> {
  const { rows } = await tx.query<{ mine: boolean }>("SELECT pg_try_advisory_xact_lock($1) AS mine", [foldLock]);
  if (!rows[0]?.mine) return 0;
  const moved = await readMoved(tx);
  if (moved.length === 0) return 0;
  const steps = grouped(await readSteps(tx, moved, zone), ({ playerId, currency }) => playerId + currency);
  const days: (PlayDay & { readonly playerId: PlayerId })[] = [];
  const states: StoredState[] = [];
  for (const { playerId, currency, state } of moved) {
    const folded = foldPlay(state ? restored(state) : noPlay, (steps.get(playerId + currency) ?? []).map(stepOf));
    states.push({ ...folded.state, lastStake: String(folded.state.lastStake) });
    for (const day of folded.days) days.push({ ...day, playerId });
  }
  await writeDays(tx, days);
  await tx.query(
    `INSERT INTO harm.positions AS p (player_id, currency, seq, state, moved_at)
     SELECT m.player_id, m.currency, m.seq, m.state::jsonb, $5 FROM unnest($1::uuid[], $2::text[], $3::int8[], $4::text[]) AS m(player_id, currency, seq, state)
     ON CONFLICT (player_id, currency) DO UPDATE SET seq = excluded.seq, state = excluded.state, moved_at = excluded.moved_at`,
    [
      uuidArray(moved.map(({ playerId }) => playerId)),
      textArray(moved.map(({ currency }) => currency)),
      int8Array(moved.map(({ upto }) => upto)),
      textArray(states.map(state => JSON.stringify(state))),
      now,
    ],
  );
  return moved.length;
}

const restored = ({ lastStake, ...state }: StoredState): PlayState => ({ ...state, lastStake: BigInt(lastStake) });

async function readMoved(on: Queryable): Promise<readonly Moved[]> {
  const { rows } = await on.query<Moved>(
    `SELECT m.player_id AS "playerId", m.currency, m.begin, m.upto, p.state
     FROM (${playedSql.moved("harm.positions", "true", String(transfersAtOnce))} LIMIT ${walletsAtOnce}) m
     LEFT JOIN harm.positions p ON p.player_id = m.player_id AND p.currency = m.currency`,
  );
  return rows;
}

async function readSteps(on: Queryable, moved: readonly Moved[], zone: string): Promise<readonly StepRow[]> {
  const { rows } = await on.query<StepRow>(
    `SELECT t.player_id AS "playerId", t.currency, t.kind, t.at, t.amount, t.balance_after AS balance,
       (t.at AT TIME ZONE 'UTC')::date - date '1970-01-01' AS day, extract(hour FROM t.at AT TIME ZONE $5)::int AS hour
     FROM unnest($1::uuid[], $2::text[], $3::int8[], $4::int8[]) AS m(player_id, currency, begin, upto)
     CROSS JOIN LATERAL (
       SELECT * FROM ${transferSql.all} t WHERE t.player_id = m.player_id AND t.currency = m.currency AND t.seq > m.begin AND t.seq <= m.upto AND ${transferSql.within("m.begin", "m.upto")}
         AND t.kind IN (${[...stakes, ...pays, kindNumbers.deposit].join(", ")}) OFFSET 0
     ) t ORDER BY t.player_id, t.currency, t.seq`,
    [
      uuidArray(moved.map(({ playerId }) => playerId)),
      textArray(moved.map(({ currency }) => currency)),
      int8Array(moved.map(({ begin }) => begin)),
      int8Array(moved.map(({ upto }) => upto)),
      zone,
    ],
  );
  return rows;
}

function stepOf({ kind, at, day, hour, amount, balance }: StepRow): PlayStep {
  const what = kind === kindNumbers.deposit ? "deposit" : stakes.some(each => each === kind) ? "stake" : "pay";
  return { what, atMs: at.getTime(), day, isNight: hour < 6, amount, balance };
}

async function writeDays(tx: Tx, days: readonly (PlayDay & { readonly playerId: PlayerId })[]): Promise<void> {
  const byPlayer = new Map<string, PlayDay & { readonly playerId: PlayerId }>();
  for (const day of days) {
    const key = `${day.playerId}/${day.day}`;
    const other = byPlayer.get(key);
    byPlayer.set(key, other ? { ...plus(other, day), playerId: day.playerId } : day);
  }
  const rows = [...byPlayer.values()];
  const numbers = (of: (day: PlayDay) => number) => int8Array(rows.map(day => BigInt(of(day))));
  await tx.query(
    `INSERT INTO harm.play_days AS d (player_id, day, stakes, night_stakes, played_ms, sessions, top_ups, emptied, after_loss, after_loss_ratios)
     SELECT * FROM unnest($1::uuid[], $2::int8[], $3::int8[], $4::int8[], $5::int8[], $6::int8[], $7::int8[], $8::int8[], $9::int8[], $10::int8[])
     ON CONFLICT (player_id, day) DO UPDATE SET stakes = d.stakes + excluded.stakes, night_stakes = d.night_stakes + excluded.night_stakes,
       played_ms = d.played_ms + excluded.played_ms, sessions = d.sessions + excluded.sessions, top_ups = greatest(d.top_ups, excluded.top_ups),
       emptied = d.emptied + excluded.emptied, after_loss = d.after_loss + excluded.after_loss,
       after_loss_ratios = d.after_loss_ratios + excluded.after_loss_ratios`,
    [
      uuidArray(rows.map(({ playerId }) => playerId)),
      numbers(({ day }) => day),
      numbers(({ stakes }) => stakes),
      numbers(({ nightStakes }) => nightStakes),
      numbers(({ playedMs }) => playedMs),
      numbers(({ sessions }) => sessions),
      numbers(({ topUps }) => topUps),
      numbers(({ emptied }) => emptied),
      numbers(({ afterLoss }) => afterLoss),
      numbers(({ afterLossRatios }) => afterLossRatios),
    ],
  );
}

/** Two wallets of a player on one day. */
function plus(a: PlayDay, b: PlayDay): PlayDay {
  return {
    day: a.day,
    stakes: a.stakes + b.stakes,
    nightStakes: a.nightStakes + b.nightStakes,
    playedMs: a.playedMs + b.playedMs,
    sessions: a.sessions + b.sessions,
    topUps: Math.max(a.topUps, b.topUps),
    emptied: a.emptied + b.emptied,
    afterLoss: a.afterLoss + b.afterLoss,
    afterLossRatios: a.afterLossRatios + b.afterLossRatios,
  };
}
