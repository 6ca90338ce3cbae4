import { boolArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { changeLimits, type LimitState, latestLimits } from "../shared/daily-limits.ts";
import type { OperatorPlayLimits } from "../shared/operator-limits.ts";
import {
  acknowledge,
  cutLease,
  neverPlayed,
  type PlayLimitName,
  type PlayLimits,
  type PlayState,
  usualPlayLimits,
} from "../shared/play-time.ts";
import { counters } from "./counter-sql.ts";
import { recordLimitChange } from "./limit-changes.ts";

type PlayLimitState = LimitState<PlayLimitName, bigint>;

interface PlayRow {
  readonly playerId: PlayerId;
  readonly startedAt: Date | null;
  readonly leaseUntil: Date | null;
  readonly checkedAt: Date | null;
  readonly day: number;
  readonly playedMs: bigint;
  readonly dayMinutes: bigint | null;
  readonly sessionMinutes: bigint | null;
  readonly checkMinutes: bigint | null;
  readonly nextDayMinutes: bigint | null;
  readonly nextSessionMinutes: bigint | null;
  readonly nextCheckMinutes: bigint | null;
  readonly nextFrom: Date | null;
  readonly operatorDayMinutes: number | null;
  readonly operatorSessionMinutes: number | null;
}

const columns = `player_id AS "playerId", started_at AS "startedAt", lease_until AS "leaseUntil", checked_at AS "checkedAt", day,
  played_ms AS "playedMs", day_minutes AS "dayMinutes", session_minutes AS "sessionMinutes", check_minutes AS "checkMinutes",
  next_day_minutes AS "nextDayMinutes", next_session_minutes AS "nextSessionMinutes", next_check_minutes AS "nextCheckMinutes",
  next_from AS "nextFrom", operator_day_minutes AS "operatorDayMinutes", operator_session_minutes AS "operatorSessionMinutes"`;

const none: OperatorPlayLimits = { day: null, session: null };

/** How long a player has been playing, their own time limits, and an operator's. */
export interface PlayFacts {
  readonly state: PlayState;
  readonly limits: PlayLimitState;
  readonly operator: OperatorPlayLimits;
}

/** The player has acknowledged a reality check. Without a session there is nothing to acknowledge. */
export async function acknowledgeCheck(tx: Tx, player: PlayerId, now: Date): Promise<PlayFacts> {
  const { state, limits, operator } = await lockOne(tx, player);
  const next = acknowledge(state, now.getTime());
  await writeStates(tx, [{ player, state: next, isNewSession: false }]);
  return { state: next, limits, operator };
}

/** Sets time limits: tighter ones apply from the commit, also in a running lease; looser ones after 24 hours. */
export async function setPlayLimits(
  tx: Tx,
  change: { player: PlayerId; limits: Partial<PlayLimits>; now: Date },
): Promise<PlayFacts> {
  const { player, now } = change;
  const { state, limits: before, operator } = await lockOne(tx, player);
  const asked = { ...latestLimits(before), ...change.limits };
  const next = changeLimits(before, asked, now, (one, other) => one < other);
  const { current, later } = next;
  await tx.query(
    `UPDATE limits.play SET day_minutes = $2, session_minutes = $3, check_minutes = $4,
       next_day_minutes = $5, next_session_minutes = $6, next_check_minutes = $7, next_from = $8 WHERE player_id = $1`,
    [
      player,
      current.day,
      current.session,
      current.check,
      later?.limits.day ?? null,
      later?.limits.session ?? null,
      later?.limits.check ?? null,
      later?.from ?? null,
    ],
  );
  await recordLimitChange(tx, { player, kind: "play_time", at: now, until: later?.from ?? null });
  const cut = await endPlayLease(tx, player, state, now);
  return { state: cut, limits: next, operator };
}

/** Ends the rest of a lease of play time, so that tighter limits hold from the commit. The row is locked. */
export async function endPlayLease(tx: Tx, player: PlayerId, state: PlayState, now: Date): Promise<PlayState> {
  const cut = cutLease(state, now.getTime());
  await writeStates(tx, [{ player, state: cut, isNewSession: false }]);
  return cut;
}

export async function playOf(db: Queryable, player: PlayerId): Promise<PlayFacts> {
  const { rows } = await db.query<PlayRow>(`SELECT ${columns} FROM limits.play WHERE player_id = $1`, [player]);
  return rows[0]
    ? factsOf(rows[0])
    : { state: neverPlayed, limits: { current: usualPlayLimits, later: null }, operator: none };
}

/** Locks the player's play time and leases until `tx` ends: renewals and ends of a lease are serialized. */
export async function lockOne(tx: Tx, player: PlayerId): Promise<PlayFacts> {
  return required((await lockPlay(tx, [player])).get(player), "inserted where it is locked");
}

/** Locks the play of several players, in order. */
export async function lockPlay(tx: Tx, players: readonly PlayerId[]): Promise<ReadonlyMap<PlayerId, PlayFacts>> {
  const sorted = uuidArray([...players].sort());
  await tx.query("INSERT INTO limits.play (player_id) SELECT unnest($1::uuid[]) ON CONFLICT DO NOTHING", [sorted]);
  const { rows } = await tx.query<PlayRow>(
    `SELECT ${columns} FROM limits.play WHERE player_id = ANY ($1::uuid[]) ORDER BY player_id FOR UPDATE`,
    [sorted],
  );
  return new Map(rows.map(row => [row.playerId, factsOf(row)]));
}

/**
 * The rows are locked; the wallets are locked here, in the order in which stakes lock them. A new session counts from zero. `terms`: the
 * number of `limits.terms` that these players were checked for.
 */
export async function writeStates(
  tx: Tx,
  changes: readonly { player: PlayerId; state: PlayState; isNewSession: boolean }[],
  terms = 0,
): Promise<void> {
  if (changes.length === 0) return;
  const players = uuidArray(changes.map(({ player }) => player));
  const at = (pick: (state: PlayState) => number | null) =>
    changes.map(({ state }) => {
      const moment = pick(state);
      return moment === null ? null : new Date(moment);
    });
  await tx.query(
    `UPDATE limits.play p SET started_at = s.started, lease_until = s.lease, checked_at = s.checked, day = s.day,
       played_ms = s.played
     FROM unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[], $4::timestamptz[], $5::int[], $6::bigint[])
       AS s(player_id, started, lease, checked, day, played)
     WHERE p.player_id = s.player_id`,
    [
      players,
      at(state => state.startedAt),
      at(state => state.leaseUntil),
      at(state => state.checkedAt),
      changes.map(({ state }) => state.day),
      changes.map(({ state }) => BigInt(Math.round(state.playedMs))),
    ],
  );
  await tx.query(
    `WITH locked AS MATERIALIZED (
       SELECT c.player_id, c.currency, s.lease, s.fresh FROM ${counters} c
       JOIN unnest($1::uuid[], $2::timestamptz[], $3::bool[]) AS s(player_id, lease, fresh) ON s.player_id = c.player_id
       ORDER BY c.player_id, c.currency FOR UPDATE OF c)
     UPDATE ${counters} c SET play_until = l.lease, terms = greatest(c.terms, $4::int),
       session_staked = CASE WHEN l.fresh THEN 0 ELSE c.session_staked END,
       session_returned = CASE WHEN l.fresh THEN 0 ELSE c.session_returned END
     FROM locked l WHERE c.player_id = l.player_id AND c.currency = l.currency`,
    [players, at(state => state.leaseUntil), boolArray(changes.map(({ isNewSession }) => isNewSession)), terms],
  );
}

function factsOf(row: PlayRow): PlayFacts {
  const at = (date: Date | null) => date?.getTime() ?? null;
  const waiting = { day: row.nextDayMinutes, session: row.nextSessionMinutes, check: row.nextCheckMinutes };
  return {
    state: {
      startedAt: at(row.startedAt),
      leaseUntil: at(row.leaseUntil),
      checkedAt: at(row.checkedAt),
      day: row.day,
      playedMs: Number(row.playedMs),
    },
    limits: {
      current: { day: row.dayMinutes, session: row.sessionMinutes, check: row.checkMinutes },
      later: row.nextFrom && { limits: waiting, from: row.nextFrom },
    },
    operator: { day: minutesOf(row.operatorDayMinutes), session: minutesOf(row.operatorSessionMinutes) },
  };
}

function minutesOf(minutes: number | null): bigint | null {
  return minutes === null ? null : BigInt(minutes);
}
