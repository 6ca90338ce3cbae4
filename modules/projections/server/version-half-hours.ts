import { int2Array, int8Array, textArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { Tx } from "#kit/db/db.ts";
import type { PlayedRow } from "#modules/wallet/server/index.ts";
import type { Contribution } from "../shared/contributions.ts";
import { GroupsInRow, halfHoursBelow } from "./groups-in-row.ts";
import { positionOf } from "./moved.ts";
import type { Play } from "./plays.ts";

interface VersionSums {
  readonly playerId: string;
  readonly currency: string;
  readonly halfHour: number;
  readonly game: number;
  readonly version: string;
  bets: bigint;
  staked: bigint;
  paid: bigint;
}

/** What ended under each version of rules, by wallet and half hour. */
export function versionSumsOf(plays: readonly Play[]): readonly VersionSums[] {
  const found = new GroupsInRow<Map<string, VersionSums>>();
  for (const { row, added } of plays) {
    const { playerId, currency, halfHour } = row;
    const staked = added.realStaked + added.bonusStaked;
    const paid = paidBy(row, added);
    if (added.bets === 0n && staked === 0n && paid === 0n) continue;
    const { game } = added;
    const version = row.rulesVersion ?? "";
    const versions = found.of(row, game * halfHoursBelow + halfHour, () => new Map());
    const sums = versions.get(version) ?? {
      playerId,
      currency,
      halfHour,
      game,
      version,
      bets: 0n,
      staked: 0n,
      paid: 0n,
    };
    versions.set(version, sums);
    sums.bets += added.bets;
    sums.staked += staked;
    sums.paid += paid;
  }
  return found.all().flatMap(versions => [...versions.values()]);
}

/** What a bet paid when it ended, or what a slip's revision moved. A payout's own transfer names no rules. */
function paidBy(row: PlayedRow, { bets, realPaid, bonusPaid }: Contribution): bigint {
  if (row.rulesVersion === null) return 0n;
  if (row.payout !== null) return bets === 1n ? row.payout : 0n;
  return realPaid + bonusPaid;
}

const addSql = `
INSERT INTO projections.version_half_hours AS d (generation, half_hour, is_test, currency, game, rules_version, bets, staked, paid)
SELECT $2::int, to_timestamp(half * 1800.0), coalesce(p.is_test, false), s.currency, game, version, sum(bets), sum(staked), sum(paid)
FROM unnest($3::uuid[], $4::text[], $5::int8[], $6::int2[], $7::text[], $8::int8[], $9::text[]::numeric[], $10::text[]::numeric[])
  AS s(player_id, currency, half, game, version, bets, staked, paid)
CROSS JOIN ${positionOf("s", "is_test")} p
GROUP BY 2, 3, 4, 5, 6
ON CONFLICT (generation, half_hour, is_test, currency, game, rules_version)
DO UPDATE SET bets = d.bets + excluded.bets, staked = d.staked + excluded.staked, paid = d.paid + excluded.paid`;

/** Adds what ended under each version of rules. The caller has moved the positions in the same transaction. */
export async function addVersions(
  tx: Tx,
  { projection, generation }: { readonly projection: string; readonly generation: number },
  plays: readonly Play[],
): Promise<void> {
  const sums = versionSumsOf(plays);
  if (sums.length === 0) return;
  await tx.query(
    addSql,
    [
      projection,
      generation,
      uuidArray(sums.map(({ playerId }) => playerId)),
      textArray(sums.map(({ currency }) => currency)),
      int8Array(sums.map(({ halfHour }) => BigInt(halfHour))),
      int2Array(sums.map(({ game }) => game)),
      textArray(sums.map(({ version }) => version)),
      int8Array(sums.map(({ bets }) => bets)),
      textArray(sums.map(({ staked }) => String(staked))),
      textArray(sums.map(({ paid }) => String(paid))),
    ],
    "projections.versions",
  );
}
