import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { SecretSeal } from "#kit/host/secret-seal.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Json } from "#kit/std/json.ts";
import { adultFrom, parseBirthDate } from "../shared/age.ts";
import { tooYoung } from "../shared/errors.ts";
import type { VerificationLevel } from "../shared/level.ts";

export interface Identity {
  readonly first_name: string;
  readonly last_name: string;
  /** `YYYY-MM-DD`. */
  readonly birth_date: string;
}

/** How well the house knows this person: by what he says of himself, by documents that were accepted, and by which. */
export async function levelOf(db: Queryable, player: PlayerId): Promise<VerificationLevel> {
  const { rows } = await db.query<{ accepted: boolean; address: boolean; identity: boolean }>(
    `SELECT
       coalesce((SELECT status IN ('success', 'verified') FROM verification.cases WHERE player_id = $1), false) AS accepted,
       EXISTS (SELECT FROM verification.documents WHERE player_id = $1 AND kind = 'address') AS address,
       EXISTS (SELECT FROM verification.identities WHERE player_id = $1) AS identity`,
    [player],
  );
  const known = rows[0];
  if (known?.accepted) return known.address ? 3 : 2;
  return known?.identity ? 1 : 0;
}

/**
 * Keeps what a person says of himself, once. Fails with `validation_failed`; with `too_young`, after `onMinor` has made sure,
 * in a transaction of its own, that he does not play before he is of age.
 */
export async function giveIdentity(
  { db, clock }: Pick<Host, "db" | "clock">,
  seal: SecretSeal,
  player: PlayerId,
  identity: Identity,
  onMinor: (tx: Tx, player: PlayerId, adult: Date) => Promise<void>,
): Promise<void> {
  const born = parseBirthDate(identity.birth_date);
  const now = new Date(clock.now());
  if (!born || born > now) return fail(validationFailed, { errors: { birth_date: ["birth_date_invalid"] } });
  const adult = adultFrom(born);
  if (adult > now) {
    await db.tx(tx => onMinor(tx, player, adult));
    return fail(tooYoung, { data: { from: adult.toISOString().slice(0, 10) } });
  }
  const sealed = seal.seal(Buffer.from(JSON.stringify(identity)), `identity:${player}`);
  await db.query(
    "INSERT INTO verification.identities (player_id, sealed, given_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    [player, sealed, now],
  );
}

export async function identityOf(db: Queryable, seal: SecretSeal, player: PlayerId): Promise<Json> {
  const { rows } = await db.query<{ sealed: Uint8Array }>(
    "SELECT sealed FROM verification.identities WHERE player_id = $1",
    [player],
  );
  return rows[0] ? (JSON.parse(Buffer.from(seal.open(rows[0].sealed, `identity:${player}`)).toString()) as Json) : null;
}
