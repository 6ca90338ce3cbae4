import type { Tx } from "#kit/db/db.ts";
import { transferSql } from "#modules/ledger/server/index.ts";
import { kindNumbers, type TransferKind } from "#modules/ledger/shared/kinds.ts";
import { type Moved, movedColumns } from "./moved.ts";

const staking = [
  "stake",
  "bonus_stake",
  "slip_stake",
  "slip_bonus_stake",
  "free_bet",
] as const satisfies readonly TransferKind[];
export const stakingKinds = staking.map(kind => kindNumbers[kind]).join(", ");

/** Half hours of a day of UTC: 0 begins at midnight. */
export const slotOf = (at: string): string =>
  `(extract(hour FROM ${at} AT TIME ZONE 'UTC')::int * 2 + extract(minute FROM ${at} AT TIME ZONE 'UTC')::int / 30)`;

const of = (kind: TransferKind) => `FILTER (WHERE kind = ${kindNumbers[kind]})`;
const money = ["transfers", "deposits", "deposit_count", "payouts", "payout_count"] as const;

const addSql = `
WITH played AS MATERIALIZED (
  SELECT m.player_id, m.currency, coalesce(p.is_test, false) AS is_test, t.at, t.kind, t.debit, t.credit, t.amount
  FROM unnest($3::uuid[], $4::text[], $5::int8[], $6::int8[]) AS m(player_id, currency, begin, upto)
  JOIN projections.positions p ON p.projection = $1 AND p.generation = $2 AND p.player_id = m.player_id AND p.currency = m.currency
  CROSS JOIN LATERAL (
    SELECT * FROM ${transferSql.all} t WHERE t.player_id = m.player_id AND t.currency = m.currency AND t.seq > m.begin AND t.seq <= m.upto AND ${transferSql.within("m.begin", "m.upto")} OFFSET 0
  ) t
),
halves AS (
  INSERT INTO projections.half_hours AS d (generation, half_hour, is_test, currency, kind, debit, credit, total, transfers)
  SELECT $2::int, date_bin('30 minutes', at, 'epoch'::timestamptz), is_test, currency, kind, debit, credit, sum(amount), count(*)
  FROM played GROUP BY 2, 3, 4, 5, 6, 7
  ON CONFLICT (generation, half_hour, is_test, currency, kind, debit, credit) DO UPDATE SET
    total = d.total + excluded.total, transfers = d.transfers + excluded.transfers
)
INSERT INTO projections.player_days AS d (generation, day, player_id, currency, is_test, ${money.join(", ")}, staked_in)
SELECT $2::int, (at AT TIME ZONE 'UTC')::date, player_id, currency, is_test, count(*),
  coalesce(sum(amount) ${of("deposit")}, 0), count(*) ${of("deposit")}, coalesce(sum(amount) ${of("payout_sent")}, 0), count(*) ${of("payout_sent")},
  coalesce(bit_or(1::bigint << ${slotOf("at")}) FILTER (WHERE kind IN (${stakingKinds})), 0)
FROM played GROUP BY 2, 3, 4, 5
ON CONFLICT (generation, day, player_id, currency) DO UPDATE SET
  ${money.map(name => `${name} = d.${name} + excluded.${name}`).join(", ")}, staked_in = d.staked_in | excluded.staked_in`;

/** Adds the transfers of wallets to the half hours and to their players' days. The caller has moved the positions in the same transaction. */
export async function addHalfHours(
  tx: Tx,
  { projection, generation }: { readonly projection: string; readonly generation: number },
  moved: readonly Moved[],
): Promise<void> {
  await tx.query(addSql, [projection, generation, ...movedColumns(moved)], "projections.half-hours");
}
