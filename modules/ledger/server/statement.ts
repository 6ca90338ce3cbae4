import type { Queryable } from "#kit/db/db.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { type Account, account } from "../shared/chart.ts";
import { kindNumbers, kindOf, netDepositKinds, type TransferKind } from "../shared/kinds.ts";

/** One owner's rows in one currency. */
export interface Wallet {
  readonly owner: PlayerId;
  readonly currency: Currency;
}

/** Balances of a wallet right after a transfer, micro-units. */
export interface Balances {
  readonly real: Micros;
  readonly bonus: Micros;
  readonly vault: Micros;
}

export interface StatementRow {
  readonly seq: bigint;
  readonly at: Date;
  readonly kind: TransferKind;
  readonly reference: Uuid;
  /** More than zero. */
  readonly amount: Micros;
  readonly debit: Account;
  readonly credit: Account;
}

/** Rows with numbers above `after` and up to `upTo`. */
export interface Span {
  readonly after: bigint;
  readonly upTo: bigint;
}

const [real, bonus, vault] = (["player:real", "player:bonus", "player:vault"] as const).map(account) as [
  Account,
  Account,
  Account,
];
const owners = [real, bonus, vault, account("to be returned"), account("receivable")].join(", ");
/** Highest power of two tried for a number: more transfers than any wallet will have. */
const firstStep = 2n ** 40n;

/** Of these, the rows of slips are in the index: they are few. */
const playKinds = [
  kindNumbers.bonus_stake,
  kindNumbers.bonus_payout,
  kindNumbers.bonus_void,
  kindNumbers.slip_bonus_stake,
  kindNumbers.slip_bonus_payout,
  kindNumbers.slip_bonus_payout_reversed,
  kindNumbers.slip_bonus_void,
  kindNumbers.slip_bonus_void_reversed,
  kindNumbers.slip_bonus_boost,
  kindNumbers.slip_bonus_boost_reversed,
].join(", ");
/** What an index finds: movements of the vault and of bonuses, without the bets of bonus money. */
const setAside = `(debit IN (2, 3) OR credit IN (2, 3)) AND kind NOT IN (${playKinds})`;
const ofBonus = "(debit = 2 OR credit = 2)";
/** The rows shown to a player: rows between two house accounts, such as a stake that leaves play, do not change their balance. */
const own = `(debit IN (${owners}) OR credit IN (${owners}))`;

/**
 * The number of the wallet's last transfer before each of these times; 0 when there is none. Times of a wallet grow with its
 * numbers, so this is a binary search in the primary key: 41 lookups, however long the history is.
 */
export async function numbersBefore(
  on: Queryable,
  { owner, currency }: Wallet,
  times: readonly Date[],
): Promise<readonly bigint[]> {
  const { rows } = await on.query<{ seq: bigint }>(
    `WITH RECURSIVE walk(place, time, step, seq) AS (
       SELECT place, time, ${firstStep}::bigint, 0::bigint FROM unnest($3::timestamptz[]) WITH ORDINALITY AS t(time, place)
       UNION ALL
       SELECT place, time, step / 2, CASE WHEN EXISTS (SELECT FROM ledger.transfers
         WHERE player_id = $1 AND currency = $2 AND transfers.seq = walk.seq + step AND at < time)
         OR (SELECT a.times[array_position(a.offsets, (walk.seq + step - a.first_seq)::int)] < time FROM ledger.archived_transfers a
           WHERE a.player_id = $1 AND a.currency = $2 AND a.first_seq <= walk.seq + step AND a.last_seq >= walk.seq + step
           ORDER BY a.first_seq DESC LIMIT 1) THEN seq + step ELSE seq END
       FROM walk WHERE step > 0)
     SELECT seq FROM walk WHERE step = 0 ORDER BY place`,
    [owner, currency, times],
    "ledger.numbers-before",
  );
  return rows.map(row => row.seq);
}

/** The balances right after the transfer with this number, from the transfers alone; zero after number 0. */
export async function balancesAt(on: Queryable, { owner, currency }: Wallet, seq: bigint): Promise<Balances> {
  const { rows } = await on.query<Balances>(
    `WITH plain AS (
       (SELECT seq, balance_after FROM ledger.transfers
        WHERE player_id = $1 AND currency = $2 AND seq <= $3 AND NOT (debit IN (2, 3) OR credit IN (2, 3)) ORDER BY seq DESC LIMIT 1)
       UNION ALL
       (SELECT seq, balance_after FROM ledger.archived_transfer_rows
        WHERE player_id = $1 AND currency = $2 AND from_seq <= $3 AND seq <= $3 AND NOT (debit IN (2, 3) OR credit IN (2, 3))
        ORDER BY from_seq DESC, seq DESC LIMIT 1)
       ORDER BY seq DESC LIMIT 1),
     aside AS (SELECT * FROM ledger.transfers WHERE player_id = $1 AND currency = $2 AND seq <= $3 AND ${setAside}),
     given AS (SELECT seq, balance_after, credit FROM aside WHERE ${ofBonus} ORDER BY seq DESC LIMIT 1),
     played AS (
       (SELECT seq, balance_after FROM ledger.transfers
        WHERE player_id = $1 AND currency = $2 AND seq <= $3 AND seq > (SELECT seq FROM given WHERE credit = 2) AND ${ofBonus}
        ORDER BY seq DESC LIMIT 1)
       UNION ALL
       (SELECT seq, balance_after FROM ledger.archived_transfer_rows
        WHERE player_id = $1 AND currency = $2 AND from_seq <= $3 AND seq <= $3 AND upto_seq > (SELECT seq FROM given WHERE credit = 2)
          AND seq > (SELECT seq FROM given WHERE credit = 2) AND ${ofBonus}
        ORDER BY from_seq DESC, seq DESC LIMIT 1)
       ORDER BY seq DESC LIMIT 1)
     SELECT (coalesce((SELECT balance_after FROM plain), 0)
         + coalesce(sum((credit = 1)::int * amount - (debit = 1)::int * amount)
           FILTER (WHERE seq > coalesce((SELECT seq FROM plain), 0)), 0))::bigint AS real,
       coalesce((SELECT balance_after FROM played), (SELECT balance_after FROM given), 0)::bigint AS bonus,
       coalesce(sum((credit = 3)::int * amount - (debit = 3)::int * amount), 0)::bigint AS vault
     FROM aside`,
    [owner, currency, seq],
    "ledger.balances-at",
  );
  return required(rows[0], "a sum is always there");
}

/** The owner's rows of a span, oldest or newest first, at most `limit`. */
export async function readStatement(
  on: Queryable,
  { owner, currency }: Wallet,
  { after, upTo }: Span,
  { newestFirst, limit }: { readonly newestFirst: boolean; readonly limit: number },
): Promise<readonly StatementRow[]> {
  const order = newestFirst ? "DESC" : "ASC";
  const columns = "seq, at, kind, reference, amount, debit, credit";
  const { rows } = await on.query<Omit<StatementRow, "kind"> & { kind: number }>(
    `(SELECT ${columns} FROM ledger.transfers
      WHERE player_id = $1 AND currency = $2 AND seq > $3 AND seq <= $4 AND ${own} ORDER BY seq ${order} LIMIT $5)
     UNION ALL
     (SELECT ${columns} FROM ledger.archived_transfer_rows
      WHERE player_id = $1 AND currency = $2 AND upto_seq > $3 AND from_seq <= $4 AND seq > $3 AND seq <= $4 AND ${own}
      ORDER BY from_seq ${order}, seq ${order} LIMIT $5)
     ORDER BY seq ${order} LIMIT $5`,
    [owner, currency, after, upTo, limit],
    `ledger.statement-${newestFirst ? "down" : "up"}`,
  );
  return rows.map(row => ({ ...row, kind: kindOf(row.kind) }));
}

/** The signed change of its owner's balances by a transfer. */
export function changeOf({ amount, debit, credit }: Pick<StatementRow, "amount" | "debit" | "credit">): Balances {
  const of = (own: Account) => micros((credit === own ? amount : 0n) - (debit === own ? amount : 0n));
  return { real: of(real), bonus: of(bonus), vault: of(vault) };
}

/** All credited deposits of an owner less their payouts, micro-units; negative when more went out than came in. */
export async function netDeposits(on: Queryable, { owner, currency }: Wallet): Promise<Micros> {
  const { rows } = await on.query<{ sum: bigint }>(
    `SELECT coalesce(sum(CASE WHEN kind IN (${numbers(netDepositKinds.out)}) THEN -amount ELSE amount END), 0)::bigint AS sum
     FROM ledger.transfers WHERE player_id = $1 AND currency = $2 AND kind > 4
       AND kind IN (${numbers([...netDepositKinds.in, ...netDepositKinds.out])})`,
    [owner, currency],
    "ledger.net-deposits",
  );
  return micros(rows[0]?.sum ?? 0n);
}

const numbers = (kinds: readonly TransferKind[]) => kinds.map(kind => kindNumbers[kind]).join(", ");
