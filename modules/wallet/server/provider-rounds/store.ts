import { byteaArray, int2Array, int8Array, textArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import { isCheckViolation, isUniqueViolation } from "#kit/db/errors.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import { gameNumber, gameOf } from "#modules/ledger/shared/chart.ts";
import { exclusionSql } from "#modules/limits/server/index.ts";
import { betOf, type StoredBetRow } from "../bet-row.ts";
import type {
  EndedRounds,
  FreeRounds,
  ProviderRefusal,
  ProviderRound,
  RoundAnswer,
  RoundBet,
  RoundFilter,
  RoundRollback,
  RoundsToFollow,
} from "./port.ts";
import { raceConstraints, refuseSql } from "./sql.ts";

/** Whether a statement met a change of another process that it could not see: rolled back, to be retried. */
export function isLostRace(error: unknown): boolean {
  return (
    raceConstraints.unique.some(name => isUniqueViolation(error, name)) ||
    raceConstraints.check.some(name => isCheckViolation(error, name))
  );
}

export interface RoundRow {
  readonly playerId: PlayerId;
  readonly round: Uuid;
  readonly game: number;
  readonly slug: string;
  readonly providerRound: Uuid;
  readonly currency: Currency;
  readonly status: number;
  readonly bets: readonly Uuid[];
  readonly staked: Micros;
  readonly fromBonus: Micros;
  readonly cap: Micros;
  readonly won: Micros;
  readonly potWon: Micros;
  readonly potShare: Micros;
  readonly openedAt: Date;
  readonly closedAt: Date | null;
  readonly voidedAt: Date | null;
}

export const roundColumns = `r.player_id AS "playerId", r.round, r.game, r.slug, r.provider_round AS "providerRound", r.currency,
  r.status, r.bets, r.staked, r.from_bonus AS "fromBonus", r.cap, r.won, r.pot_won AS "potWon", r.pot_share AS "potShare",
  r.opened_at AS "openedAt", r.closed_at AS "closedAt", r.voided_at AS "voidedAt"`;

const statuses = ["open", "closed", "void"] as const;

export function roundOf(row: RoundRow): ProviderRound {
  return {
    player: row.playerId,
    key: row.round,
    game: gameOf(row.game),
    slug: row.slug,
    provided: row.providerRound,
    currency: row.currency,
    status: row.voidedAt === null ? (statuses[row.status] ?? "open") : "void",
    bets: row.bets,
    staked: row.staked,
    fromBonus: row.fromBonus,
    cap: row.cap,
    won: row.won,
    potWon: row.potWon,
    potShare: row.potShare,
    openedAt: row.openedAt,
    closedAt: row.closedAt,
    voidedAt: row.voidedAt,
  };
}

export async function readRound(on: Queryable, player: PlayerId, key: Uuid): Promise<ProviderRound | undefined> {
  const { rows } = await on.query<RoundRow>(
    `SELECT ${roundColumns} FROM wallet.provider_rounds r WHERE r.player_id = $1 AND r.round = $2`,
    [player, key],
    "wallet.provider-round",
  );
  return rows[0] && roundOf(rows[0]);
}

export async function readOpenOf(on: Queryable, player: PlayerId, game?: string): Promise<readonly ProviderRound[]> {
  const { rows } = await on.query<RoundRow>(
    `SELECT ${roundColumns} FROM wallet.provider_rounds r
     WHERE r.player_id = $1 AND r.status = 0 AND ($2::int2 IS NULL OR r.game = $2) ORDER BY r.opened_at, r.round`,
    [player, game === undefined ? null : gameNumber(game)],
  );
  return rows.map(roundOf);
}

export async function readRoundsToFollow(on: Queryable, { before, now, after, limit }: RoundsToFollow) {
  const excluded = exclusionSql.excluded("r.player_id", "$2::timestamptz");
  const { rows } = await on.query<RoundRow & { excluded: boolean }>(
    `SELECT ${roundColumns}, ${excluded} AS excluded FROM wallet.provider_rounds r
     WHERE r.status = 0 AND (r.opened_at <= $1 OR ${excluded})
       AND ($4::timestamptz IS NULL OR (r.opened_at, r.round) > ($4, $5::uuid))
     ORDER BY r.opened_at, r.round LIMIT $3`,
    [before, now, limit, after?.openedAt ?? null, after?.key ?? null],
  );
  return rows.map(row => ({ ...roundOf(row), excluded: row.excluded }));
}

export async function readGamesOf(on: Queryable, player: PlayerId, keys: readonly Uuid[]) {
  const { rows } = await on.query<{ key: Uuid; game: number; slug: string }>(
    `SELECT b.key, b.game, b.choice::json ->> 'slug' AS slug FROM wallet.bets b
     WHERE b.player_id = $1 AND b.key = ANY ($2::uuid[]) AND b.game >= 100
     UNION ALL
     SELECT t.key, r.game, r.slug FROM wallet.provider_txs t
     JOIN wallet.provider_rounds r ON r.player_id = t.player_id AND r.round = t.round
     WHERE t.player_id = $1 AND t.key = ANY ($2::uuid[])`,
    [player, uuidArray(keys)],
  );
  return new Map(rows.map(({ key, game, slug }) => [key, { game: gameOf(game), slug }]));
}

export async function readEnded(on: Queryable, { game, after, before, limit }: EndedRounds) {
  const { rows } = await on.query<RoundRow>(
    `SELECT ${roundColumns} FROM wallet.provider_rounds r
     WHERE r.game = $1 AND r.status <> 0 AND (r.closed_at, r.round) > ($2::timestamptz, $3::uuid) AND r.closed_at < $4
     ORDER BY r.closed_at, r.round LIMIT $5`,
    [gameNumber(game), after.closedAt, after.key, before, limit],
  );
  return rows.map(roundOf);
}

/** Rounds under the casino's name of them: one, unless a provider gave one name to rounds of two players. */
export async function readRoundsNamed(on: Queryable, key: Uuid): Promise<readonly ProviderRound[]> {
  const { rows } = await on.query<RoundRow>(
    `SELECT ${roundColumns} FROM wallet.provider_rounds r WHERE r.round = $1 ORDER BY r.opened_at LIMIT 2`,
    [key],
  );
  return rows.map(roundOf);
}

export async function readRounds(on: Queryable, filter: RoundFilter): Promise<readonly ProviderRound[]> {
  const { game, player, status, before, limit } = filter;
  const { rows } = await on.query<RoundRow>(
    `SELECT ${roundColumns} FROM wallet.provider_rounds r
     WHERE ($1::int2 IS NULL OR r.game = $1) AND ($2::uuid IS NULL OR r.player_id = $2)
       AND ($3::int2 IS NULL OR r.status = $3) AND ($4::timestamptz IS NULL OR r.opened_at < $4)
     ORDER BY r.opened_at ${status === "open" ? "" : "DESC"}, r.round LIMIT $5`,
    [
      game === undefined ? null : gameNumber(game),
      player ?? null,
      status === undefined ? null : statuses.indexOf(status),
      before ?? null,
      limit,
    ],
  );
  return rows.map(roundOf);
}

const noHash = new Uint8Array(32);

/** Writes refusals under the keys of bets; answers whose were written. */
export async function writeRefusals(
  on: Queryable,
  refusals: readonly { readonly bet: RoundBet; readonly reason: string; readonly balance: Micros | null }[],
  at: Date,
): Promise<ReadonlySet<PlayerId>> {
  const bets = refusals.map(({ bet }) => bet);
  const { rows } = await on.query<{ playerId: PlayerId }>(
    refuseSql,
    [
      at,
      uuidArray(bets.map(bet => bet.player)),
      uuidArray(bets.map(bet => bet.key)),
      byteaArray(bets.map(bet => bet.requestHash)),
      int2Array(bets.map(bet => gameNumber(bet.game))),
      textArray(bets.map(bet => bet.currency)),
      textArray(bets.map(bet => JSON.stringify(withoutAnswer(bet.choice)))),
      textArray(bets.map(bet => bet.rulesVersion)),
      textArray(
        refusals.map(({ reason, balance }) =>
          JSON.stringify({ refused: reason, balance: balance === null ? null : String(balance) }),
        ),
      ),
      int8Array(refusals.map(({ balance }) => balance ?? 0n)),
    ],
    "wallet.refuse-round-bet",
  );
  return new Set(rows.map(row => row.playerId));
}

/** A refused bet carries no answer: its nonce is free. */
function withoutAnswer(choice: Json): Json {
  const { answer: _answer, ...rest } = choice as Readonly<Record<string, Json>>;
  return rest;
}

/**
 * Leaves a tombstone under a bet's key with the rollback that made it; undefined where the key is known by now, or the player has no
 * wallet of this currency.
 */
export async function writeTombstone(on: Queryable, rollback: RoundRollback, at: Date): Promise<Micros | undefined> {
  const { player, key, requestHash, round, game, currency, ref, reason } = rollback;
  const choice = { round: round.provided, slug: round.slug };
  const { rows } = await on.query<{ balanceAfter: Micros }>(
    `WITH put AS (
       INSERT INTO wallet.bets (player_id, key, request_hash, game, currency, stake, choice, rules_version, win_cap, placed_at, status,
         payout, outcome, settled_at, balance_after, seq, settle_key)
       SELECT $1, $2, $3, $4, $5, 0, $6, '', 0, $7, 2, 0, $8, $7, w.real, 0, $9
       FROM wallet.wallets w WHERE w.player_id = $1 AND w.currency = $5
       ON CONFLICT DO NOTHING RETURNING balance_after)
     INSERT INTO wallet.provider_txs (player_id, key, kind, request_hash, round, ref, game, currency, amount, balance_after, at)
     SELECT $1, $9, 4, $10, $11, $2, $4, $5, 0, balance_after, $7 FROM put RETURNING balance_after AS "balanceAfter"`,
    [
      player,
      ref,
      noHash,
      gameNumber(game),
      currency,
      JSON.stringify(choice),
      at,
      JSON.stringify({ tombstone: true, reason }),
      key,
      requestHash,
      round.key,
    ],
    "wallet.tombstone",
  );
  return rows[0]?.balanceAfter;
}

/** A repeated rollback of a bet that no longer takes anything. */
export async function noteRollback(on: Queryable, rollback: RoundRollback, at: Date): Promise<Micros | undefined> {
  const { player, key, requestHash, round, game, currency, ref } = rollback;
  const { rows } = await on.query<{ balanceAfter: Micros }>(
    `INSERT INTO wallet.provider_txs (player_id, key, kind, request_hash, round, ref, game, currency, amount, balance_after, at)
     SELECT $1, $2, 4, $3, $4, $5, $6, $7, 0, w.real, $8 FROM wallet.wallets w WHERE w.player_id = $1 AND w.currency = $7
     ON CONFLICT DO NOTHING RETURNING balance_after AS "balanceAfter"`,
    [player, key, requestHash, round.key, ref, gameNumber(game), currency, at],
    "wallet.note-rollback",
  );
  return rows[0]?.balanceAfter;
}

/** What the row under a bet's key says to a request with this hash. */
export function decisionOf(row: StoredBetRow, requestHash: Uint8Array): RoundAnswer {
  const outcome = row.outcome === null ? null : (JSON.parse(row.outcome) as Readonly<Record<string, Json>> | null);
  if (outcome?.tombstone === true) return refused("rolled_back", null, true);
  if (Buffer.compare(row.requestHash, requestHash) !== 0) return refused("tx_conflict", null, true);
  if (typeof outcome?.refused === "string") {
    const { balance } = outcome;
    return refused(outcome.refused, typeof balance === "string" ? micros(BigInt(balance)) : null, true);
  }
  return { kind: "accepted", bet: betOf(row), replayed: true };
}

export function refused(reason: ProviderRefusal | string, balance: Micros | null, replayed: boolean): RoundAnswer {
  return { kind: "refused", reason, balance, replayed };
}

export async function readNonce(on: Queryable, player: PlayerId, game: string, slug: string) {
  const { rows } = await on.query<{ seed: number; nonce: number }>(
    "SELECT seed_number AS seed, nonce FROM wallet.provider_nonces WHERE player_id = $1 AND game = $2 AND slug = $3",
    [player, gameNumber(game), slug],
  );
  return rows[0];
}

/** Holds the row of the player's nonces until `tx` ends: no bet of the former seed is taken after it. */
export async function startSeed(tx: Tx, player: PlayerId, game: string, slug: string, seed: number): Promise<boolean> {
  const named = [player, gameNumber(game), slug];
  await tx.query(
    `INSERT INTO wallet.provider_nonces AS n (player_id, game, slug, seed_number, nonce) VALUES ($1, $2, $3, $4, -1)
     ON CONFLICT (player_id, game, slug) DO UPDATE SET nonce = n.nonce`,
    [...named, seed - 1],
  );
  const { rowCount } = await tx.query(
    `UPDATE wallet.provider_nonces SET seed_number = $4, nonce = -1
     WHERE player_id = $1 AND game = $2 AND slug = $3 AND seed_number < $4 AND NOT EXISTS (
       SELECT FROM wallet.provider_rounds WHERE player_id = $1 AND game = $2 AND slug = $3 AND status = 0)`,
    [...named, seed],
  );
  return rowCount === 1;
}

export async function readVersion(on: Queryable, player: PlayerId, round: Uuid): Promise<string> {
  const { rows } = await on.query<{ version: string }>(
    `SELECT concat_ws('/', status, won, cap, array_to_string(bets, ','), voided_at) AS version FROM wallet.provider_rounds
     WHERE player_id = $1 AND round = $2`,
    [player, round],
  );
  return rows[0]?.version ?? "";
}

/** False where the round is not open. */
export async function allowWin(tx: Tx, player: PlayerId, round: Uuid, amount: Micros): Promise<boolean> {
  const { rows } = await tx.query<{ bets: readonly Uuid[]; cap: Micros }>(
    `UPDATE wallet.provider_rounds SET cap = greatest(cap, won + $3) WHERE player_id = $1 AND round = $2 AND status = 0
     RETURNING bets, cap`,
    [player, round, amount],
  );
  const [row] = rows;
  if (!row) return false;
  await tx.query(
    "UPDATE wallet.bets SET win_cap = greatest(win_cap, $3) WHERE player_id = $1 AND key = ANY ($2::uuid[])",
    [player, uuidArray(row.bets), row.cap],
  );
  return true;
}

export async function readFreeRounds(
  on: Queryable,
  player: PlayerId,
  game: string,
  slug: string,
  now: Date,
): Promise<readonly FreeRounds[]> {
  const { rows } = await on.query<FreeRounds>(
    `SELECT grant_id AS grant, slug, currency, stake, rounds_left AS left, expires_at AS "expiresAt" FROM wallet.free_rounds
     WHERE player_id = $1 AND game = $2 AND slug = $3 AND rounds_left > 0 AND cancelled_at IS NULL AND expires_at > $4
     ORDER BY expires_at, grant_id`,
    [player, gameNumber(game), slug, now],
  );
  return rows;
}
