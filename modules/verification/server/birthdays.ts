import { createHmac, hkdfSync } from "node:crypto";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { celebratedOn } from "../shared/birthday.ts";

/** Dates of birth are sealed. What finds birthdays is a keyed digest of the month and day: the same for all who share one, and nothing without the key. */
export type BirthdayDigest = (monthAndDay: string) => Buffer;

/** @param secretKey SECRET_KEY, 64 hex digits; it never changes */
export function createBirthdayDigest(secretKey: string): BirthdayDigest {
  const key = new Uint8Array(hkdfSync("sha256", Buffer.from(secretKey, "hex"), "", "fairhouse birthdays", 32));
  return monthAndDay => createHmac("sha256", key).update(monthAndDay).digest();
}

const dayMs = 86_400_000;

/** The digests of yesterday, today and tomorrow, so that no day begins without its own; older ones go. */
export async function writeDays({ db, clock }: Pick<Host, "db" | "clock">, digestOf: BirthdayDigest): Promise<void> {
  const days = [-1, 0, 1].map(ahead => new Date(clock.now() + ahead * dayMs).toISOString().slice(0, 10));
  const rows = days.flatMap(day => celebratedOn(day).map(each => ({ day, digest: digestOf(each) })));
  await db.tx(async tx => {
    await tx.query(
      `INSERT INTO verification.birthday_digests (day, digest) SELECT * FROM unnest($1::date[], $2::bytea[]) ON CONFLICT DO NOTHING`,
      [rows.map(({ day }) => day), rows.map(({ digest }) => digest)],
    );
    await tx.query("DELETE FROM verification.birthday_digests WHERE day < $1", [days[0] ?? ""]);
  });
}

export async function putBirthday(tx: Tx, player: PlayerId, digest: Uint8Array): Promise<void> {
  await tx.query("UPDATE verification.identities SET birthday_digest = $2 WHERE player_id = $1", [player, digest]);
}

/** Players whose statement is older than the digest. */
export async function withoutBirthday(on: Queryable, limit: number): Promise<readonly PlayerId[]> {
  const { rows } = await on.query<{ player: PlayerId }>(
    "SELECT player_id AS player FROM verification.identities WHERE birthday_digest IS NULL ORDER BY player_id LIMIT $1",
    [limit],
  );
  return rows.map(({ player }) => player);
}
