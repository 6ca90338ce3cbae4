import { fail } from "#kit/contract/error-code.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { pauseAfter } from "../shared/deposit-failures.ts";
import { depositsPaused } from "../shared/errors.ts";

/** How far back declined deposits count. */
const memoryMs = 30 * 86_400_000;

/** Fails with `deposits_paused` after too many declined deposits. */
export async function checkFailures(db: Queryable, player: PlayerId, now: Date): Promise<void> {
  const { rows } = await db.query<{ endedAt: Date }>(
    `SELECT ended_at AS "endedAt" FROM payments.invoices
     WHERE player_id = $1 AND status = 5 AND held = 0 AND ended_at > greatest($2,
       (SELECT before FROM payments.forgiven_failures WHERE player_id = $1))
     ORDER BY ended_at LIMIT 200`,
    [player, new Date(now.getTime() - memoryMs)],
  );
  const times = rows.map(({ endedAt }) => endedAt.getTime());
  const pause = pauseAfter(times, now.getTime());
  if (pause)
    fail(depositsPaused, { data: { until: pause.until === null ? null : new Date(pause.until).toISOString() } });
}

/** When a deposit of the player was last declined. */
export async function lastDeclinedDeposit(db: Queryable, player: PlayerId): Promise<Date | undefined> {
  const { rows } = await db.query<{ at: Date | null }>(
    "SELECT max(ended_at) AS at FROM payments.invoices WHERE player_id = $1 AND status = 5 AND held = 0",
    [player],
  );
  return rows[0]?.at ?? undefined;
}

/** An operator has reviewed the player: deposits declined before `now` no longer count. */
export async function forgiveFailures(tx: Tx, player: PlayerId, now: Date): Promise<void> {
  await tx.query(
    `INSERT INTO payments.forgiven_failures (player_id, before) VALUES ($1, $2)
     ON CONFLICT (player_id) DO UPDATE SET before = greatest(payments.forgiven_failures.before, excluded.before)`,
    [player, now],
  );
}
