import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import type { CoinName } from "../shared/coins.ts";
import type { Block, Transfer } from "./chain.ts";

/** Every SQL statement of addresses, blocks and transfers. Units come as text, because they do not fit in 64 bits. */

export interface AddressRow {
  readonly number: number;
  readonly playerId: PlayerId;
  readonly coin: CoinName;
  readonly address: string;
  readonly currency: Currency;
  readonly closedAt: Date | null;
}

const addressColumns = `number, player_id AS "playerId", coin, address, currency, closed_at AS "closedAt"`;

export async function addressOfPlayer(
  on: Queryable,
  player: PlayerId,
  coin: CoinName,
): Promise<AddressRow | undefined> {
  const { rows } = await on.query<AddressRow>(
    `SELECT ${addressColumns} FROM crypto.addresses WHERE player_id = $1 AND coin = $2`,
    [player, coin],
  );
  return rows[0];
}

/** The next free number; the table is locked until `tx` ends, so that numbers have no gaps and one owner. */
export async function takeNumber(tx: Tx): Promise<number> {
  await tx.query("LOCK TABLE crypto.addresses IN SHARE ROW EXCLUSIVE MODE");
  const { rows } = await tx.query<{ next: number }>(
    "SELECT coalesce(max(number) + 1, 0)::int AS next FROM crypto.addresses",
  );
  return rows[0]?.next ?? 0;
}

export async function insertAddress(tx: Tx, row: Omit<AddressRow, "closedAt"> & { readonly now: Date }): Promise<void> {
  await tx.query(
    `INSERT INTO crypto.addresses (number, player_id, coin, address, currency, created_at) VALUES ($1, $2, $3, $4, $5, $6)`,
    [row.number, row.playerId, row.coin, row.address, row.currency, row.now],
  );
}

/** Sets the currency that transfers to it are credited in from now on. */
export async function setCurrency(tx: Tx, number: number, currency: Currency): Promise<void> {
  await tx.query("UPDATE crypto.addresses SET currency = $2 WHERE number = $1 AND currency <> $2", [number, currency]);
}

/** Whether a transfer to the player is in a block and not decided yet. */
export async function hasUndecidedTransfer(on: Queryable, player: PlayerId): Promise<boolean> {
  const { rowCount } = await on.query(
    `SELECT FROM crypto.transfers t JOIN crypto.addresses a ON a.number = t.number
     WHERE a.player_id = $1 AND t.state = 'seen' LIMIT 1`,
    [player],
  );
  return rowCount > 0;
}

export async function closeAddresses(tx: Tx, player: PlayerId, now: Date): Promise<void> {
  await tx.query("UPDATE crypto.addresses SET closed_at = $2 WHERE player_id = $1 AND closed_at IS NULL", [
    player,
    now,
  ]);
}

/** Numbers of the addresses that are players'. */
export async function numbersOf(on: Queryable, addresses: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const { rows } = await on.query<{ address: string; number: number }>(
    "SELECT address, number FROM crypto.addresses WHERE address = ANY($1)",
    [addresses],
  );
  return new Map(rows.map(row => [row.address, row.number]));
}

export interface Cursor {
  readonly chainId: bigint;
  readonly number: bigint;
  readonly hash: string;
  readonly halted: string | null;
}

/** `hold`: an exclusive lock until the transaction ends; `share`: the cursor can't move, but others may read it too. */
export async function cursorOf(on: Queryable, lock: "none" | "share" | "hold" = "none"): Promise<Cursor | undefined> {
  const how = { none: "", share: "FOR SHARE", hold: "FOR UPDATE" }[lock];
  const { rows } = await on.query<Cursor>(
    `SELECT chain_id AS "chainId", number, hash, halted FROM crypto.cursor ${how}`,
  );
  return rows[0];
}

/** Initialises the cursor; nothing happens when it exists. */
export async function beginCursor(tx: Tx, chainId: number, block: Block): Promise<void> {
  const { rowCount } = await tx.query(
    "INSERT INTO crypto.cursor (chain_id, number, hash) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    [chainId, block.number, block.hash],
  );
  if (rowCount > 0) await insertBlock(tx, block);
}

/** How many blocks are stored: deeper ones are final. */
const storedBlocks = 1_000n;

export async function moveCursor(tx: Tx, block: Block): Promise<void> {
  await tx.query("UPDATE crypto.cursor SET number = $1, hash = $2", [block.number, block.hash]);
  await insertBlock(tx, block);
  await tx.query("DELETE FROM crypto.blocks WHERE number < $1", [block.number - storedBlocks]);
}

async function insertBlock(tx: Tx, { number, hash }: Block): Promise<void> {
  await tx.query("INSERT INTO crypto.blocks (number, hash) VALUES ($1, $2)", [number, hash]);
}

export async function halt(tx: Tx, why: string): Promise<void> {
  await tx.query("UPDATE crypto.cursor SET halted = $1", [why]);
}

/** Blocks that were read, the newest first. */
export async function readBlocks(on: Queryable): Promise<readonly { number: bigint; hash: string }[]> {
  const { rows } = await on.query<{ number: bigint; hash: string }>(
    "SELECT number, hash FROM crypto.blocks ORDER BY number DESC",
  );
  return rows;
}

export async function forgetBlocksAfter(tx: Tx, ancestor: { number: bigint; hash: string }): Promise<void> {
  await tx.query("DELETE FROM crypto.blocks WHERE number > $1", [ancestor.number]);
  await tx.query("UPDATE crypto.cursor SET number = $1, hash = $2", [ancestor.number, ancestor.hash]);
}

export type TransferState = "seen" | "gone" | "credited" | "to_be_returned" | "quarantined" | "funding";

export interface TransferRow {
  readonly id: Uuid;
  readonly txHash: string;
  readonly ordinal: number;
  readonly coin: CoinName;
  readonly number: number | null;
  readonly units: string;
  readonly blockNumber: bigint | null;
  readonly state: TransferState;
  readonly reason: "too_little" | "not_offered" | null;
  readonly currency: Currency | null;
  readonly amount: Micros | null;
  readonly held: Micros;
  readonly invoiceId: Uuid | null;
  readonly seenAt: Date;
}

const transferColumns = `t.id, t.tx_hash AS "txHash", t.ordinal, t.coin, t.number, t.units, t.block_number AS "blockNumber",
  t.state, t.reason, t.currency, t.amount, t.held, t.invoice_id AS "invoiceId", t.seen_at AS "seenAt"`;

/** Inserts a transfer, or updates its block: a decision is kept, and it is no longer missing. */
export async function noteTransfer(
  tx: Tx,
  transfer: Transfer & { readonly id: Uuid; readonly number: number | null; readonly block: Block; readonly now: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO crypto.transfers AS t
       (id, tx_hash, ordinal, coin, sender, recipient, number, units, block_number, block_hash, state, seen_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 'seen', $11)
     ON CONFLICT (tx_hash, ordinal) DO UPDATE SET block_number = excluded.block_number, block_hash = excluded.block_hash,
       state = CASE t.state WHEN 'gone' THEN 'seen' ELSE t.state END, vanished_at = NULL`,
    [
      transfer.id,
      transfer.txHash,
      transfer.ordinal,
      transfer.coin,
      transfer.sender,
      transfer.recipient,
      transfer.number,
      `${transfer.units}`,
      transfer.block.number,
      transfer.block.hash,
      transfer.now,
    ],
  );
}

/** Removes undecided transfers in blocks after this one; returns the decided ones. */
export async function loseTransfersAfter(tx: Tx, ancestor: bigint, now: Date): Promise<readonly TransferRow[]> {
  await tx.query(
    "UPDATE crypto.transfers SET state = 'gone', block_number = NULL, block_hash = NULL WHERE state = 'seen' AND block_number > $1",
    [ancestor],
  );
  const { rows } = await tx.query<TransferRow>(
    `UPDATE crypto.transfers t SET vanished_at = $2, block_number = NULL, block_hash = NULL
     WHERE decided_at IS NOT NULL AND block_number > $1 RETURNING ${transferColumns}`,
    [ancestor, now],
  );
  return rows;
}

/** Transfers that are deep enough to be decided, the oldest first. */
export async function confirmedTransfers(
  on: Queryable,
  deepest: bigint,
  most: number,
): Promise<readonly TransferRow[]> {
  const { rows } = await on.query<TransferRow>(
    `SELECT ${transferColumns} FROM crypto.transfers t WHERE state = 'seen' AND block_number <= $1
     ORDER BY block_number, seen_at, id LIMIT $2`,
    [deepest, most],
  );
  return rows;
}

export interface LockedTransfer extends TransferRow {
  readonly playerId: PlayerId | null;
  readonly wantedCurrency: Currency | null;
  readonly closedAt: Date | null;
}

/** Locks the row until the transaction ends, with the owner of its address. */
export async function lockTransfer(tx: Tx, id: Uuid): Promise<LockedTransfer | undefined> {
  const { rows } = await tx.query<LockedTransfer>(
    `SELECT ${transferColumns}, a.player_id AS "playerId", a.currency AS "wantedCurrency",
      a.closed_at AS "closedAt"
     FROM crypto.transfers t LEFT JOIN crypto.addresses a ON a.number = t.number WHERE t.id = $1 FOR UPDATE OF t`,
    [id],
  );
  return rows[0];
}

export interface Decision {
  readonly state: TransferState;
  readonly reason: "too_little" | "not_offered" | null;
  readonly rate: string | null;
  readonly currency: Currency | null;
  readonly amount: Micros | null;
  readonly held: Micros;
  readonly invoice: Uuid | null;
  readonly now: Date;
}

export async function decideTransfer(tx: Tx, id: Uuid, decision: Decision): Promise<void> {
  await tx.query(
    `UPDATE crypto.transfers SET state = $2, reason = $3, rate = $4, currency = $5, amount = $6, invoice_id = $7, decided_at = $8, held = $9
     WHERE id = $1`,
    [
      id,
      decision.state,
      decision.reason,
      decision.rate,
      decision.currency,
      decision.amount,
      decision.invoice,
      decision.now,
      decision.held,
    ],
  );
}

/** A transfer by its name in the books of payments. */
export async function transferOfPayment(
  on: Queryable,
  paymentId: string,
): Promise<
  { readonly sender: string; readonly units: string; readonly amount: Micros; readonly rate: string } | undefined
> {
  const { rows } = await on.query<{ sender: string; units: string; amount: Micros; rate: string }>(
    `SELECT sender, units, amount, rate FROM crypto.transfers
     WHERE tx_hash = split_part($1, ':', 2) AND ordinal = split_part($1, ':', 3)::int AND amount IS NOT NULL`,
    [paymentId],
  );
  return rows[0];
}

/** Recent transfers to an address, the newest first. */
export async function transfersTo(on: Queryable, number: number, most: number): Promise<readonly TransferRow[]> {
  const { rows } = await on.query<TransferRow>(
    `SELECT ${transferColumns} FROM crypto.transfers t WHERE number = $1 ORDER BY seen_at DESC, id DESC LIMIT $2`,
    [number, most],
  );
  return rows;
}

export async function insertAlarm(tx: Tx, alarm: { id: Uuid; now: Date; what: string; facts: Json }): Promise<void> {
  await tx.query("INSERT INTO crypto.alarms (id, at, what, facts) VALUES ($1, $2, $3, $4)", [
    alarm.id,
    alarm.now,
    alarm.what,
    JSON.stringify(alarm.facts),
  ]);
}

export interface AlarmRow {
  readonly id: Uuid;
  readonly at: Date;
  readonly what: string;
  readonly facts: Readonly<Record<string, Json>>;
  readonly acknowledgedAt: Date | null;
  readonly acknowledgedBy: string | null;
}

/** The newest first; `openOnly`: unresolved ones. */
export async function alarms(on: Queryable, openOnly: boolean, most: number): Promise<readonly AlarmRow[]> {
  const { rows } = await on.query<AlarmRow>(
    `SELECT id, at, what, facts, acknowledged_at AS "acknowledgedAt", acknowledged_by AS "acknowledgedBy" FROM crypto.alarms
     WHERE NOT $1 OR acknowledged_at IS NULL ORDER BY at DESC, id DESC LIMIT $2`,
    [openOnly, most],
  );
  return rows;
}

/** Undefined when there is no such alarm or it is resolved already. */
export async function acknowledge(tx: Tx, id: Uuid, by: string, now: Date): Promise<AlarmRow | undefined> {
  const { rows } = await tx.query<AlarmRow>(
    `UPDATE crypto.alarms SET acknowledged_at = $2, acknowledged_by = $3 WHERE id = $1 AND acknowledged_at IS NULL
     RETURNING id, at, what, facts, acknowledged_at AS "acknowledgedAt", acknowledged_by AS "acknowledgedBy"`,
    [id, now, by],
  );
  return rows[0];
}

export interface Comparison {
  readonly coin: CoinName;
  readonly at: Date;
  readonly inBooks: string;
  readonly onChain: string;
}

/** The books and the chain balance of each coin at the last reconciliation. */
export async function lastComparisons(on: Queryable): Promise<readonly Comparison[]> {
  const { rows } = await on.query<Comparison>(
    `SELECT DISTINCT ON (coin) coin, at, in_books::text AS "inBooks", on_chain::text AS "onChain" FROM crypto.reconciliations ORDER BY coin, at DESC, id DESC`,
  );
  return rows;
}

export async function personalRows(on: Queryable, player: PlayerId): Promise<{ addresses: Json[]; transfers: Json[] }> {
  const addresses = await on.query<{ known: Json }>(
    "SELECT to_jsonb(a) AS known FROM crypto.addresses a WHERE player_id = $1 ORDER BY number",
    [player],
  );
  const transfers = await on.query<{ known: Json }>(
    `SELECT to_jsonb(t) || jsonb_build_object('units', t.units::text) AS known
     FROM crypto.transfers t JOIN crypto.addresses a ON a.number = t.number WHERE a.player_id = $1 ORDER BY t.seen_at, t.id`,
    [player],
  );
  return { addresses: addresses.rows.map(row => row.known), transfers: transfers.rows.map(row => row.known) };
}
