import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import { formatAmount, type Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { BonusView } from "../shared/contract.ts";

/** Every SQL statement of bonuses. */

interface Row extends Omit<BonusView, "amount" | "wagered" | "wager_target" | "expires_in" | "status"> {
  readonly status: BonusView["status"];
  readonly amount: Micros;
  readonly wagered: Micros;
  readonly wagerTarget: Micros;
  readonly expiresAt: Date | null;
}

export interface Reader {
  readonly player: PlayerId;
  readonly locale: Locale;
  readonly now: Date;
}

/** An expired one counts as over, also before a job has marked it. */
const columns = `id, name ->> $2 AS name, kind, region, currency, percent, amount, wagered, wager_target AS "wagerTarget",
  expires_at AS "expiresAt",
  CASE WHEN status IN ('waiting', 'active') AND expires_at <= $3 THEN 'expired' ELSE status END AS status`;

/** The waiting registration or deposit bonus that expires first. */
export async function waitingBonus(db: Queryable, reader: Reader): Promise<BonusView | null> {
  const [first] = await read(
    db,
    `SELECT ${columns} FROM bonuses.bonuses
     WHERE player_id = $1 AND status = 'waiting' AND kind IN ('registration', 'deposit')
       AND (expires_at IS NULL OR expires_at > $3)
     ORDER BY expires_at NULLS LAST, created_at LIMIT 1`,
    reader,
  );
  return first ?? null;
}

/** The waiting bonus granted by an operator that expires first. */
export async function grantedBonus(db: Queryable, player: PlayerId, now: Date): Promise<string | null> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT id FROM bonuses.bonuses
     WHERE player_id = $1 AND status = 'waiting' AND kind = 'manual' AND (expires_at IS NULL OR expires_at > $2)
     ORDER BY expires_at NULLS LAST, created_at LIMIT 1`,
    [player, now],
  );
  return rows[0]?.id ?? null;
}

/**
 * The amount still to be wagered of the active bonus; undefined if there is none, it has expired or is fully wagered. It cannot change
 * until the transaction ends, except for a bonus activated at the same moment: that one finds the payout sent.
 */
export async function openWagering(
  tx: Tx,
  player: PlayerId,
  now: Date,
): Promise<{ readonly currency: Currency; readonly left: Micros } | undefined> {
  const { rows } = await tx.query<{ currency: Currency; left: Micros }>(
    `SELECT currency, wager_target - wagered AS left FROM bonuses.bonuses
     WHERE player_id = $1 AND status = 'active' AND wagered < wager_target AND (expires_at IS NULL OR expires_at > $2)
     FOR SHARE`,
    [player, now],
  );
  return rows[0];
}

export async function bonusOf(db: Queryable, reader: Reader, id: string): Promise<BonusView | null> {
  const [found] = await read(db, `SELECT ${columns} FROM bonuses.bonuses WHERE player_id = $1 AND id = $4`, reader, id);
  return found ?? null;
}

export async function bonusesOf(db: Queryable, reader: Reader): Promise<BonusView[]> {
  const order = "ORDER BY array_position(ARRAY['active', 'waiting'], status) NULLS LAST, created_at DESC";
  const all = await read(
    db,
    `SELECT * FROM (SELECT ${columns}, created_at, player_id FROM bonuses.bonuses WHERE player_id = $1) b ${order}
     LIMIT 100`,
    reader,
  );
  const ended = all.filter(bonus => bonus.status !== "active" && bonus.status !== "waiting");
  return [...all.filter(bonus => !ended.includes(bonus)), ...ended.slice(0, 20)];
}

async function read(db: Queryable, text: string, reader: Reader, ...more: readonly string[]): Promise<BonusView[]> {
  const { player, locale, now } = reader;
  const { rows } = await db.query<Row>(text, [player, locale, now, ...more]);
  return rows.map(row => viewOf(row, now));
}

function viewOf(row: Row, now: Date): BonusView {
  const { id, name, kind, region, status, currency, percent, expiresAt } = row;
  return {
    id,
    name,
    kind,
    region,
    status,
    currency,
    percent,
    amount: formatAmount(row.amount),
    wagered: formatAmount(row.wagered),
    wager_target: formatAmount(row.wagerTarget),
    expires_in: expiresAt && Math.max(0, Math.ceil((expiresAt.getTime() - now.getTime()) / 1000)),
  };
}
