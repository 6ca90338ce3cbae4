import { formatAmount } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { timeText } from "#modules/engines/shared-rounds/server/index.ts";
import type { MultiplayerDraws } from "#modules/fairness/server/index.ts";
import type { PastRoomRound, RoomSnapshot } from "../shared/contract.ts";
import type { RoomColour } from "../shared/limits.ts";
import type { Seating } from "./place-bet.ts";

/** What a new watcher of a room needs. the round's secret is not in its input. */
export function roomSnapshot(
  draws: Pick<MultiplayerDraws, "publicId">,
  colour: RoomColour,
  seating: Seating | undefined,
  history: readonly PastRoomRound[],
  player: PlayerId | null,
): RoomSnapshot {
  if (!seating) return { ...noPlayer, colour, history: [...history] };
  const { room, feed } = seating;
  const { close } = room;
  return {
    colour,
    round: Number(room.number),
    state: room.state === "leaving" ? "waiting" : room.state,
    commitment: room.commitment,
    counting_until: timeText(room.countingUntil),
    pot: formatAmount(room.pot),
    entries: feed.rows(),
    entries_hash: close?.entriesHash ?? null,
    beacon: close && {
      round: close.beacon.round,
      due_at: new Date(close.beacon.dueAt).toISOString(),
      test: close.test,
    },
    result: room.result,
    me: player && draws.publicId("rooms", room.number, player),
    history: [...history],
  };
}

const noPlayer = {
  round: null,
  state: null,
  commitment: null,
  counting_until: null,
  pot: "0",
  entries: [],
  entries_hash: null,
  beacon: null,
  result: null,
  me: null,
};
