import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { invariant } from "#kit/std/invariant.ts";
import { type Account, account } from "#modules/ledger/shared/chart.ts";
import { kindNumbers, kindOf, type TransferKind } from "#modules/ledger/shared/kinds.ts";
import type { MoveAnswer, Movement } from "./port.ts";

/** The kinds of the three movements of a hold. */
export interface HoldKinds {
  readonly held: TransferKind;
  readonly posted: TransferKind;
  readonly released: TransferKind;
}

export interface NewHold {
  /** Id of the business row it belongs to: names the hold and its movements. */
  readonly id: Uuid;
  readonly owner: PlayerId;
  readonly currency: Currency;
  readonly amount: Micros;
  /** The account that holds the money meanwhile: `payoutsClearing(provider)`. */
  readonly account: Account;
  readonly kinds: HoldKinds;
  /** Released automatically after this time; null waits for an explicit end. */
  readonly expiresAt: Date | null;
}

/** Names a hold: its player comes first, so that a database of several shards finds it on one. */
export type HoldKey = Pick<NewHold, "owner" | "id">;

/** The result of ending a hold; `false` if it had already ended the other way, or does not exist. */
export interface Holds {
  /** Reserves real money until it is posted or released. Refused when the balance is too low. The same id again is the same hold. */
  hold(tx: Tx, hold: NewHold): Promise<MoveAnswer>;
  /** Moves the money to the target account. A repeat does nothing. */
  post(tx: Tx, hold: HoldKey, to: Account): Promise<boolean>;
  /** Returns the money to the balance. A repeat does nothing. */
  release(tx: Tx, hold: HoldKey): Promise<boolean>;
  /** Releases expired holds, each in its own transaction; returns how many. Safe to run concurrently. */
  releaseExpired(limit?: number): Promise<number>;
}

interface HoldRow {
  readonly currency: Currency;
  readonly amount: Micros;
  readonly account: Account;
  readonly postedKind: number;
  readonly releasedKind: number;
  readonly status: number;
}

const [pending, posted, released] = [0, 1, 2];
const real = account("player:real");

export interface HoldNeeds {
  readonly now: () => Date;
  readonly db: Queryable & { tx<T>(work: (tx: Tx) => Promise<T>): Promise<T> };
  move(tx: Tx, movement: Movement, debit: Account, credit: Account): Promise<MoveAnswer>;
}

/** Two-step movements to external parties. Ending a hold locks its row first, so that of two ends one happens. */
export function createHolds({ now, db, move }: HoldNeeds): Holds {
  async function end(tx: Tx, { owner, id }: HoldKey, status: number, to: Account): Promise<boolean> {
    const row = await lockHold(tx, owner, id);
    if (!row || row.status !== pending) return row?.status === status;
    const kind = kindOf(status === posted ? row.postedKind : row.releasedKind);
    const movement = { owner, currency: row.currency, amount: row.amount, kind, reference: id };
    const answer = await move(tx, movement, row.account, to);
    invariant(answer.kind === "moved" && !answer.replayed, "a pending hold that was booked as ended");
    await tx.query("UPDATE wallet.holds SET status = $3, ended_at = $4 WHERE player_id = $1 AND id = $2", [
      owner,
      id,
      status,
      now(),
    ]);
    return true;
  }

  return {
    async hold(tx, hold) {
      const { id, owner, currency, amount, kinds } = hold;
      const movement = { owner, currency, amount, kind: kinds.held, reference: id };
      const answer = await move(tx, movement, real, hold.account);
      if (answer.kind === "moved" && !answer.replayed) await insertHold(tx, hold, now());
      return answer;
    },
    post: (tx, hold, to) => end(tx, hold, posted, to),
    release: (tx, hold) => end(tx, hold, released, real),
    async releaseExpired(limit = 100) {
      const { rows } = await db.query<HoldKey>(
        "SELECT player_id AS owner, id FROM wallet.holds WHERE status = 0 AND expires_at <= $1 ORDER BY expires_at LIMIT $2",
        [now(), limit],
      );
      let count = 0;
      for (const hold of rows) if (await db.tx(tx => end(tx, hold, released, real))) count += 1;
      return count;
    },
  };
}

async function insertHold(tx: Tx, hold: NewHold, at: Date): Promise<void> {
  const { id, owner, currency, amount, kinds, expiresAt } = hold;
  await tx.query(
    `INSERT INTO wallet.holds (id, player_id, currency, amount, account, held_kind, posted_kind, released_kind, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      id,
      owner,
      currency,
      amount,
      hold.account,
      kindNumbers[kinds.held],
      kindNumbers[kinds.posted],
      kindNumbers[kinds.released],
      at,
      expiresAt,
    ],
  );
}

async function lockHold(tx: Tx, owner: PlayerId, id: Uuid): Promise<HoldRow | undefined> {
  const { rows } = await tx.query<HoldRow>(
    `SELECT currency, amount, account, posted_kind AS "postedKind", released_kind AS "releasedKind", status FROM wallet.holds
     WHERE player_id = $1 AND id = $2 FOR UPDATE`,
    [owner, id],
  );
  return rows[0];
}
