import {
  boolArray,
  byteaArray,
  int2Array,
  int4Array,
  int8Array,
  textArray,
  uuidArray,
} from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { JackpotKind } from "../shared/rules.ts";

export interface EntryRow {
  readonly number: bigint;
  readonly pot: bigint;
  readonly id: Uuid;
  readonly playerId: PlayerId;
  readonly betKey: Uuid;
  readonly game: number;
  readonly before: bigint;
  readonly stake: bigint;
  readonly rate: number;
  readonly restShare: number;
  readonly restReserve: number;
  readonly share: bigint;
  readonly reserve: bigint;
  readonly word: bigint;
  readonly won: boolean;
  readonly hash: Uint8Array;
  readonly at: Date;
}

export async function insertEntries(tx: Tx, jackpot: string, entries: readonly EntryRow[]): Promise<void> {
  if (entries.length === 0) return;
  await tx.query(
    `INSERT INTO jackpots.entries (jackpot_id, number, pot, id, player_id, bet_key, game, before, stake, rate, rest_share, rest_reserve, share, reserve, word, won, hash, at)
     SELECT $1, e.number, e.pot, e.id, e.player_id, e.bet_key, e.game, e.before, e.stake, e.rate, e.rest_share, e.rest_reserve, e.share, e.reserve,
       e.word::numeric, e.won, e.hash, to_timestamp(e.ms / 1000.0)
     FROM unnest($2::int8[], $3::int8[], $4::uuid[], $5::uuid[], $6::uuid[], $7::int2[], $8::int8[], $9::int8[], $10::int4[], $11::int4[], $12::int4[],
       $13::int8[], $14::int8[], $15::text[], $16::bool[], $17::bytea[], $18::int8[])
       AS e(number, pot, id, player_id, bet_key, game, before, stake, rate, rest_share, rest_reserve, share, reserve, word, won, hash, ms)`,
    [
      jackpot,
      int8Array(entries.map(({ number }) => number)),
      int8Array(entries.map(({ pot }) => pot)),
      uuidArray(entries.map(({ id }) => id)),
      uuidArray(entries.map(({ playerId }) => playerId)),
      uuidArray(entries.map(({ betKey }) => betKey)),
      int2Array(entries.map(({ game }) => game)),
      int8Array(entries.map(({ before }) => before)),
      int8Array(entries.map(({ stake }) => stake)),
      int4Array(entries.map(({ rate }) => rate)),
      int4Array(entries.map(({ restShare }) => restShare)),
      int4Array(entries.map(({ restReserve }) => restReserve)),
      int8Array(entries.map(({ share }) => share)),
      int8Array(entries.map(({ reserve }) => reserve)),
      textArray(entries.map(({ word }) => String(word))),
      boolArray(entries.map(({ won }) => won)),
      byteaArray(entries.map(({ hash }) => hash)),
      int8Array(entries.map(({ at }) => BigInt(at.getTime()))),
    ],
    "jackpots.enter",
  );
}

const columns = `e.number, e.pot, e.id, e.player_id AS "playerId", e.bet_key AS "betKey", e.game, e.before, e.stake, e.rate, e.rest_share AS "restShare",
  e.rest_reserve AS "restReserve", e.share, e.reserve, e.word::text AS word, e.won, e.hash, e.at`;

type StoredEntry = Omit<EntryRow, "word"> & { readonly word: string };

const read = ({ word, ...row }: StoredEntry): EntryRow => ({ ...row, word: BigInt(word) });

/** An entry with its jackpot, the terms of its pot, and the hash of the entry before it; null for the first. */
export interface NamedEntry extends EntryRow {
  readonly jackpotId: Uuid;
  readonly kind: JackpotKind;
  readonly bound: bigint;
  readonly previous: Uint8Array | null;
}

type StoredNamed = StoredEntry & Pick<NamedEntry, "jackpotId" | "kind" | "bound" | "previous">;

export async function entriesNamed(on: Queryable, ids: readonly Uuid[]): Promise<readonly NamedEntry[]> {
  const { rows } = await on.query<StoredNamed>(
    `SELECT ${columns}, e.jackpot_id AS "jackpotId", j.kind, p.bound, b.hash AS previous FROM jackpots.entries e
     JOIN jackpots.jackpots j ON j.id = e.jackpot_id JOIN jackpots.pots p ON p.jackpot_id = e.jackpot_id AND p.number = e.pot
     LEFT JOIN jackpots.entries b ON b.jackpot_id = e.jackpot_id AND b.number = e.number - 1 WHERE e.id = ANY($1::uuid[])
     ORDER BY e.at DESC, e.jackpot_id, e.number DESC`,
    [uuidArray(ids)],
  );
  return rows.map(({ word, ...row }) => ({ ...row, word: BigInt(word) }));
}

/** Up to `limit` entries of a jackpot before a number, the latest first. */
export async function entriesBefore(
  on: Queryable,
  jackpot: string,
  number: bigint,
  limit: number,
): Promise<readonly EntryRow[]> {
  const { rows } = await on.query<StoredEntry>(
    `SELECT ${columns} FROM jackpots.entries e WHERE e.jackpot_id = $1 AND e.number < $2 ORDER BY e.number DESC LIMIT $3`,
    [jackpot, number, limit],
  );
  return rows.map(read);
}
