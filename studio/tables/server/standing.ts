import type { Queryable } from "#kit/db/db.ts";
import type { Placed } from "../shared/placed.ts";
import { type PlayerRow, placedOf, playersOf, type TxRow, txsOf } from "./player-store.ts";
import type { RoundRow } from "./table-store.ts";

/** A player with the bets that the casino has confirmed. */
export interface Standing {
  readonly player: PlayerRow;
  readonly bets: readonly TxRow[];
  readonly layout: readonly Placed[];
}

export async function standingOf(
  from: Queryable,
  { game, number }: Pick<RoundRow, "game" | "number">,
): Promise<readonly Standing[]> {
  const players = await playersOf(from, game, number);
  const bets = (
    await txsOf(
      from,
      players.map(({ id }) => id),
    )
  ).filter(({ kind, state }) => kind === "bet" && state === "ok");
  return players
    .map(player => {
      const own = bets.filter(({ round }) => round === player.id);
      return { player, bets: own, layout: own.flatMap(({ layout }) => placedOf(layout)) };
    })
    .filter(each => each.bets.length > 0);
}
