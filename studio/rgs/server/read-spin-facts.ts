import { byteaArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { StoredSeed } from "./seeds.ts";
import type { SessionRow } from "./session-store.ts";

/** A request for a spin: the hash of its session's token, and its own id. */
export interface SpinKey {
  readonly tokenHash: Uint8Array;
  readonly request: string;
}

/** All that a spin has to know, as it was when the statement began. */
export interface SpinFacts {
  /** Undefined when no session has the token. */
  readonly session: SessionRow | undefined;
  /** The current seed of its player at its game; undefined in a demo and before seeds were made. */
  readonly seed: StoredSeed | undefined;
  /** The round that the request has already. */
  readonly known: string | null;
}

const factsSql = `
  SELECT asked.number::int4 AS "asked", s.casino, s.game, s.mode, s.player, s.nick, s.wallet_session AS "walletSession", s.currency, s.locale,
    s.profile, s.ended_at AS "endedAt", p.id AS "seedId", p.number AS "seedNumber", p.seed, p.client_seed AS "clientSeed",
    p.next_nonce AS "nextNonce", newest.started_at AS "lastStartedAt", known.id AS known
  FROM unnest($1::bytea[], $2::uuid[]) WITH ORDINALITY AS asked(token_hash, request, number)
  JOIN rgs.sessions s ON s.token_hash = asked.token_hash
  LEFT JOIN LATERAL (
    SELECT * FROM rgs.seed_pairs p
    WHERE p.casino = s.casino AND p.player = s.player AND p.game = s.game AND p.state = 'current' LIMIT 1
  ) p ON true
  LEFT JOIN LATERAL (
    SELECT r.started_at FROM rgs.rounds r
    WHERE r.casino = s.casino AND r.player = s.player AND r.game = s.game AND r.state <> 'refused'
    ORDER BY r.started_at DESC LIMIT 1
  ) newest ON true
  LEFT JOIN LATERAL (
    SELECT r.id FROM rgs.rounds r
    WHERE r.casino = s.casino AND r.player = s.player AND r.game = s.game AND r.request = asked.request LIMIT 1
  ) known ON true`;

/** @returns the facts in the order of the keys */
export async function readSpinFacts(from: Queryable, keys: readonly SpinKey[]): Promise<readonly SpinFacts[]> {
  const { rows } = await from.query<FactsRow>(
    factsSql,
    [byteaArray(keys.map(({ tokenHash }) => tokenHash)), uuidArray(keys.map(({ request }) => request))],
    "rgs-read-spin-facts",
  );
  const facts = new Map(rows.map(row => [row.asked, factsOf(row)]));
  return keys.map((_, index) => facts.get(index + 1) ?? { session: undefined, seed: undefined, known: null });
}

interface FactsRow extends SessionRow {
  readonly asked: number;
  readonly seedId: bigint | null;
  readonly seedNumber: number;
  readonly seed: Uint8Array;
  readonly clientSeed: string | null;
  readonly nextNonce: bigint;
  readonly lastStartedAt: Date | null;
  readonly known: string | null;
}

function factsOf({
  asked: _,
  seedId,
  seedNumber,
  seed,
  clientSeed,
  nextNonce,
  lastStartedAt,
  known,
  ...session
}: FactsRow): SpinFacts {
  return {
    session,
    seed: seedId === null ? undefined : { id: seedId, number: seedNumber, seed, clientSeed, nextNonce, lastStartedAt },
    known,
  };
}
