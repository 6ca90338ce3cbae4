import type { Host } from "#kit/host/host.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { avatarKeyOf } from "../shared/avatar-key.ts";
import { playerChanged } from "../shared/events.ts";
import { playersOf } from "./store.ts";

/** A player as everybody may see them. `avatar`: the key of the picture, see `shared/avatar-key.ts`. */
export interface PublicIdentity {
  readonly name: string;
  readonly avatar: string;
}

/** What everybody may know of a player. */
export interface PublicPlayer {
  /** Null for one who hides himself or does not exist. */
  readonly face: PublicIdentity | null;
  /** A test account: said so wherever its bets are shown. */
  readonly test: boolean;
  /** Nobody is shown what this player stakes and wins: {@link playedBy} names who may be shown beside it. */
  readonly hidesStatistics?: true;
}

/** The player as shown beside stakes, wins and scores: no face for one who hides statistics. */
export function playedBy(player: PublicPlayer | undefined): Pick<PublicPlayer, "face" | "test"> {
  const { face, test, hidesStatistics } = player ?? unknownPlayer;
  return { face: hidesStatistics ? null : face, test };
}

const unknownPlayer: PublicPlayer = { face: null, test: false };
const capacity = 100_000;
/** A lost word from another process costs at most this long. */
const cacheMs = 60_000;

export interface PublicProfileCache {
  of(players: readonly PlayerId[]): Promise<ReadonlyMap<PlayerId, PublicPlayer>>;
  listen(): void;
}

/** Public faces, remembered: feeds ask for them all the time. */
export function createPublicProfileCache(host: Host): PublicProfileCache {
  const known = new Map<PlayerId, { player: PublicPlayer; until: number }>();
  let epoch = 0;

  async function read(players: readonly PlayerId[], publicProfiles: Map<PlayerId, PublicPlayer>): Promise<void> {
    const readAt = epoch;
    const rows = await playersOf(host.db, players);
    const isPresent = readAt === epoch;
    if (known.size + rows.length > capacity) known.clear();
    for (const row of rows) {
      const face = row.is_avatar_hidden ? null : { name: row.name, avatar: avatarKeyOf(row) };
      const player = { face, test: row.is_test, ...(row.is_statistics_hidden && { hidesStatistics: true as const }) };
      publicProfiles.set(row.id, player);
      if (isPresent) known.set(row.id, { player, until: host.clock.monotonic() + cacheMs });
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
