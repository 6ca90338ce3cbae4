import type { Queryable } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { required } from "#kit/std/invariant.ts";
import { type Difference, differencesOf } from "#modules/ledger/server/index.ts";
import { type FoldNeeds, fold, playerGameDays } from "./fold.ts";
import { foldVersion } from "./fold-version.ts";
import { projectionInvariants } from "./invariants.ts";

interface Runs {
  readonly live: number;
  readonly building: number | null;
  readonly version: number;
}

export async function readRuns(on: Queryable): Promise<Runs> {
  const { rows } = await on.query<Runs>(
    "SELECT live, building, version FROM projections.runs WHERE projection = $1",
    [playerGameDays],
    "projections.runs",
  );
  return required(rows[0], "the migration inserts it");
}

/** A rebuild whose sums do not equal the ledger's: it replaces nothing. */
export class RebuildDiffers extends Error {
  constructor(differences: readonly Difference[]) {
    super(`the rebuilt projection differs from the ledger: ${differences[0]?.rule}`);
  }
}

/**
 * Folds everything again as another generation, beside the one that is read, and replaces that one when the sums equal the ledger's. One that
 * was interrupted continues where it stopped. False when another process is rebuilding. Throws {@link RebuildDiffers}.
 */
export async function rebuild(needs: FoldNeeds, host: Pick<Host, "db">): Promise<boolean> {
  const { rows } = await host.db.query<{ building: number }>(
    "UPDATE projections.runs SET building = coalesce(building, live + 1) WHERE projection = $1 RETURNING building",
    [playerGameDays],
  );
  const { building } = required(rows[0], "the migration inserts it");
  if (!(await fold(needs, building))) return false;
  const differences = await differencesOf(host.db, projectionInvariants(building));
  if (differences.length > 0) {
    await drop(host.db, building);
    await host.db.query("UPDATE projections.runs SET building = NULL WHERE projection = $1 AND building = $2", [
      playerGameDays,
      building,
    ]);
    throw new RebuildDiffers(differences);
  }
  const { rows: swapped } = await host.db.query<{ before: number }>(
    `UPDATE projections.runs r SET live = r.building, building = NULL, version = $3 FROM projections.runs before
     WHERE r.projection = $1 AND before.projection = $1 AND r.building = $2 RETURNING before.live AS before`,
    [playerGameDays, building, foldVersion],
  );
  if (swapped[0]) await drop(host.db, swapped[0].before);
  return true;
}

const tablesOfGeneration = [
  "player_game_days",
  "reversals",
  "half_hours",
  "game_half_hours",
  "player_days",
  "best_bets",
  "version_half_hours",
  "large_wins",
  "first_deposits",
];

/** Sums first: a generation without positions would be folded again on top of them. */
async function drop(on: Queryable, generation: number): Promise<void> {
  for (const table of tablesOfGeneration)
    await on.query(`DELETE FROM projections.${table} WHERE generation = $1`, [generation]);
  await on.query("DELETE FROM projections.positions WHERE projection = $1 AND generation = $2", [
    playerGameDays,
    generation,
  ]);
}
