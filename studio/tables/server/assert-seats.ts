import type { Tx } from "#kit/db/db.ts";
import { RgsError } from "#studio/rgs/server/rgs-error.ts";
import type { SentBet } from "../shared/layout.ts";
import type { Turns } from "../shared/turns.ts";
import { type PlayerRow, placedOf, playersOf, type TxRow, txsOf } from "./player-store.ts";
import { seatsOfPlayer } from "./seat-store.ts";
import { lockEvents } from "./table-store.ts";

/**
 * A player bets at their own seats; side bets beside a bet on the hand; behind others only where a hand will be dealt. Seats stay as they are until the
 * transaction ends.
 */
export async function assertSeats(
  tx: Tx,
  turns: Turns,
  player: PlayerRow,
  { asked, before }: { readonly asked: readonly SentBet[]; readonly before: readonly TxRow[] },
): Promise<void> {
  await lockEvents(tx, player.game);
  const seats = await seatsOfPlayer(tx, player);
  const standing = before.filter(({ state }) => state === "ok").flatMap(({ layout }) => placedOf(layout));
  const main = new Set(
    [...asked, ...standing].filter(({ spot }) => turns.isMain(spot)).map(({ spot }) => turns.seatOf(spot)),
  );
  const others = new Set<number>();
  if (asked.some(({ spot }) => turns.ownerOf(spot) === undefined))
    for (const seat of await dealtTo(tx, turns, player)) others.add(seat);
  for (const { spot } of asked) {
    const owner = turns.ownerOf(spot);
    if (owner !== undefined && !seats.includes(owner)) throw new RgsError("seat_required");
    const hasHand = owner === undefined ? others.has(turns.seatOf(spot)) : main.has(owner);
    if (!hasHand) throw new RgsError("hand_required");
  }
}

/** Seats of others with a confirmed bet on their hand. */
async function dealtTo(tx: Tx, turns: Turns, { id, game, number }: PlayerRow): Promise<readonly number[]> {
  const others = (await playersOf(tx, game, number)).filter(each => each.id !== id);
  const txs = await txsOf(
    tx,
    others.map(each => each.id),
  );
  return txs
    .filter(({ kind, state }) => kind === "bet" && state === "ok")
    .flatMap(({ layout }) => placedOf(layout))
    .filter(({ spot }) => turns.isMain(spot))
    .map(({ spot }) => turns.seatOf(spot));
}
