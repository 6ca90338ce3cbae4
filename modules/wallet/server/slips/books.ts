import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import { type PlayerId, parseUuid, type Uuid } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import type { MadeRevision, SlipBooks, SlipName, SlipPage } from "./port.ts";
import { revisionKinds } from "./revise-slips-sql.ts";
import { findSlips, slipOf } from "./store.ts";

export function slipBooks(db: Queryable): SlipBooks {
  return {
    named: slips => readNamed(db, slips),
    onMarket: (market, after, limit) => readOnMarket(db, market, after, limit),
    own: (player, page) => readOwn(db, player, page),
    revisions: (player, slips) => readRevisions(db, player, slips),
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
async function readOwn(db: Queryable, player: PlayerId, { isOpen, limit, cursor }: SlipPage) {
  const before = readCursor(cursor);
  const { rows } = await db.query<{ key: Uuid; at: bigint }>(
    `SELECT key, (extract(epoch FROM placed_at) * 1000000)::bigint AS at FROM wallet.slips
     WHERE player_id = $1 AND (status = 0) = $2
       AND ($3::bigint IS NULL OR (placed_at, key) < (timestamptz 'epoch' + $3 * interval '1 microsecond', $4::uuid))
     ORDER BY placed_at DESC, key DESC LIMIT $5`,
    [player, isOpen, before?.at ?? null, before?.key ?? null, limit + 1],
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
  return rows.map(({ balanceAfter, kind, cause, ...row }) =>
    Object.assign(row, { kind: kindNames[kind] ?? "settled", balanceAfter, cause: JSON.parse(cause) as Json }),
  );
}
