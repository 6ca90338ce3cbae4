import type { Host } from "#kit/host/host.ts";
import type { LiveChannel } from "#kit/host/server-module.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { type Bets, createBatch } from "#modules/bets/server/index.ts";
import { timeText } from "#modules/engines/shared-rounds/server/index.ts";
import type { MultiplayerDraws } from "#modules/fairness/server/index.ts";
import type { RoomEntry, RoomsChannel } from "../shared/contract.ts";
import type { RoomColour } from "../shared/limits.ts";
import type { LiveRoom } from "./live-room.ts";
import type { StoredEntry } from "./store.ts";

/** The stakes of one round as published to its watchers, in order of arrival. */
export interface RoomFeed {
  joined(entry: StoredEntry): void;
  /** Resolves when every stake has been published. */
  published(): Promise<void>;
  rows(): RoomEntry[];
}

interface Needs {
  readonly host: Pick<Host, "clock" | "log">;
  readonly channel: LiveChannel<RoomsChannel>;
  readonly bets: Pick<Bets, "publicProfileOf">;
  readonly draws: Pick<MultiplayerDraws, "publicId">;
}

export function createRoomFeed({ host, channel, bets, draws }: Needs, colour: RoomColour, room: LiveRoom): RoomFeed {
  const rows: RoomEntry[] = [];
  let last: Promise<void> = Promise.resolve();
  const joins = createBatch<RoomEntry>(host.clock, entries =>
    channel.publish("joins", {
      colour,
      round: Number(room.number),
      entries: [...entries],
      pot: formatAmount(room.pot),
      counting_until: timeText(room.countingUntil),
    }),
  );

  async function show({ seat, player, stake }: StoredEntry): Promise<void> {
    const { face, test } = await bets.publicProfileOf(player).catch((error: unknown) => {
      host.log.warn({ err: error }, "a player in a room is shown without a profile");
      return { face: null, test: false };
    });
    const row = {
      seat,
      player: draws.publicId("rooms", room.number, player),
      face,
      test,
      stake: formatAmount(stake),
    };
    rows.push(row);
    joins.add(row);
  }

  return {
    joined(entry) {
      const shown = show(entry);
      last = Promise.all([last, shown]).then(() => undefined);
    },
    async published() {
      await last;
      joins.flush();
    },
    rows: () => [...rows].sort((a, b) => a.seat - b.seat),
  };
}
