import { int2Array, int8Array, textArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { Tx } from "#kit/db/db.ts";
import { kindNumbers, type TransferKind } from "#modules/ledger/shared/kinds.ts";
import type { PlayedRow } from "#modules/wallet/server/index.ts";
import { GroupsInRow } from "./groups-in-row.ts";
import { type Moved, positionOf } from "./moved.ts";

const staking = [
  "stake",
  "bonus_stake",
  "slip_stake",
  "slip_bonus_stake",
  "free_bet",
] as const satisfies readonly TransferKind[];
const stakingNumbers: ReadonlySet<number> = new Set(staking.map(kind => kindNumbers[kind]));
export const stakingKinds = [...stakingNumbers].join(", ");

/** Half hours of a day of UTC: 0 begins at midnight. */
export const slotOf = (at: string): string =>
  `(extract(hour FROM ${at} AT TIME ZONE 'UTC')::int * 2 + extract(minute FROM ${at} AT TIME ZONE 'UTC')::int / 30)`;

const halvesOfDay = 48;

interface HalfHour extends Pick<PlayedRow, "playerId" | "currency" | "halfHour" | "kind" | "debit" | "credit"> {
  total: bigint;
  transfers: bigint;
}

interface PlayerDay extends Pick<PlayedRow, "playerId" | "currency" | "day"> {
  transfers: bigint;
  deposits: bigint;
  depositCount: bigint;
  payouts: bigint;
  payoutCount: bigint;
  /** A bit for each half hour of UTC, 0 begins at midnight. */
  stakedIn: bigint;
}

/** Accounts and kinds are of two bytes. */
const accountsBelow = 32_768;

/** For each wallet, what moved between two accounts in each half hour, and a player's days. */
function sumsOf(rows: readonly PlayedRow[]): { halves: readonly HalfHour[]; days: readonly PlayerDay[] } {
  const halves = new GroupsInRow<Map<number, HalfHour>>();
  const days = new GroupsInRow<PlayerDay>();
  for (const row of rows) {
    const { playerId, currency, halfHour, day, kind, debit, credit } = row;
    const ofHalf = halves.of(row, halfHour, () => new Map());
    const accounts = (kind * accountsBelow + debit) * accountsBelow + credit;
    const half = ofHalf.get(accounts) ?? {
      playerId,
      currency,
      halfHour,
      kind,
      debit,
      credit,
      total: 0n,
      transfers: 0n,
    };
    if (half.transfers === 0n) ofHalf.set(accounts, half);
    half.total += row.amount;
    half.transfers += 1n;
    addToDay(
      days.of(row, day, () => ({ playerId, currency, day, ...nothing })),
      row,
    );
  }
  return { halves: halves.all().flatMap(ofHalf => [...ofHalf.values()]), days: days.all() };
}

const nothing = { transfers: 0n, deposits: 0n, depositCount: 0n, payouts: 0n, payoutCount: 0n, stakedIn: 0n } as const;

function addToDay(day: PlayerDay, { kind, amount, halfHour }: PlayedRow): void {
  day.transfers += 1n;
  if (kind === kindNumbers.deposit) {
    day.deposits += amount;
    day.depositCount += 1n;
  }
  if (kind === kindNumbers.payout_sent) {
    day.payouts += amount;
    day.payoutCount += 1n;
  }
  if (stakingNumbers.has(kind)) day.stakedIn |= 1n << BigInt(halfHour % halvesOfDay);
}

const money = ["transfers", "deposits", "deposit_count", "payouts", "payout_count"] as const;

const addSql = `
WITH wallets AS MATERIALIZED (
  SELECT m.player_id, m.currency, coalesce(p.is_test, false) AS is_test FROM unnest($3::uuid[], $4::text[]) AS m(player_id, currency)
  CROSS JOIN ${positionOf("m", "is_test")} p
),
halves AS (
  INSERT INTO projections.half_hours AS d (generation, half_hour, is_test, currency, kind, debit, credit, total, transfers)
  SELECT $2::int, to_timestamp(half * 1800.0), is_test, currency, kind, debit, credit, sum(total), sum(transfers)
  FROM unnest($5::uuid[], $6::text[], $7::int8[], $8::int2[], $9::int2[], $10::int2[], $11::text[]::numeric[], $12::int8[])
    AS h(player_id, currency, half, kind, debit, credit, total, transfers)
  JOIN wallets USING (player_id, currency) GROUP BY 2, 3, 4, 5, 6, 7
  ON CONFLICT (generation, half_hour, is_test, currency, kind, debit, credit) DO UPDATE SET
    total = d.total + excluded.total, transfers = d.transfers + excluded.transfers
)
INSERT INTO projections.player_days AS d (generation, day, player_id, currency, is_test, ${money.join(", ")}, staked_in)
SELECT $2::int, day::date, player_id, currency, is_test, ${money.join(", ")}, staked_in
FROM unnest($13::uuid[], $14::text[], $15::text[], $16::int8[], $17::text[]::numeric[], $18::int8[], $19::text[]::numeric[], $20::int8[], $21::int8[])
  AS p(player_id, currency, day, ${money.join(", ")}, staked_in)
JOIN wallets USING (player_id, currency)
ON CONFLICT (generation, day, player_id, currency) DO UPDATE SET
  ${money.map(name => `${name} = d.${name} + excluded.${name}`).join(", ")}, staked_in = d.staked_in | excluded.staked_in`;

/** Adds the transfers of wallets to the half hours and to their players' days. The caller has moved the positions in the same transaction. */
export async function addHalfHours(
  tx: Tx,
  { projection, generation }: { readonly projection: string; readonly generation: number },
  moved: readonly Moved[],
  transfers: readonly PlayedRow[],
): Promise<void> {
  const { halves, days } = sumsOf(transfers);
  await tx.query(
    addSql,
    [
      projection,
      generation,
      uuidArray(moved.map(({ playerId }) => playerId)),
      textArray(moved.map(({ currency }) => currency)),
      uuidArray(halves.map(({ playerId }) => playerId)),
      textArray(halves.map(({ currency }) => currency)),
      int8Array(halves.map(({ halfHour }) => BigInt(halfHour))),
      int2Array(halves.map(({ kind }) => kind)),
      int2Array(halves.map(({ debit }) => debit)),
      int2Array(halves.map(({ credit }) => credit)),
      textArray(halves.map(({ total }) => String(total))),
      int8Array(halves.map(each => each.transfers)),
      uuidArray(days.map(({ playerId }) => playerId)),
      textArray(days.map(({ currency }) => currency)),
      textArray(days.map(({ day }) => day)),
      int8Array(days.map(each => each.transfers)),
      textArray(days.map(({ deposits }) => String(deposits))),
      int8Array(days.map(({ depositCount }) => depositCount)),
      textArray(days.map(({ payouts }) => String(payouts))),
      int8Array(days.map(({ payoutCount }) => payoutCount)),
      int8Array(days.map(({ stakedIn }) => stakedIn)),
    ],
    "projections.half-hours",
  );
}
