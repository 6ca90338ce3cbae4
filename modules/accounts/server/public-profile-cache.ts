import type { Host } from "#kit/host/host.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { avatarKeyOf } from "../shared/avatar-key.ts";
import { playerChanged } from "../shared/events.ts";
import { playersOf } from "./store.ts";

/** A player's public profile. `avatar`: the key of the picture, see `shared/avatar-key.ts`. */
export interface PublicIdentity {
  readonly name: string;
  readonly avatar: string;
}

/** The public data of a player. */
export interface PublicPlayer {
  /** Null for a player who is hidden or does not exist. */
  readonly face: PublicIdentity | null;
  /** A test account: marked wherever its bets are shown. */
  readonly test: boolean;
  /** The player's stakes and wins are not public: {@link playedBy} gives the profile to show beside them. */
  readonly hidesStatistics?: true;
}

/** The profile to show beside stakes, wins and scores: none for a player who hides statistics. */
export function playedBy(player: PublicPlayer | undefined): Pick<PublicPlayer, "face" | "test"> {
  const { face, test, hidesStatistics } = player ?? unknownPlayer;
  return { face: hidesStatistics ? null : face, test };
}

const unknownPlayer: PublicPlayer = { face: null, test: false };
const capacity = 100_000;
/** A lost notification from another process delays a change by at most this much. */
const cacheMs = 60_000;

export interface PublicProfileCache {
  of(players: readonly PlayerId[]): Promise<ReadonlyMap<PlayerId, PublicPlayer>>;
  listen(): void;
}

/** Caches public profiles: feeds read them all the time. */
export function createPublicProfileCache(host: Host): PublicProfileCache {
  const known = new Map<PlayerId, { player: PublicPlayer; until: number }>();
  let epoch = 0;

  async function read(players: readonly PlayerId[], publicProfiles: Map<PlayerId, PublicPlayer>): Promise<void> {
    // Rows that were read before a change are returned, but not cached.
    const readAt = epoch;
    const rows = await playersOf(host.db, players);
    const isCurrent = readAt === epoch;
    if (known.size + rows.length > capacity) known.clear();
    for (const row of rows) {
      const face = row.isAvatarHidden ? null : { name: row.name, avatar: avatarKeyOf(row) };
      const player = { face, test: row.isTest, ...(row.isStatisticsHidden && { hidesStatistics: true as const }) };
      publicProfiles.set(row.id, player);
      if (isCurrent) known.set(row.id, { player, until: host.clock.monotonic() + cacheMs });
    }
  }

  return {
    async of(players) {
      const now = host.clock.monotonic();
      const publicProfiles = new Map<PlayerId, PublicPlayer>();
      const missing: PlayerId[] = [];
      for (const player of players) {
        const entry = known.get(player);
        const isKnown = entry !== undefined && entry.until > now;
        publicProfiles.set(player, isKnown ? entry.player : unknownPlayer);
        if (!isKnown) missing.push(player);
      }
      if (missing.length > 0) await read(missing, publicProfiles);
      return publicProfiles;
    },
    listen() {
      host.bus.on(playerChanged, ({ player }) => {
        epoch++;
        known.delete(player);
      });
    },
  };
}
