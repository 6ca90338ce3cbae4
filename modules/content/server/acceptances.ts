import { fail } from "#kit/contract/error-code.ts";
import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { type Handler, handle } from "#kit/http/handler.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { parseHex } from "#kit/std/bytes.ts";
import { acceptPolicy, getUnaccepted } from "../shared/contract.ts";
import { policyChanged } from "../shared/errors.ts";
import { shownIn } from "./show-document.ts";
import { type VersionRow, versionNumbered } from "./store.ts";

/** Policies that the registration form names: with the registration a player accepts what is shown then. */
const acceptedAtRegistration = ["user-agreement", "confidential"];

/** Of a policy that has to be accepted, any version from the required one on will do. */
const unaccepted = `d.kind = 'policy' AND d.required IS NOT NULL AND NOT EXISTS (
    SELECT FROM content.acceptances a WHERE a.player_id = asked.player_id AND a.key = d.key AND a.version >= d.required)`;

/** Which of these players have a policy to accept. */
export async function playersToAsk(db: Queryable, players: readonly PlayerId[]): Promise<ReadonlySet<PlayerId>> {
  const { rows } = await db.query<{ playerId: PlayerId }>(
    `SELECT asked.player_id AS "playerId" FROM unnest($1::uuid[]) AS asked(player_id)
     WHERE EXISTS (SELECT FROM content.documents d WHERE ${unaccepted})`,
    [uuidArray(players)],
    "content.players-to-ask",
  );
  return new Set(rows.map(({ playerId }) => playerId));
}

export async function acceptAtRegistration(
  tx: Tx,
  { player, locale, at }: { readonly player: PlayerId; readonly locale: string; readonly at: Date },
): Promise<void> {
  await tx.query(
    `INSERT INTO content.acceptances (player_id, key, version, hash, locale, accepted_at, how)
     SELECT $1, v.key, v.version, v.hash, $2, $3, 'registration' FROM content.documents d
     JOIN content.versions v ON v.kind = d.kind AND v.key = d.key AND v.version = d.live
     WHERE d.kind = 'policy' AND d.key = ANY ($4)`,
    [player, locale, at, acceptedAtRegistration],
  );
}

interface AcceptanceRow {
  readonly key: string;
  readonly version: number;
  readonly hash: string;
  readonly locale: string;
  readonly at: Date;
  readonly how: string;
}

export async function acceptancesOf(db: Queryable, player: PlayerId) {
  const { rows } = await db.query<AcceptanceRow>(
    `SELECT key, version, encode(hash, 'hex') AS hash, locale, accepted_at AS at, how FROM content.acceptances
     WHERE player_id = $1 ORDER BY accepted_at, key`,
    [player],
  );
  return rows.map(({ at, ...rest }) => ({ ...rest, accepted_at: at.toISOString() }));
}

/** The calls of a player. They read the database: a process that has not read a new version yet must not ask for the old one. */
export function acceptanceHandlers(host: Pick<Host, "db" | "clock">): readonly Handler[] {
  return [
    handle(getUnaccepted, async ({ session, locale, input: { query } }) => {
      const rows = await unacceptedBy(host.db, session.player);
      return { data: rows.map(row => ({ ...shownIn(row, query.language ?? locale), key: row.key })) };
    }),
    handle(acceptPolicy, ({ session, input: { body } }) =>
      host.db.tx(tx => accept(tx, { ...body, player: session.player, at: new Date(host.clock.now()) })),
    ),
  ];
}

async function unacceptedBy(db: Queryable, player: PlayerId): Promise<readonly VersionRow[]> {
  const { rows } = await db.query<{ key: string; live: number }>(
    `SELECT d.key, d.live FROM content.documents d, (SELECT $1::uuid AS player_id) asked WHERE ${unaccepted} ORDER BY d.key`,
    [player],
  );
  const found = await Promise.all(rows.map(({ key, live }) => versionNumbered(db, { kind: "policy", key }, live)));
  return found.flatMap(row => row ?? []);
}

interface Acceptance {
  readonly player: PlayerId;
  readonly key: string;
  readonly version: number;
  readonly hash: string;
  readonly language: string;
  readonly at: Date;
}

/** Accepting again changes nothing: the first time is kept. Fails with `policy_changed`. */
async function accept(tx: Tx, { player, key, version, hash, language, at }: Acceptance): Promise<undefined> {
  const { rowCount } = await tx.query(
    `SELECT FROM content.documents d JOIN content.versions v ON v.kind = d.kind AND v.key = d.key AND v.version = d.live
     WHERE d.kind = 'policy' AND d.key = $1 AND v.version = $2 AND v.hash = $3 FOR SHARE OF d`,
    [key, version, parseHex(hash) ?? new Uint8Array(0)],
  );
  if (rowCount === 0) fail(policyChanged);
  await tx.query(
    `INSERT INTO content.acceptances (player_id, key, version, hash, locale, accepted_at, how)
     VALUES ($1, $2, $3, $4, $5, $6, 'asked') ON CONFLICT DO NOTHING`,
    [player, key, version, parseHex(hash) ?? new Uint8Array(0), language, at],
  );
}
