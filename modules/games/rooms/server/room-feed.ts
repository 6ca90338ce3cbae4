import type { Host } from "#kit/host/host.ts";
import type { LiveChannel } from "#kit/host/server-module.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { createBatch, type Desk } from "#modules/bets/server/index.ts";
import type { BetweenRounds } from "#modules/fairness/server/index.ts";
import type { RoomEntry, RoomsChannel } from "../shared/contract.ts";
import type { RoomColour } from "../shared/limits.ts";
import type { LiveRoom } from "./live-room.ts";
import type { StoredEntry } from "./store.ts";
import { timeText } from "./views.ts";

/** What the watchers hear of the stakes in one round, in order of arrival. */
export interface RoomFeed {
  joined(entry: StoredEntry): void;
  /** When every stake has been told. */
  told(): Promise<void>;
  rows(): RoomEntry[];
}

interface Needs {
  readonly host: Pick<Host, "clock" | "log">;
  readonly channel: LiveChannel<RoomsChannel>;
  readonly desk: Pick<Desk, "faceOf">;
  readonly between: Pick<BetweenRounds, "publicId">;
}

export function createRoomFeed({ host, channel, desk, between }: Needs, colour: RoomColour, room: LiveRoom): RoomFeed {
  const rows: RoomEntry[] = [];
  let last: Promise<void> = Promise.resolve();
  const joins = createBatch<RoomEntry>(host.clock, entries =>
    channel.tell("joins", {
      ...{ colour, round: Number(room.number), entries: [...entries], pot: formatAmount(room.pot) },
      counting_until: timeText(room.countingUntil),
    }),
  );

  async function show({ seat, player, stake }: StoredEntry): Promise<void> {
    const { face, test } = await desk.faceOf(player).catch((error: unknown) => {
      host.log.warn({ err: error }, "a player in a room is shown without a face");
      return { face: null, test: false };
    });
    const row = {
      seat,
      player: between.publicId("rooms", room.number, player),
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
    async told() {
      await last;
      joins.flush();
    },
    rows: () => [...rows].sort((a, b) => a.seat - b.seat),
  };
}
