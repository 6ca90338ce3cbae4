import { hash } from "node:crypto";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";

/** How long a sign-on from one host to the other may take. */
export const signOnLifeMs = 30_000;

/** What a secret is bound to besides its host. */
type Binding = { readonly kind: "token"; readonly state: Uint8Array } | { readonly kind: "grant"; readonly ip: string };

interface SignOnRow {
  readonly kind: Binding["kind"];
  /** Null in rows written by the former version. */
  readonly sessionId: Uuid | null;
  readonly hostname: string;
  readonly state: Uint8Array | null;
  readonly ip: string | null;
  readonly expiresAt: Date;
}

/** Creates a secret of 32 random bytes, stored as its SHA-256. */
export async function issueSignOn(
  db: Queryable,
  host: Pick<Host, "random" | "clock">,
  to: { readonly player: PlayerId; readonly session: Uuid; readonly hostname: string } & Binding,
): Promise<string> {
  const secret = Buffer.from(host.random.bytes(32)).toString("base64url");
  await db.query(
    `INSERT INTO mirrors.sign_ons (hash, kind, player_id, hostname, state, ip, expires_at, session_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      hash("sha256", secret, "buffer"),
      to.kind,
      to.player,
      to.hostname,
      to.kind === "token" ? to.state : null,
      to.kind === "grant" ? to.ip : null,
      new Date(host.clock.now() + signOnLifeMs),
      to.session,
    ],
  );
  return secret;
}

/**
 * Uses a secret up, whether or not it matches: trying it in the wrong place invalidates it. Returns the session it carries on if everything
 * matches, else undefined.
 */
export async function useSignOn(
  tx: Tx,
  host: Pick<Host, "clock">,
  secret: string,
  at: { readonly hostname: string } & Binding,
): Promise<Uuid | undefined> {
  const { rows } = await tx.query<SignOnRow>(
    `DELETE FROM mirrors.sign_ons WHERE hash = $1 RETURNING kind, session_id AS "sessionId", hostname, state, ip,
      expires_at AS "expiresAt"`,
    [hash("sha256", secret, "buffer")],
  );
  const row = rows[0];
  if (!row || row.expiresAt.getTime() <= host.clock.now()) return undefined;
  const fits = row.kind === at.kind && row.hostname === at.hostname && isBoundTo(row, at);
  return fits ? (row.sessionId ?? undefined) : undefined;
}

function isBoundTo(row: SignOnRow, at: Binding): boolean {
  if (at.kind === "grant") return row.ip === at.ip;
  return row.state !== null && Buffer.compare(row.state, at.state) === 0;
}

export async function sweepSignOns(db: Queryable, now: Date): Promise<void> {
  await db.query("DELETE FROM mirrors.sign_ons WHERE expires_at <= $1", [now]);
}

export async function forgetSignOnsOf(tx: Tx, hostname: string): Promise<void> {
  await tx.query("DELETE FROM mirrors.sign_ons WHERE hostname = $1", [hostname]);
}
