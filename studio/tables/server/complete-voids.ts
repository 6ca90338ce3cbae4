import type { Beacon } from "#kit/http/beacon-client.ts";
import type { StudioHost } from "#studio/rgs/server/studio-host.ts";
import { changeRound, type RoundRow, roundColumns } from "./table-store.ts";

/** The value of a void round is added when the beacon has it: its record shows what it would have been. */
export type CompleteVoids = () => Promise<void>;

const backfillMs = 30_000;

export function createCompleteVoids(
  { db, clock }: StudioHost,
  { game, beacon }: { readonly game: string; readonly beacon: Beacon },
): CompleteVoids {
  let backfillAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (clock.monotonic() < backfillAt) return;
    backfillAt = clock.monotonic() + backfillMs;
    const { rows } = await db.query<RoundRow>(
      `SELECT ${roundColumns} FROM tables.rounds WHERE game = $1 AND state = 'voided' AND beacon_value IS NULL AND beacon_due_at < $2
       ORDER BY number LIMIT 1`,
      [game, new Date(clock.now())],
    );
    const [round] = rows;
    const value = round && (await beacon.round(Number(round.beaconRound)).catch(() => undefined));
    if (round && value)
      await changeRound(db, round, { beaconValue: value.randomness, beaconSignature: value.signature });
  };
}
