import type { Clock } from "#kit/host/host.ts";
import type { Log } from "#kit/log/log.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Bet } from "#modules/wallet/server/port.ts";
import type { ShownPlayer } from "./rows.ts";
import type { BetsStore } from "./store.ts";

/** A player counts as active this long after a settled bet. */
export const presentForMs = 300_000;
/** A player is recorded again only after this: not every bet writes a row. */
const noteAgainMs = 60_000;
const flushMs = 2_000;
const cacheMs = 5_000;

export interface Presence {
  /** Records the player of a settled bet under the game's tile. */
  observe(game: string, bet: Bet): void;
  /** Real players by game over all processes; only games that have any. */
  now(): Promise<readonly { readonly game: string; readonly players: number }[]>;
  /** How many real players play now, in any game. */
  count(): Promise<number>;
  /** Those players with their games, the latest first. */
  list(limit: number): Promise<readonly PlayingNow[]>;
  stop(): void;
}

/** A player whose last bet ended within five minutes. */
export interface PlayingNow {
  readonly player: PlayerId;
  readonly games: readonly string[];
  readonly at: Date;
}

interface Needs {
  readonly clock: Clock;
  readonly log: Log;
  readonly store: Pick<BetsStore, "notePresent" | "playersNow" | "playingSince" | "countPlaying">;
  readonly publicProfiles: (players: readonly PlayerId[]) => Promise<ReadonlyMap<PlayerId, ShownPlayer>>;
}

/** Counts players by game in a table that holds the last minutes, so that every process shows the same figure. */
export function createPresence({ clock, log, store, publicProfiles }: Needs): Presence {
  const noted = new Map<string, number>();
  let waiting: { game: string; player: PlayerId }[] = [];
  let timer: (() => void) | undefined;
  let cached: { at: number; rows: ReturnType<Presence["now"]> } | undefined;
  const since = () => new Date(clock.now() - presentForMs);

  async function flush(): Promise<void> {
    timer = undefined;
    const rows = waiting;
    waiting = [];
    for (const [name, at] of noted) if (clock.monotonic() - at >= noteAgainMs) noted.delete(name);
    const known = await publicProfiles([...new Set(rows.map(({ player }) => player))]);
    const real = rows.filter(({ player }) => known.get(player)?.test !== true);
    await store.notePresent(real, new Date(clock.now()), since());
  }

  return {
    observe(game, { player, status }) {
      if (status === "voided") return;
      const name = `${game}/${player}`;
      if (clock.monotonic() - (noted.get(name) ?? Number.NEGATIVE_INFINITY) < noteAgainMs) return;
      noted.set(name, clock.monotonic());
      waiting.push({ game, player });
      timer ??= clock.after(flushMs, () => {
        flush().catch((error: unknown) => log.warn({ err: error }, "recording active players failed"));
      });
    },
    now() {
      if (!cached || clock.monotonic() - cached.at >= cacheMs)
        cached = { at: clock.monotonic(), rows: store.playersNow(since()) };
      cached.rows.catch(() => {
        cached = undefined;
      });
      return cached.rows;
    },
    count: () => store.countPlaying(since()),
    list: limit => store.playingSince(since(), limit),
    stop: () => timer?.(),
  };
}
