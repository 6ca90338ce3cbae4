import type { Queryable, Tx } from "#kit/db/db.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { StudioHost } from "#studio/rgs/server/studio-host.ts";
import {
  endTx,
  insertTxs,
  movePlayerRound,
  type NewTx,
  type PlayerRow,
  playerRoundById,
  type TxRow,
  txsOf,
} from "./player-store.ts";

/** The messages to a casino: the rollback of a bet that does not count, and the win of a round. */

type Named = Pick<PlayerRow, "id" | "casino" | "player" | "game" | "currency">;

export function rollbackOf(
  { ids, clock }: StudioHost,
  round: Named,
  bet: Pick<TxRow, "id" | "amount">,
  reason: string,
): NewTx {
  const id = ids.next();
  const { player, game, currency } = round;
  const body = JSON.stringify({ tx: id, round: round.id, game, player, currency, ref: bet.id, reason });
  const now = new Date(clock.now());
  const common = { id, casino: round.casino, round: round.id, amount: bet.amount, ref: bet.id };
  return { ...common, kind: "rollback", body, at: now, due: now };
}

/** @param due when the result is shown: a balance must not reveal it before */
export function winOf({ ids, clock }: StudioHost, round: Named, payout: bigint, due: Date): NewTx {
  const id = ids.next();
  const { player, game, currency } = round;
  const amount = formatAmount(payout);
  const body = JSON.stringify({ tx: id, round: round.id, game, player, currency, amount, close: true });
  const common = { id, casino: round.casino, round: round.id, amount: payout };
  return { ...common, kind: "win", body, at: new Date(clock.now()), due };
}

/** The outcome of a bet is unknown, or it arrived too late: puts a rollback into the outbox. False if the bet has already ended. */
export async function queueRollback(tx: Tx, host: StudioHost, bet: TxRow, reason: string): Promise<boolean> {
  const at = new Date(host.clock.now());
  if (bet.state !== "sent" || !(await endTx(tx, bet.id, { state: "unknown", status: reason, at }))) return false;
  const round = await playerRoundById(tx, bet.round);
  if (round) await insertTxs(tx, [rollbackOf(host, round, bet, reason)]);
  return true;
}

/** A player's part without a valid bet has ended, once none of its messages is in flight. */
export async function endEmptyRound(from: Queryable, id: string, at: Date): Promise<void> {
  const bets = (await txsOf(from, [id])).filter(({ kind }) => kind === "bet");
  if (bets.some(({ state }) => state === "ok" || state === "sent" || state === "unknown")) return;
  const state = bets.some(bet => bet.state === "rolled_back") ? "void" : "refused";
  await movePlayerRound(from, id, ["open", "voiding"], { state, endedAt: at });
}
