import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { PartnerStatus, PayoutStatus } from "../shared/contract.ts";
import type { Plan } from "../shared/plan.ts";

/** The SQL of partners, their plans, links and payouts. */

export interface PartnerRow {
  /** Owns the partner's wallet. */
  readonly id: Uuid;
  readonly code: string;
  readonly playerId: PlayerId;
  readonly site: string;
  readonly about: string;
  readonly currency: Currency;
  readonly status: PartnerStatus;
  readonly appliedAt: Date;
  readonly decidedAt: Date | null;
  readonly decidedBy: string | null;
  readonly reason: string | null;
  readonly invitedBy: Uuid | null;
  /** Why the invitation counts for nothing. */
  readonly subExcluded: "device" | "instrument" | null;
  readonly subExcludedAt: Date | null;
}

const partnerColumns = `id, code, player_id AS "playerId", site, about, currency, status, applied_at AS "appliedAt", decided_at AS "decidedAt",
  decided_by AS "decidedBy", reason, invited_by AS "invitedBy", sub_excluded AS "subExcluded", sub_excluded_at AS "subExcludedAt"`;

export async function partnerOfPlayer(on: Queryable, player: PlayerId): Promise<PartnerRow | undefined> {
  const { rows } = await on.query<PartnerRow>(`SELECT ${partnerColumns} FROM partners.partners WHERE player_id = $1`, [
    player,
  ]);
  return rows[0];
}

export async function partnerById(on: Queryable, id: Uuid): Promise<PartnerRow | undefined> {
  const { rows } = await on.query<PartnerRow>(`SELECT ${partnerColumns} FROM partners.partners WHERE id = $1`, [id]);
  return rows[0];
}

export async function partnerOfCode(on: Queryable, code: string): Promise<PartnerRow | undefined> {
  const { rows } = await on.query<PartnerRow>(`SELECT ${partnerColumns} FROM partners.partners WHERE code = $1`, [
    code,
  ]);
  return rows[0];
}

/** Partners who have a plan, active or suspended: all of them, however many applications wait. */
export async function approvedPartners(on: Queryable): Promise<readonly PartnerRow[]> {
  const { rows } = await on.query<PartnerRow>(
    `SELECT ${partnerColumns} FROM partners.partners WHERE status IN ('approved', 'suspended') ORDER BY applied_at, id`,
  );
  return rows;
}

/** A partner's position in the list of operators. */
export type PartnerPlace = Pick<PartnerRow, "status" | "appliedAt" | "id">;

/** For the list of operators, after a place: applications first, then by the time of applying, the newest first. */
export async function listPartners(
  on: Queryable,
  { after, limit }: { readonly after: PartnerPlace | null; readonly limit: number },
): Promise<readonly PartnerRow[]> {
  const { rows } = await on.query<PartnerRow>(
    `SELECT ${partnerColumns} FROM partners.partners
     WHERE $1::boolean IS NULL OR (status <> 'applied') > $1
       OR ((status <> 'applied') = $1 AND (applied_at < $2 OR (applied_at = $2 AND id > $3)))
     ORDER BY status <> 'applied', applied_at DESC, id LIMIT $4`,
    [after && after.status !== "applied", after?.appliedAt ?? null, after?.id ?? null, limit],
  );
  return rows;
}

export async function countApplied(on: Queryable): Promise<number> {
  const { rows } = await on.query<{ n: bigint }>(
    `SELECT (SELECT count(*) FROM partners.partners WHERE status = 'applied')
       + (SELECT count(*) FROM partners.payouts WHERE status = 'requested')
       + (SELECT count(*) FROM partners.flags WHERE state = 'open') AS n`,
  );
  return Number(rows[0]?.n ?? 0n);
}

/** Which is taken: the account or the code; undefined when it was inserted. */
export async function insertPartner(tx: Tx, row: PartnerRow): Promise<"account" | "code" | undefined> {
  const { rowCount } = await tx.query(
    `INSERT INTO partners.partners (id, code, player_id, site, about, currency, status, applied_at, invited_by)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT DO NOTHING`,
    [row.id, row.code, row.playerId, row.site, row.about, row.currency, row.status, row.appliedAt, row.invitedBy],
  );
  if (rowCount === 1) return undefined;
  return (await partnerOfPlayer(tx, row.playerId)) ? "account" : "code";
}

/** Whom a partner invited, the oldest first. */
export async function subPartnersOf(on: Queryable, partner: Uuid): Promise<readonly PartnerRow[]> {
  const { rows } = await on.query<PartnerRow>(
    `SELECT ${partnerColumns} FROM partners.partners WHERE invited_by = $1 ORDER BY applied_at, id`,
    [partner],
  );
  return rows;
}

/** Locks a partner, the one who invited them, and those they invited: of two plans for them the second sees the first. */
export async function lockFamily(tx: Tx, id: Uuid): Promise<void> {
  await tx.query(
    `SELECT FROM partners.partners WHERE id = $1 OR invited_by = $1 OR id = (SELECT invited_by FROM partners.partners WHERE id = $1)
     ORDER BY id FOR UPDATE`,
    [id],
  );
}

/** The first reason stays. */
export async function excludeSub(tx: Tx, id: Uuid, why: "device" | "instrument", at: Date): Promise<void> {
  await tx.query(
    "UPDATE partners.partners SET sub_excluded = $2, sub_excluded_at = $3 WHERE id = $1 AND sub_excluded IS NULL",
    [id, why, at],
  );
}

/** Locks the row until the transaction ends. */
export async function lockPartner(tx: Tx, id: Uuid): Promise<PartnerRow | undefined> {
  const { rows } = await tx.query<PartnerRow>(
    `SELECT ${partnerColumns} FROM partners.partners WHERE id = $1 FOR UPDATE`,
    [id],
  );
  return rows[0];
}

export async function setStatus(
  tx: Tx,
  id: Uuid,
  change: { readonly status: PartnerStatus; readonly at: Date; readonly by: string; readonly reason: string },
): Promise<void> {
  await tx.query(
    "UPDATE partners.partners SET status = $2, decided_at = $3, decided_by = $4, reason = $5 WHERE id = $1",
    [id, change.status, change.at, change.by, change.reason],
  );
}

export interface PlanRow {
  readonly partnerId: Uuid;
  readonly number: number;
  /** `2026-11`. */
  readonly fromMonth: string;
  readonly plan: Plan;
  readonly reason: string;
  readonly askedBy: string;
  readonly approvedBy: string;
  readonly publishedAt: Date;
}

/** The oldest first. */
export async function plansOf(on: Queryable, partner: Uuid): Promise<readonly PlanRow[]> {
  const { rows } = await on.query<PlanRow>(
    `SELECT partner_id AS "partnerId", number, to_char(from_month, 'YYYY-MM') AS "fromMonth", plan, reason, asked_by AS "askedBy",
       approved_by AS "approvedBy", published_at AS "publishedAt"
     FROM partners.plans WHERE partner_id = $1 ORDER BY number`,
    [partner],
  );
  return rows;
}

export async function insertPlan(tx: Tx, row: PlanRow): Promise<void> {
  await tx.query(
    `INSERT INTO partners.plans (partner_id, number, from_month, plan, reason, asked_by, approved_by, published_at)
     VALUES ($1, $2, $3::date, $4, $5, $6, $7, $8)`,
    [
      row.partnerId,
      row.number,
      `${row.fromMonth}-01`,
      JSON.stringify(row.plan),
      row.reason,
      row.askedBy,
      row.approvedBy,
      row.publishedAt,
    ],
  );
}

export interface LinkRow {
  readonly id: Uuid;
  readonly partnerId: Uuid;
  readonly stag: string;
  readonly name: string;
  readonly path: string;
  readonly createdAt: Date;
}

export async function linksOf(on: Queryable, partner: Uuid): Promise<readonly LinkRow[]> {
  const { rows } = await on.query<LinkRow>(
    `SELECT id, partner_id AS "partnerId", stag, name, path, created_at AS "createdAt" FROM partners.links
     WHERE partner_id = $1 ORDER BY created_at, id`,
    [partner],
  );
  return rows;
}

/** False when the partner has a link with this stag. */
export async function insertLink(tx: Tx, row: LinkRow): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO partners.links (id, partner_id, stag, name, path, created_at) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING`,
    [row.id, row.partnerId, row.stag, row.name, row.path, row.createdAt],
  );
  return rowCount === 1;
}

export interface PayoutRow {
  readonly id: Uuid;
  readonly partnerId: Uuid;
  readonly idempotencyKey: Uuid;
  readonly currency: Currency;
  readonly amount: Micros;
  readonly destination: string;
  readonly status: PayoutStatus;
  readonly requestedAt: Date;
  readonly endedAt: Date | null;
  readonly askedBy: string | null;
  readonly decidedBy: string | null;
  readonly note: string | null;
}

const payoutColumns = `id, partner_id AS "partnerId", idempotency_key AS "idempotencyKey", currency, amount, destination, status,
  requested_at AS "requestedAt", ended_at AS "endedAt", asked_by AS "askedBy", decided_by AS "decidedBy", note`;

/** Payouts of one partner, the newest first. */
export async function payoutsOf(on: Queryable, partner: Uuid): Promise<readonly PayoutRow[]> {
  const { rows } = await on.query<PayoutRow>(
    `SELECT ${payoutColumns} FROM partners.payouts WHERE partner_id = $1 ORDER BY requested_at DESC, id DESC LIMIT 100`,
    [partner],
  );
  return rows;
}

/** What stands for a text that was redacted. */
const redacted = "redacted";

export async function redactPartner(tx: Tx, partner: Uuid): Promise<void> {
  await tx.query("UPDATE partners.partners SET site = $2, about = $2 WHERE id = $1", [partner, redacted]);
}

export async function redactDestinations(tx: Tx, partner: Uuid): Promise<void> {
  await tx.query("UPDATE partners.payouts SET destination = $2 WHERE partner_id = $1", [partner, redacted]);
}

export async function payoutById(on: Queryable, id: Uuid): Promise<PayoutRow | undefined> {
  const { rows } = await on.query<PayoutRow>(`SELECT ${payoutColumns} FROM partners.payouts WHERE id = $1`, [id]);
  return rows[0];
}

export async function lockPayout(tx: Tx, id: Uuid): Promise<PayoutRow | undefined> {
  const { rows } = await tx.query<PayoutRow>(`SELECT ${payoutColumns} FROM partners.payouts WHERE id = $1 FOR UPDATE`, [
    id,
  ]);
  return rows[0];
}

export async function insertPayout(tx: Tx, row: PayoutRow): Promise<void> {
  await tx.query(
    `INSERT INTO partners.payouts (id, partner_id, idempotency_key, currency, amount, destination, requested_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [row.id, row.partnerId, row.idempotencyKey, row.currency, row.amount, row.destination, row.requestedAt],
  );
}

export async function endPayout(
  tx: Tx,
  id: Uuid,
  end: {
    readonly status: "paid" | "declined";
    readonly at: Date;
    readonly askedBy: string | null;
    readonly decidedBy: string;
    readonly note: string;
  },
): Promise<void> {
  await tx.query(
    "UPDATE partners.payouts SET status = $2, ended_at = $3, asked_by = $4, decided_by = $5, note = $6 WHERE id = $1",
    [id, end.status, end.at, end.askedBy, end.decidedBy, end.note],
  );
}
