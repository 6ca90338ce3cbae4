import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import { int8Array } from "#kit/db/array-parameters.ts";
import type { Queryable } from "#kit/db/db.ts";
import { type PlayerId, parseUuid, type Uuid } from "#kit/std/brand.ts";
import type { SlipBooks, SlipFilter } from "./port.ts";
import { findSlips, slipOf } from "./store.ts";

interface Place {
  readonly player: PlayerId;
  readonly key: Uuid;
  /** When the slip was accepted, in microseconds since 1970. */
  readonly at: bigint;
}

/** The cursor is time, player and key of the last slip of the page before. */
export async function readAll(
  db: Queryable,
  { isOpen, player, markets, from, limit, cursor }: SlipFilter,
): ReturnType<SlipBooks["all"]> {
  const before = readCursor(cursor);
  const { rows } = await db.query<Place>(
    `SELECT player_id AS player, key, (extract(epoch FROM placed_at) * 1000000)::bigint AS at FROM wallet.slips s
     WHERE ($1::boolean IS NULL OR (status = 0) = $1) AND ($2::uuid IS NULL OR player_id = $2) AND ($3::timestamptz IS NULL OR placed_at >= $3)
       AND ($4::int8[] IS NULL OR (player_id, key) IN (SELECT l.player_id, l.key FROM wallet.slip_legs l WHERE l.market = ANY($4)))
       AND ($5::bigint IS NULL OR placed_at <= timestamptz 'epoch' + $5 * interval '1 microsecond'
         AND (placed_at < timestamptz 'epoch' + $5 * interval '1 microsecond' OR (player_id, key) > ($6::uuid, $7::uuid)))
     ORDER BY placed_at DESC, player_id, key LIMIT $8`,
    [
      isOpen ?? null,
      player ?? null,
      from ?? null,
      markets ? int8Array([...markets]) : null,
      before?.at ?? null,
      before?.player ?? null,
      before?.key ?? null,
      limit + 1,
    ],
  );
  const page = rows.slice(0, limit);
  const slips = await findSlips(db, page);
  const last = rows.length > limit ? page.at(-1) : undefined;
  return {
    slips: page.flatMap(({ player: of, key }) => {
      const row = slips.get(`${of}/${key}`);
      return row ? [slipOf(row)] : [];
    }),
    next: last ? `${last.at}.${last.player}.${last.key}` : null,
  };
}

function readCursor(cursor: string | undefined): Place | undefined {
  if (cursor === undefined) return undefined;
  const [at = "", of = "", name = ""] = cursor.split(".");
  const [player, key] = [parseUuid(of), parseUuid(name)];
  if (!/^[1-9][0-9]{0,16}$/.test(at) || !player || !key)
    fail(validationFailed, { errors: { cursor: ["cursor_invalid"] } });
  return { at: BigInt(at), player: player as string as PlayerId, key };
}
