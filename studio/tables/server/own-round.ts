import type { Queryable } from "#kit/db/db.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { OwnRound } from "../shared/calls.ts";
import { playerRoundOf, type Seat, txsOf } from "./player-store.ts";
import { roundOf } from "./table-store.ts";

/** A player's part of a round as the player may see it; undefined where there is none. */
export async function ownRound(from: Queryable, seat: Seat, number: bigint): Promise<OwnRound | undefined> {
  const player = await playerRoundOf(from, seat, number);
  const round = await roundOf(from, seat.game, number);
  if (!player || !round) return undefined;
  const bets = (await txsOf(from, [player.id])).filter(({ kind }) => kind === "bet");
  const standing = bets.filter(({ state }) => state === "ok");
  // A payout would reveal the result.
  const isShown = round.state === "settled" || round.state === "voided";
  const last = standing.at(-1);
  return {
    number: Number(number),
    round: player.id,
    state: player.state,
    entry_id: player.publicId,
    bets: bets.map(({ request, state, layout }) => ({ request: request ?? "", state, bets: layout ?? [] })),
    stake: formatAmount(standing.reduce((sum, { amount }) => sum + amount, 0n)),
    payout: isShown && player.payout !== null ? formatAmount(player.payout) : null,
    balance: player.balance ?? last?.balance ?? null,
  };
}
