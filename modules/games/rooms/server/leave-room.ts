import { fail } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { RouteOutput } from "#kit/contract/route.ts";
import type { Call } from "#kit/http/handler.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { currencyRequired } from "#modules/bets/shared/errors.ts";
import type { leaveRoom as leaveRoomCall } from "../shared/contract.ts";
import { notAlone, notInRoom } from "../shared/errors.ts";
import type { Seating } from "./place-bet.ts";
import type { RoomKey } from "./run-room.ts";

/**
 * Ends the round of a player who is alone in it. Whether another player is in it is decided in one synchronous step of the
 * round's owner, after all pending stakes have been answered. Fails: `currency_required`, `unavailable`,
 * `not_in_room`, `not_alone`.
 */
export async function leaveRoom(
  live: (roomKey: RoomKey) => Seating | undefined,
  call: Call<typeof leaveRoomCall>,
): Promise<RouteOutput<typeof leaveRoomCall>> {
  const { player, currency = null } = call.session;
  const { colour } = call.input.params;
  if (!currency) fail(currencyRequired);
  const { room } = live({ colour, currency }) ?? fail(unavailable, { retryAfter: 1 });
  if (!room.isIn(player)) fail(notInRoom);
  for (let others = room.underWayBeside(player); others.length > 0; others = room.underWayBeside(player))
    await Promise.allSettled(others);
  if (room.state !== "waiting" && room.state !== "leaving") fail(notAlone);
  const refunded = formatAmount(room.pot);
  room.state = "leaving";
  room.signal.notify();
  return { data: { round: Number(room.number), currency, refunded } };
}
