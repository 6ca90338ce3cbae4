import type { Clock } from "#kit/host/host.ts";
import type { Session } from "#kit/http/handler.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { sessionCacheMs } from "./session-times.ts";

interface Entry {
  readonly session: Session;
  /** When to read it again, on the monotonic clock. */
  readonly until: number;
}

/**
 * Sessions by the hash of an access token, as this process last read them. An ended session is evicted at once in the process that ended it
 * and on the signal in the others; a lost signal costs at most {@link sessionCacheMs}.
 */
export interface SessionCache {
  get(hash: string): Session | undefined;
  /** Number of the current state: read before the query and passed to `put`, so that an entry evicted meanwhile stays out. */
  readonly epoch: number;
  put(hash: string, session: Session, expiresAt: Date, epoch: number): void;
  evictSession(id: Uuid): void;
  evictPlayer(id: PlayerId): void;
}

export function createSessionCache(clock: Clock, capacity = 100_000): SessionCache {
  const entries = new Map<string, Entry>();
  let epoch = 0;
  const evict = (matches: (session: Session) => boolean) => {
    epoch++;
    for (const [hash, { session }] of entries) if (matches(session)) entries.delete(hash);
  };
  return {
    get epoch() {
      return epoch;
    },
    get(hash) {
      const entry = entries.get(hash);
      if (!entry) return undefined;
      if (entry.until > clock.monotonic()) return entry.session;
      entries.delete(hash);
      return undefined;
    },
    put(hash, session, expiresAt, readAt) {
      if (readAt !== epoch) return;
      if (entries.size >= capacity) entries.clear();
      const left = Math.min(sessionCacheMs, expiresAt.getTime() - clock.now());
      if (left > 0) entries.set(hash, { session, until: clock.monotonic() + left });
    },
    evictSession: id => evict(session => session.id === id),
    evictPlayer: id => evict(session => session.player === id),
  };
}
