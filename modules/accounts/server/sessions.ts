import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Session } from "#kit/http/handler.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { playerChanged, sessionEnded } from "../shared/events.ts";
import { parseRefreshSecret, type RefreshSecrets, refreshSecrets, tokenHash } from "./secrets.ts";
import { createSessionCache, type SessionCache } from "./session-cache.ts";
import {
  closeSession,
  type EndReason,
  insertAccessToken,
  insertSession,
  livingSessions,
  lockSession,
  openFamily,
  rotateSession,
  type SessionRow,
  sessionOfToken,
  sessionsMadeOn,
  type Visit,
} from "./session-store.ts";
import { accessFreshMs, accessLifeMs, rotationGraceMs, sessionLifeMs } from "./session-times.ts";

/** What a browser gets when a session is opened or refreshed: the access token, and the value of the refresh cookie. */
export interface Keys {
  readonly token: string;
  readonly refresh: string;
}

export interface Opened extends Keys {
  readonly session: Uuid;
  readonly player: PlayerId;
}

export type Refreshed = { kind: "refreshed"; keys: Keys } | { kind: "refused" } | { kind: "replayed" };

export interface Sessions {
  /** The active session of a token; synchronous if this process has it cached. */
  authenticate(token: string): Session | null | Promise<Session | null>;
  open(tx: Tx, player: PlayerId, visit: Visit): Promise<Opened>;
  /** Opens a session of the same family on another host. Undefined if the original has ended. */
  carryOn(tx: Tx, from: Uuid, visit: Visit): Promise<Opened | undefined>;
  /** Rotates the presented secret. A replay ends the session. */
  refresh(presented: string | undefined): Promise<Refreshed>;
  /** Another token for the session when the given one has under 5 minutes left. */
  freshToken(session: Session, token: string): Promise<string | undefined>;
  /** Ends a session and its family on other hosts: one browser may be signed in on several. */
  end(session: Uuid): Promise<void>;
  /** Ends a player's active sessions except `except`, within the transaction that causes it. */
  endAll(tx: Tx, player: PlayerId, except: Uuid | null, reason: EndReason): Promise<void>;
  /** Ends all sessions that were opened on a host name, in the transaction that removes it. */
  endMadeOn(tx: Tx, hostname: string): Promise<void>;
  /** The active session of a refresh secret that could be refreshed. Does not rotate it. */
  peek(presented: string | undefined): Promise<{ session: Uuid; player: PlayerId } | null>;
  /** Ends the same as `end`, by a refresh secret, when the access token has expired. */
  endByRefresh(presented: string | undefined): Promise<void>;
  /** Notifies every process that its cached data of a player is stale. */
  playerChanged(tx: Tx, player: PlayerId): Promise<void>;
  /** Starts to listen to the other processes. */
  listen(): void;
}

const endedTopic = "session-ended";
const changedTopic = "player-changed";

export function createSessions(host: Host): Sessions {
  const cache = createSessionCache(host.clock);
  const secrets = refreshSecrets(host.config.SECRET_KEY);
  const now = () => new Date(host.clock.now());
  const rotation = { secrets, host, now };

  // The process that ended it handles this twice: after the commit and on the signal. That is harmless.
  function handleSessionEnded(session: Uuid): void {
    cache.evictSession(session);
    host.bus.emit(sessionEnded, { session });
  }
  function handlePlayerChanged(player: PlayerId): void {
    cache.evictPlayer(player);
    host.bus.emit(playerChanged, { player });
  }

  async function issueToken(db: Tx | Host["db"], session: Uuid): Promise<string> {
    const token = Buffer.from(host.random.bytes(32)).toString("base64url");
    await insertAccessToken(db, tokenHash(token), session, new Date(host.clock.now() + accessLifeMs));
    return token;
  }

  async function close(tx: Tx, session: Uuid, reason: EndReason): Promise<void> {
    if (!(await closeSession(tx, session, reason, now()))) return;
    await host.signals.send(tx, endedTopic, session);
    tx.afterCommit(() => handleSessionEnded(session));
  }

  /** A concurrent carry-over locks its session of origin: closing that one waits, and the next read finds the new session. */
  async function closeFamily(tx: Tx, session: Uuid, reason: EndReason): Promise<void> {
    for (let open = await openFamily(tx, session); open.length > 0; open = await openFamily(tx, session))
      for (const id of open) await close(tx, id, reason);
  }

  async function open(tx: Tx, player: PlayerId, visit: Visit, root: Uuid | null): Promise<Opened> {
    const id = host.ids.next();
    const salt = host.random.bytes(16);
    const expiresAt = new Date(host.clock.now() + sessionLifeMs);
    await insertSession(tx, { id, player, salt, now: now(), expiresAt, visit, root });
    return { session: id, player, token: await issueToken(tx, id), refresh: secrets.make(id, salt, 1) };
  }

  return {
    authenticate(token) {
      const hash = tokenHash(token);
      return cache.get(hash.toString("hex")) ?? readSession(host, cache, hash);
    },
    open: (tx, player, visit) => open(tx, player, visit, null),
    async carryOn(tx, from, visit) {
      const row = await lockSession(tx, from, now());
      return row && open(tx, row.playerId, visit, row.rootId ?? row.id);
    },
    async refresh(text) {
      const presented = parseRefreshSecret(text);
      if (!presented) return { kind: "refused" };
      return host.db.tx(async tx => {
        const row = await lockSession(tx, presented.session, now());
        if (!row || !secrets.isRight(presented, row.salt)) return { kind: "refused" };
        const refresh = await nextSecret(tx, row, presented.generation, rotation);
        if (refresh) return { kind: "refreshed", keys: { token: await issueToken(tx, row.id), refresh } };
        await closeFamily(tx, row.id, "replay");
        host.log.warn(
          { session: row.id, player: row.playerId },
          "a rotated refresh secret was replayed: session ended",
        );
        return { kind: "replayed" };
      });
    },
    async freshToken(session, token) {
      const row = await sessionOfToken(host.db, tokenHash(token), now());
      if (!row || row.expiresAt.getTime() - host.clock.now() >= accessFreshMs) return undefined;
      return issueToken(host.db, session.id);
    },
    async endAll(tx, player, except, reason) {
      const living = async () => (await livingSessions(tx, player, now())).map(({ id }) => id);
      const others = async () => (await living()).filter(id => id !== except).toSorted();
      for (let open = await others(); open.length > 0; open = await others())
        for (const id of open) await close(tx, id, reason);
    },
    end: session => host.db.tx(tx => closeFamily(tx, session, "logout")),
    async endMadeOn(tx, hostname) {
      for (const session of await sessionsMadeOn(tx, hostname)) await close(tx, session, "mirror");
    },
    async peek(text) {
      const presented = parseRefreshSecret(text);
      if (!presented) return null;
      return host.db.tx(async tx => {
        const row = await lockSession(tx, presented.session, now());
        if (!row || !secrets.isRight(presented, row.salt)) return null;
        // After the grace period a rotated secret is a copy or an old tab's: it opens nothing elsewhere, either.
        const oldest = wasJustRotated(row, host.clock.now()) ? row.generation - 1 : row.generation;
        return presented.generation >= oldest ? { session: row.id, player: row.playerId } : null;
      });
    },
    async endByRefresh(text) {
      const presented = parseRefreshSecret(text);
      if (!presented) return;
      await host.db.tx(async tx => {
        const row = await lockSession(tx, presented.session, now());
        if (row && secrets.isRight(presented, row.salt)) await closeFamily(tx, row.id, "logout");
      });
    },
    async playerChanged(tx, player) {
      await host.signals.send(tx, changedTopic, player);
      tx.afterCommit(() => handlePlayerChanged(player));
    },
    listen() {
      host.signals.on(endedTopic, id => handleSessionEnded(id as Uuid));
      host.signals.on(changedTopic, id => handlePlayerChanged(id as PlayerId));
    },
  };
}

async function readSession(host: Host, cache: SessionCache, hash: Buffer): Promise<Session | null> {
  const { epoch } = cache;
  const row = await sessionOfToken(host.db, hash, new Date(host.clock.now()));
  if (!row) return null;
  const { sessionId: id, playerId: player, currency, isTest: test } = row;
  const session = { id, player, currency, test };
  cache.put(hash.toString("hex"), session, row.expiresAt, epoch);
  return session;
}

const wasJustRotated = ({ generation, rotatedAt }: SessionRow, nowMs: number): boolean =>
  generation > 1 && nowMs - rotatedAt.getTime() < rotationGraceMs;

/**
 * The secret to return for a given generation, or undefined when it is a replay. Within the grace period after a rotation both the current
 * and the former secret lead to the current one, without another rotation: that is a second tab, or a browser that lost the response.
 */
async function nextSecret(
  tx: Tx,
  row: SessionRow,
  presented: number,
  { secrets, host, now }: { secrets: RefreshSecrets; host: Host; now: () => Date },
): Promise<string | undefined> {
  const justRotated = wasJustRotated(row, host.clock.now());
  const isPresent = presented === row.generation;
  if (justRotated && (isPresent || presented === row.generation - 1)) {
    return secrets.make(row.id, row.salt, row.generation);
  }
  if (!isPresent) return undefined;
  await rotateSession(tx, row.id, now(), new Date(host.clock.now() + sessionLifeMs));
  return secrets.make(row.id, row.salt, row.generation + 1);
}
