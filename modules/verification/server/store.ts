import type { Queryable, Tx } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { DocumentKind, VerificationView } from "../shared/contract.ts";
import type { FileType } from "../shared/file-type.ts";
import type { Decision, VerificationStatus } from "../shared/status.ts";

/** Every SQL statement of verification. */

export interface Case {
  readonly playerId: PlayerId;
  readonly isNeed: boolean;
  readonly status: VerificationStatus;
  readonly reason: VerificationView["reason"];
  readonly reference: Uuid | null;
  /** The provider's result while an operator still has to decide about the date of birth. */
  readonly providerDecision: string | null;
}

const columns = `player_id AS "playerId", is_need AS "isNeed", status, reason, reference, company_decision AS "providerDecision"`;

export async function caseOf(db: Queryable, player: PlayerId): Promise<Case> {
  const { rows } = await db.query<Case>(`SELECT ${columns} FROM verification.cases WHERE player_id = $1`, [player]);
  return (
    rows[0] ?? {
      playerId: player,
      isNeed: false,
      status: "init",
      reason: null,
      reference: null,
      providerDecision: null,
    }
  );
}

/** The player's case, created if there is none, locked until `tx` ends. */
export async function lockCase(tx: Tx, player: PlayerId): Promise<Case> {
  await tx.query("INSERT INTO verification.cases (player_id) VALUES ($1) ON CONFLICT DO NOTHING", [player]);
  await tx.query("SELECT 1 FROM verification.cases WHERE player_id = $1 FOR UPDATE", [player]);
  return caseOf(tx, player);
}

/** The case of a submission, locked until `tx` ends. */
export async function lockByReference(tx: Tx, reference: Uuid): Promise<Case | undefined> {
  const { rows } = await tx.query<Case>(`SELECT ${columns} FROM verification.cases WHERE reference = $1 FOR UPDATE`, [
    reference,
  ]);
  return rows[0];
}

export async function noteSubmission(tx: Tx, player: PlayerId, reference: Uuid, now: Date): Promise<void> {
  await tx.query(
    `UPDATE verification.cases SET status = 'waiting', reason = NULL, reference = $2, submitted_at = $3, decided_at = NULL,
       company_decision = NULL
     WHERE player_id = $1`,
    [player, reference, now],
  );
}

export async function noteStatus(
  tx: Tx,
  player: PlayerId,
  status: VerificationStatus,
  reason: VerificationView["reason"],
  now: Date,
): Promise<void> {
  await tx.query(
    "UPDATE verification.cases SET status = $2, reason = $3, decided_at = $4, is_need = is_need AND $2 <> 'success' WHERE player_id = $1",
    [player, status, reason, now],
  );
}

/** The case keeps its status: only an operator may decide it. */
export async function noteProviderDecision(tx: Tx, player: PlayerId, decision: string): Promise<void> {
  await tx.query("UPDATE verification.cases SET status = 'pending', company_decision = $2 WHERE player_id = $1", [
    player,
    decision,
  ]);
}

export async function noteNeed(tx: Tx, player: PlayerId): Promise<void> {
  await tx.query(
    `INSERT INTO verification.cases (player_id, is_need) VALUES ($1, true)
     ON CONFLICT (player_id) DO UPDATE SET is_need = verification.cases.status NOT IN ('success', 'verified')`,
    [player],
  );
}

export interface WaitingCase extends Case {
  readonly submittedAt: Date | null;
  readonly decidedAt: Date | null;
  readonly ageInDoubt: boolean;
  /** The provider's last result. */
  readonly verdict: Decision | null;
}

/**
 * The cases shown to operators: open ones, the oldest first, then the last decided. One whose date of birth is
 * in doubt is listed before any document exists.
 */
export async function casesToSee(db: Queryable, limit: number): Promise<readonly WaitingCase[]> {
  const { rows } = await db.query<WaitingCase>(
    `SELECT ${columns}, submitted_at AS "submittedAt", decided_at AS "decidedAt",
       coalesce((SELECT i.standing IN ('minor', 'disputed') FROM verification.identities i
     WHERE i.player_id = c.player_id), false) AS "ageInDoubt",
       coalesce(company_decision, (SELECT d.decision FROM verification.decisions d
         WHERE d.player_id = c.player_id AND d.by = 'provider' AND d.at >= c.submitted_at ORDER BY d.number DESC LIMIT 1)) AS verdict
     FROM verification.cases c
     WHERE submitted_at IS NOT NULL
       OR EXISTS (SELECT FROM verification.identities i WHERE i.player_id = c.player_id AND i.standing IN ('minor', 'disputed'))
     ORDER BY status NOT IN ('waiting', 'pending'), CASE WHEN status IN ('waiting', 'pending') THEN submitted_at END,
       decided_at DESC NULLS FIRST LIMIT $1`,
    [limit],
  );
  return rows;
}

export async function countCasesUnderWay(db: Queryable): Promise<number> {
  const { rows } = await db.query<{ n: bigint }>(
    "SELECT count(*) AS n FROM verification.cases WHERE status IN ('waiting', 'pending')",
  );
  return Number(rows[0]?.n ?? 0n);
}

/** Since when the first of them waits; null while none does. */
export async function oldestCaseUnderWay(db: Queryable): Promise<Date | null> {
  const { rows } = await db.query<{ since: Date | null }>(
    "SELECT min(submitted_at) AS since FROM verification.cases WHERE status IN ('waiting', 'pending')",
  );
  return rows[0]?.since ?? null;
}

export interface StoredDocument {
  readonly id: Uuid;
  readonly kind: DocumentKind;
  readonly type: FileType;
  readonly size: number;
  readonly addedAt: Date;
}

export async function documentsOf(db: Queryable, player: PlayerId): Promise<readonly StoredDocument[]> {
  const { rows } = await db.query<StoredDocument>(
    `SELECT id, kind, type, size, added_at AS "addedAt" FROM verification.documents WHERE player_id = $1 ORDER BY kind`,
    [player],
  );
  return rows;
}

/** Documents of a submitted case; the bytes as they are stored. */
export async function sealedDocuments(
  db: Queryable,
  player: PlayerId,
): Promise<readonly (StoredDocument & { readonly content: Uint8Array })[]> {
  const { rows } = await db.query<StoredDocument & { content: Uint8Array }>(
    `SELECT id, kind, type, size, added_at AS "addedAt", content FROM verification.documents WHERE player_id = $1 ORDER BY kind`,
    [player],
  );
  return rows;
}

/** Replaces a former one of its kind. */
export async function putDocument(
  tx: Tx,
  player: PlayerId,
  { id, kind, type, size, addedAt, content }: StoredDocument & { readonly content: Uint8Array },
): Promise<void> {
  await tx.query("DELETE FROM verification.documents WHERE player_id = $1 AND kind = $2", [player, kind]);
  await tx.query("INSERT INTO verification.documents VALUES ($1, $2, $3, $4, $5, $6, $7)", [
    id,
    player,
    kind,
    type,
    size,
    content,
    addedAt,
  ]);
}

/** False for a repeated message. */
export async function insertEvent(tx: Tx, provider: string, id: Uuid, body: string, now: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    "INSERT INTO verification.events (provider, event_id, received_at, body) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
    [provider, id, now, body],
  );
  return rowCount === 1;
}

/** The documents, what the player stated, and what the provider sent about them. The decisions of the case stay, without a person in them. */
export async function forgetIdentity(tx: Tx, player: PlayerId): Promise<void> {
  await tx.query(
    `UPDATE verification.events SET body = '' FROM verification.cases c
     WHERE c.player_id = $1 AND c.reference IS NOT NULL AND position(c.reference::text IN body) > 0`,
    [player],
  );
  for (const table of ["documents", "identities", "claims"])
    await tx.query(`DELETE FROM verification.${table} WHERE player_id = $1`, [player]);
}
