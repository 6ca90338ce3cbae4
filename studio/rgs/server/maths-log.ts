import { createHash } from "node:crypto";
import { required } from "#kit/std/invariant.ts";

import type { StudioHost } from "./studio-host.ts";

export interface MathsEntry {
  readonly game: string;
  readonly maths: string;
  readonly at: string;
  readonly previous: string;
  readonly hash: string;
}

/** A game, and the file that verifies its rounds. */
interface PublishedMaths {
  readonly game: { readonly slug: string };
  readonly maths: string;
  readonly module: string;
}

const pageSize = 500;
const publishLock = 7_321_001n;

/** Appends the maths of each game that is not in the log yet. Called before the first round under a new version. */
export async function publishMaths({ db, clock }: StudioHost, games: readonly PublishedMaths[]): Promise<void> {
  await db.tx(async tx => {
    await tx.query("SELECT pg_advisory_xact_lock($1)", [publishLock]);
    for (const { game, maths, module } of games) {
      const known = await tx.query("SELECT FROM rgs.maths_versions WHERE game = $1 AND maths = $2", [game.slug, maths]);
      if (known.rowCount > 0) continue;
      const { rows } = await tx.query<{ number: number; hash: string }>(
        "SELECT number, hash FROM rgs.maths_versions ORDER BY number DESC LIMIT 1",
      );
      const previous = rows[0]?.hash ?? "0".repeat(64);
      const at = new Date(clock.now());
      await tx.query(
        "INSERT INTO rgs.maths_versions (number, game, maths, module, at, previous, hash) VALUES ($1, $2, $3, $4, $5, $6, $7)",
        [
          (rows[0]?.number ?? 0) + 1,
          game.slug,
          maths,
          module,
          at,
          previous,
          createHash("sha256").update(`${previous}.${game.slug}.${maths}.${at.toISOString()}`).digest("hex"),
        ],
      );
    }
  });
}

/** @param cursor the number of the last entry that was read */
export async function mathsLog(
  { db }: StudioHost,
  cursor: string | undefined,
): Promise<{ readonly entries: readonly MathsEntry[]; readonly next: string | null }> {
  const { rows } = await db.query<{ number: number; at: Date } & Omit<MathsEntry, "at">>(
    "SELECT number, game, maths, at, previous, hash FROM rgs.maths_versions WHERE number > $1 ORDER BY number LIMIT $2",
    [Number(cursor ?? "0") || 0, pageSize],
  );
  const entries = rows.map(({ game, maths, at, previous, hash }) => ({
    game,
    maths,
    at: at.toISOString(),
    previous,
    hash,
  }));
  return { entries, next: rows.length < pageSize ? null : String(required(rows.at(-1), "a full page").number) };
}

/** The verifier module of a version; undefined when there is none. */
export async function mathsModule({ db }: StudioHost, maths: string): Promise<string | undefined> {
  const { rows } = await db.query<{ module: string }>(
    "SELECT module FROM rgs.maths_versions WHERE maths = $1 LIMIT 1",
    [maths],
  );
  return rows[0]?.module;
}
