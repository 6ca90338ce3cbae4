import { Failure, fail } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { RouteOutput } from "#kit/contract/route.ts";
import type { Clock } from "#kit/host/host.ts";
import type { Call } from "#kit/http/handler.ts";
import { formatAmount, type Micros, micros, microsPerMinor, parseAmount } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import {
  type Bets,
  currencyRefusal,
  limitRefusal,
  refusalOf,
  requestHash,
  roundRefusal,
} from "#modules/bets/server/index.ts";
import { bettingClosed, currencyRequired, winCapPassed } from "#modules/bets/shared/errors.ts";
import { largestPot } from "#modules/engines/multiplayer/shared/pot.ts";
import type { MultiplayerDraws } from "#modules/fairness/server/index.ts";
import type { WalletPort } from "#modules/wallet/server/port.ts";
import { placeRoomBet } from "../shared/contract.ts";
import { roomFull, roundMaximumPassed } from "../shared/errors.ts";
import { roomLimits, roundMaximum } from "../shared/limits.ts";
import { entriesPerPlayer, entriesPerRound, type RoomsRules } from "../shared/rules.ts";
import { entryWindow, type LiveRoom } from "./live-room.ts";
import type { RoomFeed } from "./room-feed.ts";
import type { RoomKey } from "./run-room.ts";
import { placedStakeView } from "./views.ts";

export interface Seating {
  readonly room: LiveRoom;
  readonly feed: RoomFeed;
}

interface Needs {
  readonly clock: Clock;
  readonly wallet: WalletPort;
  readonly bets: Pick<Bets, "ids">;
  readonly draws: Pick<MultiplayerDraws, "publicId" | "facts">;
  readonly configHashOf: (rulesVersion: string) => string | undefined;
  /** Rules of rounds that are opened now. */
  readonly rules: RoomsRules;
  readonly live: (roomKey: RoomKey) => Seating | undefined;
}

/**
 * Puts a stake into the pot of the room that takes stakes; the betting window in the database decides whether it was in time. Fails, in
 * this order: `currency_required`, `unavailable` (another process runs the rooms), `currency_changed`, `stake_out_of_limits`,
 * `round_maximum`, `room_full`, `win_cap`, `betting_closed`, then what the wallet refuses.
 */
export async function placeBet(
  needs: Needs,
  call: Call<typeof placeRoomBet>,
): Promise<RouteOutput<typeof placeRoomBet>> {
  const { player, currency = null } = call.session;
  const { key } = call;
  const { colour } = call.input.params;
  if (!currency) fail(currencyRequired);
  const { room, feed } = needs.live({ colour, currency }) ?? fail(unavailable, { retryAfter: 1 });
  const stake = required(parseAmount(call.input.body.stake), "the contract checks the stake");
  const refusal =
    currencyRefusal(call.input.body.currency, currency) ??
    limitRefusal(roomLimits[colour], currency, stake) ??
    roomRefusal(needs.rules, room, { player, key, currency, stake }) ??
    roundRefusal(call.input.body.round, room.number);
  // A repeated request gets its first answer, also when the round has filled or ended since.
  if (refusal && !(await needs.wallet.bet(player, key, { waits: true }))) throw refusal;

  if (!refusal) room.reserve(player, key, stake);
  const placing = needs.wallet.place({
    player,
    key,
    requestHash: requestHash(placeRoomBet, { ...call.input.body, colour }),
    game: "rooms",
    currency,
    stake,
    choice: { colour },
    rulesVersion: needs.rules.version,
    winCap: room.winCap,
    bettingWindow: { name: entryWindow(colour, currency), round: room.number },
  });
  room.track(player, placing);
  const answer = await placing;
  const isOfRound = answer.kind === "accepted" && answer.bet.round?.number === room.number;
  if (!isOfRound) room.release(player, key);
  if (answer.kind === "refused") throw refusalOf(answer);
  const entry = isOfRound && answer.bet.status === "open" ? room.admit(answer.bet, needs.clock.now()) : undefined;
  if (entry) feed.joined(entry);
  const commitment = isOfRound ? room.commitment : await commitmentOf(needs, answer.bet.round?.number);
  return { data: placedStakeView(needs.bets.ids, needs, answer.bet, commitment) };
}

async function commitmentOf({ draws }: Needs, number: bigint | undefined): Promise<string> {
  const round = required(number, "a stake in a room has a round");
  return required((await draws.facts("rooms", [round])).get(round), "a round that was opened").commitment;
}

/** What the round itself has against a stake. */
function roomRefusal(
  rules: RoomsRules,
  room: LiveRoom,
  { player, key, currency, stake }: { player: PlayerId; key: Uuid; currency: Currency; stake: Micros },
): Failure | undefined {
  const left = roundMaximum(currency) - room.heldBy(player, key);
  if (stake > left) {
    const max = formatAmount(roundMaximum(currency));
    return new Failure(roundMaximumPassed, { data: { max, left: formatAmount(left > 0n ? left : 0n) } });
  }
  if (room.stakesOf(player) >= entriesPerPlayer || room.stakes >= entriesPerRound) return new Failure(roomFull);
  const space = largestPot(rules, room.winCap) - room.reserved;
  if (stake > space) {
    const most = micros(space > 0n ? space - (space % microsPerMinor) : 0n);
    return new Failure(winCapPassed, { data: { win_cap: formatAmount(room.winCap), max_stake: formatAmount(most) } });
  }
  // The betting window in the database decides; bets that arrive while it is closing are refused earlier, so that a burst cannot delay the closing.
  return room.takesStakes ? undefined : new Failure(bettingClosed);
}
