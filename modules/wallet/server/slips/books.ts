import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import { type PlayerId, parseUuid, type Uuid } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import type { MadeRevision, PlacedSlip, RevisedSlip, SlipBooks, SlipName, SlipPage } from "./port.ts";
import { readAll } from "./read-all.ts";
import { revisionKinds } from "./revise-slips-sql.ts";
import { findSlips, slipOf } from "./store.ts";

export function slipBooks(db: Queryable): SlipBooks {
  return {
    named: (slips, on = db) => readNamed(on, slips),
    onMarket: (market, after, limit) => readOnMarket(db, market, after, limit),
    own: (player, page) => readOwn(db, player, page),
    all: filter => readAll(db, filter),
    revisions: (player, slips) => readRevisions(db, player, slips),
    placedSince: (from, after, limit) => readPlaced(db, from, after, limit),
    revisedSince: (from, after, limit) => readRevised(db, from, after, limit),
  };
}

async function readNamed(db: Queryable, slips: readonly SlipName[]) {
  const rows = await findSlips(db, slips);
  return new Map([...rows].map(([name, row]) => [name, slipOf(row)]));
}

async function readOnMarket(
  db: Queryable,
  market: bigint,
  after: SlipName | null,
  limit: number,
): Promise<readonly SlipName[]> {
  const { rows } = await db.query<{ player: PlayerId; key: Uuid }>(
    `SELECT DISTINCT player_id AS player, key FROM wallet.slip_legs
     WHERE market = $1 AND ($2::uuid IS NULL OR (player_id, key) > ($2, $3::uuid))
     ORDER BY player_id, key LIMIT $4`,
    [market, after?.player ?? null, after?.key ?? null, limit],
    "wallet.slips-on-market",
  );
  return rows;
}

/** The cursor is the time of acceptance in microseconds since 1970 and the key of the last slip of the page before. */
async function readOwn(db: Queryable, player: PlayerId, { isOpen, outcome, from, to, limit, cursor }: SlipPage) {
  const before = readCursor(cursor);
  const { rows } = await db.query<{ key: Uuid; at: bigint }>(
    `SELECT key, (extract(epoch FROM placed_at) * 1000000)::bigint AS at FROM wallet.slips
     WHERE player_id = $1 AND ($2::boolean IS NULL OR (status = 0) = $2)
       AND ($6::timestamptz IS NULL OR placed_at >= $6) AND ($7::timestamptz IS NULL OR placed_at < $7)
       AND CASE $8::text WHEN 'won' THEN status = 1 AND payout > 0 WHEN 'lost' THEN status = 1 AND payout = 0
             WHEN 'voided' THEN status = 2 WHEN 'cashed_out' THEN status = 3 ELSE true END
       AND ($3::bigint IS NULL OR (placed_at, key) < (timestamptz 'epoch' + $3 * interval '1 microsecond', $4::uuid))
     ORDER BY placed_at DESC, key DESC LIMIT $5`,
    [
      player,
      isOpen ?? null,
      before?.at ?? null,
      before?.key ?? null,
      limit + 1,
      from ?? null,
      to ?? null,
      outcome ?? null,
    ],
    "wallet.own-slips",
  );
  const page = rows.slice(0, limit);
  const slips = await readNamed(
    db,
    page.map(({ key }) => ({ player, key })),
  );
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    slips: page.flatMap(({ key }) => slips.get(`${player}/${key}`) ?? []),
    next: last ? `${last.at}.${last.key}` : null,
  };
}

function readCursor(cursor: string | undefined): { readonly at: bigint; readonly key: Uuid } | undefined {
  if (cursor === undefined) return undefined;
  const [at = "", name = ""] = cursor.split(".");
  const key = parseUuid(name);
  if (!/^[1-9][0-9]{0,16}$/.test(at) || !key) fail(validationFailed, { errors: { cursor: ["cursor_invalid"] } });
  return { at: BigInt(at), key };
}

const kindNames = Object.fromEntries(Object.entries(revisionKinds).map(([name, number]) => [number, name])) as Readonly<
  Record<number, MadeRevision["kind"]>
>;

interface RevisionRow {
  slip: Uuid;
  id: Uuid;
  number: number;
  kind: number;
  at: Date;
  closed: Micros;
  payout: Micros;
  boost: Micros;
  owed: Micros;
  repaid: Micros;
  balanceAfter: Micros;
  cause: string;
}

async function readRevisions(
  db: Queryable,
  player: PlayerId,
  slips: readonly Uuid[],
): Promise<readonly MadeRevision[]> {
  const { rows } = await db.query<RevisionRow>(
    `SELECT key AS slip, id, number, kind, at, closed, payout, boost, owed, repaid, balance_after AS "balanceAfter", cause
     FROM wallet.slip_revisions
     WHERE player_id = $1 AND key = ANY($2::uuid[]) ORDER BY key, number`,
    [player, uuidArray(slips)],
    "wallet.slip-revisions",
  );
  return rows.map(revisionOf);
}

function revisionOf<R extends RevisionRow>({ balanceAfter, kind, cause, ...row }: R) {
  return Object.assign(row, { kind: kindNames[kind] ?? "settled", balanceAfter, cause: JSON.parse(cause) as Json });
}

async function readPlaced(
  db: Queryable,
  from: Date,
  after: PlacedSlip | undefined,
  limit: number,
): Promise<readonly PlacedSlip[]> {
  const { rows } = await db.query<PlacedSlip>(
    `SELECT player_id AS player, key, placed_at AS at FROM wallet.slips
     WHERE placed_at >= $1 AND ($2::uuid IS NULL OR (placed_at, player_id, key) > ($1, $2, $3::uuid))
     ORDER BY placed_at, player_id, key LIMIT $4`,
    [after?.at ?? from, after?.player ?? null, after?.key ?? null, limit],
    "wallet.placed-since",
  );
  return rows;
}

async function readRevised(
  db: Queryable,
  from: Date,
  after: RevisedSlip | undefined,
  limit: number,
): Promise<readonly RevisedSlip[]> {
  const { rows } = await db.query<RevisionRow & { player: PlayerId }>(
    `SELECT player_id AS player, key AS slip, id, number, kind, at, closed, payout, boost, owed, repaid, balance_after AS "balanceAfter", cause
     FROM wallet.slip_revisions
     WHERE at >= $1 AND ($2::uuid IS NULL OR (at, player_id, key, number) > ($1, $2, $3::uuid, $4::int))
     ORDER BY at, player_id, key, number LIMIT $5`,
    [after?.at ?? from, after?.player ?? null, after?.slip ?? null, after?.number ?? 0, limit],
    "wallet.revised-since",
  );
  return rows.map(revisionOf);
}
