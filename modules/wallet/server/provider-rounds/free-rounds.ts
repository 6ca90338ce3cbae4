import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { gameNumber } from "#modules/ledger/shared/chart.ts";
import { collectedGrant } from "#modules/wagering/shared/grant.ts";
import type { FreeGrant, NewFreeGrant, OwnedGrant } from "./port.ts";

/** Every grant as it is counted, for invariants of the module that grants. */
export const freeRoundsSql = `(SELECT grant_id, player_id, slug, currency, stake, count, expires_at, cancelled_at, rounds_left, collects, won FROM wallet.free_rounds)`;

/** Whether a round of the grant `f`, whose wins are collected, is open. */
export const freeRoundIsOpen = `EXISTS (SELECT FROM wallet.provider_rounds r
  JOIN wallet.bets b ON b.player_id = r.player_id AND b.key = r.bets[1]
  WHERE r.player_id = f.player_id AND r.slug = f.slug AND r.status = 0 AND r.grant_no = ${collectedGrant}
    AND (b.choice::json ->> 'grant')::uuid = f.grant_id)`;

/** Lets a player take free rounds; the same grant again is the same. */
export async function startFreeRounds(tx: Tx, grant: NewFreeGrant): Promise<void> {
  await tx.query(
    `INSERT INTO wallet.free_rounds (grant_id, player_id, game, slug, currency, stake, count, rounds_left, expires_at, collects)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8, $9) ON CONFLICT DO NOTHING`,
    [
      grant.grant,
      grant.player,
      gameNumber(grant.game),
      grant.slug,
      grant.currency,
      grant.stake,
      grant.count,
      grant.expiresAt,
      grant.collects ?? false,
    ],
  );
}

/** No further round of these grants starts; one that has started ends. Grants that are used up or expired are left as they are. */
export async function cancelFreeRounds(
  tx: Tx,
  grants: readonly OwnedGrant[],
  at: Date,
): Promise<readonly OwnedGrant[]> {
  const { rows } = await tx.query<OwnedGrant>(
    `WITH locked AS MATERIALIZED (
       SELECT player_id, grant_id FROM wallet.free_rounds WHERE player_id = ANY ($1::uuid[]) AND grant_id = ANY ($2::uuid[])
       ORDER BY grant_id FOR UPDATE)
     UPDATE wallet.free_rounds f SET cancelled_at = $3 FROM locked l
     WHERE f.player_id = l.player_id AND f.grant_id = l.grant_id AND f.cancelled_at IS NULL AND f.rounds_left > 0 AND f.expires_at > $3
   RETURNING f.grant_id AS grant, f.player_id AS player`,
    [...listsOf(grants), at],
  );
  return rows;
}

/** The players and the grants, as parameters. */
const listsOf = (grants: readonly OwnedGrant[]) =>
  [uuidArray(playersOf(grants)), uuidArray(grants.map(({ grant }) => grant))] as const;

const playersOf = (grants: readonly OwnedGrant[]): readonly PlayerId[] => [
  ...new Set(grants.map(({ player }) => player)),
];

export async function readFreeGrants(on: Queryable, grants: readonly OwnedGrant[]): Promise<readonly FreeGrant[]> {
  const { rows } = await on.query<FreeGrant>(
    `SELECT grant_id AS grant, count, rounds_left AS left, won, cancelled_at AS "cancelledAt" FROM wallet.free_rounds
     WHERE player_id = ANY ($1::uuid[]) AND grant_id = ANY ($2::uuid[])`,
    listsOf(grants),
  );
  return rows;
}

/** What the rounds of these grants have won so far, without pots. */
export async function readFreeWins(on: Queryable, grants: readonly OwnedGrant[]): Promise<ReadonlyMap<Uuid, bigint>> {
  const { rows } = await on.query<{ grantId: Uuid; won: bigint }>(
    `SELECT f.grant_id AS "grantId", coalesce(sum(r.won), 0)::bigint AS won
     FROM wallet.free_rounds f
     JOIN wallet.provider_rounds r ON r.player_id = f.player_id AND r.game = f.game AND r.slug = f.slug AND r.staked = 0
     JOIN wallet.bets b ON b.player_id = r.player_id AND b.key = r.bets[1] AND (b.choice::json ->> 'grant')::uuid = f.grant_id
     WHERE f.player_id = ANY ($1::uuid[]) AND f.grant_id = ANY ($2::uuid[]) GROUP BY f.grant_id`,
    listsOf(grants),
  );
  return new Map(rows.map(({ grantId, won }) => [grantId, won]));
}
