import { createHash } from "node:crypto";
import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { toHex } from "#kit/std/bytes.ts";
import { sessionEnded } from "#modules/accounts/shared/events.ts";

/** Play of one game at its provider. */
export interface GameSession {
  readonly tokenHash: string;
  readonly provider: Uuid;
  readonly slug: string;
  readonly player: PlayerId;
  readonly casinoSession: Uuid;
  readonly currency: Currency;
  readonly country: string;
  readonly state: "live" | "ended" | "replaced";
}

export type NewSession = Omit<GameSession, "tokenHash" | "state">;

export interface Sessions {
  /** Undefined where there was never one. */
  find(token: string): Promise<GameSession | undefined>;
  /** Opens a session; the player's other one of the game is replaced. Answers its token. */
  open(tx: Tx, session: NewSession): Promise<string>;
  /** Under a profile with a least time between rounds: whether a bet of this round may be taken now. */
  mayBegin(session: GameSession, round: Uuid, minRoundMs: number): Promise<boolean>;
  listen(): void;
}

/**
 * How long a game session takes stakes at most. Nothing is said when a casino session expires, and the one that ends it may be killed before it
 * has said so: a frame that was left open would take stakes without an end.
 */
const gameSessionLifeMs = 24 * 3_600_000;

const topic = "provider-session";
/** A lost word of another process costs at most this long. */
const cachedForMs = 5_000;
const capacity = 50_000;

/** Sessions in memory: every bet asks. */
export function createSessions(host: Host): Sessions {
  const { db, clock, bus, signals } = host;
  const known = new Map<string, { session: GameSession; until: number }>();
  const now = () => new Date(clock.now());
  // A read that began before a change may answer after it: it is not kept.
  let changes = 0;

  function forget(isChanged: (session: GameSession) => boolean): void {
    changes += 1;
    for (const [key, { session }] of known) if (isChanged(session)) known.delete(key);
  }

  function forgetToken(tokenHash: string): void {
    changes += 1;
    known.delete(tokenHash);
  }

  async function endOf(casinoSession: Uuid): Promise<void> {
    // Before the row, too: a read of it may answer between its commit and what follows here.
    changes += 1;
    await db.query(
      `UPDATE providers.sessions SET ended_at = $2 WHERE casino_session = $1 AND ended_at IS NULL AND replaced_at IS NULL`,
      [casinoSession, now()],
    );
    forget(session => session.casinoSession === casinoSession);
  }

  return {
    async find(token) {
      const key = hashOf(token);
      const cached = known.get(key);
      if (cached && cached.until > clock.monotonic()) return cached.session;
      const before = changes;
      const session = await readSession(db, key, now());
      if (known.size >= capacity) known.clear();
      if (session && changes === before) known.set(key, { session, until: clock.monotonic() + cachedForMs });
      return session;
    },
    async open(tx, { provider, slug, player, casinoSession, currency, country }) {
      const token = Buffer.from(host.random.bytes(24)).toString("base64url");
      const { rows } = await tx.query<{ tokenHash: string }>(
        `UPDATE providers.sessions SET replaced_at = $4
         WHERE player_id = $1 AND provider_id = $2 AND slug = $3 AND ended_at IS NULL AND replaced_at IS NULL
         RETURNING encode(token_hash, 'hex') AS "tokenHash"`,
        [player, provider, slug, now()],
      );
      await tx.query(
        `INSERT INTO providers.sessions (token_hash, provider_id, slug, player_id, casino_session, currency, country, opened_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [Buffer.from(hashOf(token), "hex"), provider, slug, player, casinoSession, currency, country, now()],
      );
      for (const { tokenHash } of rows) {
        await signals.send(tx, topic, tokenHash);
        tx.afterCommit(() => forgetToken(tokenHash));
      }
      return token;
    },
    async mayBegin({ tokenHash }, round, minRoundMs) {
      if (minRoundMs === 0) return true;
      const { rowCount } = await db.query(
        `UPDATE providers.sessions SET last_round = $2,
           last_round_at = CASE WHEN last_round = $2 THEN last_round_at ELSE $3 END
         WHERE token_hash = $1 AND (last_round = $2 OR last_round_at IS NULL OR last_round_at <= $4)`,
        [Buffer.from(tokenHash, "hex"), round, now(), new Date(clock.now() - minRoundMs)],
      );
      return rowCount === 1;
    },
    listen() {
      bus.on(sessionEnded, ({ session }) => {
        endOf(session).catch((error: unknown) => host.log.error({ err: error }, "a game session could not be ended"));
      });
      signals.on(topic, forgetToken);
    },
  };
}

export function hashOf(token: string): string {
  return toHex(createHash("sha256").update(token).digest());
}

async function readSession(on: Queryable, tokenHash: string, now: Date): Promise<GameSession | undefined> {
  interface Row {
    readonly providerId: Uuid;
    readonly slug: string;
    readonly playerId: PlayerId;
    readonly casinoSession: Uuid;
    readonly currency: Currency;
    readonly country: string;
    readonly openedAt: Date;
    readonly endedAt: Date | null;
    readonly replacedAt: Date | null;
  }
  const { rows } = await on.query<Row>(
    `SELECT provider_id AS "providerId", slug, player_id AS "playerId", casino_session AS "casinoSession", currency, country,
      opened_at AS "openedAt", ended_at AS "endedAt", replaced_at AS "replacedAt" FROM providers.sessions
     WHERE token_hash = $1`,
    [Buffer.from(tokenHash, "hex")],
    "providers.session",
  );
  const [row] = rows;
  return (
    row && {
      tokenHash,
      provider: row.providerId,
      slug: row.slug,
      player: row.playerId,
      country: row.country,
      casinoSession: row.casinoSession,
      currency: row.currency,
      state:
        row.endedAt || now.getTime() - row.openedAt.getTime() >= gameSessionLifeMs
          ? "ended"
          : row.replacedAt
            ? "replaced"
            : "live",
    }
  );
}
