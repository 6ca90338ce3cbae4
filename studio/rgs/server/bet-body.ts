import { formatAmount } from "#kit/money/amount.ts";
import type { SlotPot } from "#studio/engine/shared/types.ts";
import type { SpinRequest } from "#studio/frame/shared/calls.ts";
import type { Games } from "./games.ts";
import type { NewRound } from "./round-store.ts";

/** What a bet sends to the casino. */
export function betBody(id: string, round: NewRound, request: SpinRequest, games: Games): string {
  const { pot } = games.get(round.game).game;
  return JSON.stringify({
    tx: id,
    round: round.id,
    game: round.game,
    player: round.player,
    session: round.walletSession,
    amount: formatAmount(round.amount),
    currency: round.currency,
    base: formatAmount(round.base),
    nonce: Number(round.nonce),
    kind: round.kind,
    ...(round.freeGrant !== null && { free_grant: round.freeGrant }),
    ...(request.auto && { auto: true }),
    ...(pot &&
      round.kind !== "free" && { jackpots: [{ pool: pot.pool, contribution: contribution(round.amount, pot) }] }),
  });
}

/** Each share is cut to whole micro-units separately, as the casino books it. */
function contribution(amount: bigint, { contribution: pot, reserve }: SlotPot): string {
  return formatAmount((amount * BigInt(pot)) / 10_000n + (amount * BigInt(reserve)) / 10_000n);
}
