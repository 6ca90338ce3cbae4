import type { Tx } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { gameOf } from "#modules/ledger/shared/chart.ts";
import type { JackpotFacts } from "./jackpot-facts.ts";
import { readEnded, readMoved } from "./moved-wallets.ts";
import { begunJackpots } from "./store.ts";
import { hasUnpaidWin } from "./win-store.ts";

/**
 * Whether a pot may still be paid to a player: one is owed to them, or a bet of theirs has ended and is not entered yet. Their wallets are locked by the
 * caller, so that no other bet ends until `tx` does.
 */
export async function hasOpenEntries(counts: JackpotFacts["counts"], tx: Tx, player: PlayerId): Promise<boolean> {
  const currencies = new Set((await begunJackpots(tx)).map(({ currency }) => currency));
  if (currencies.size === 0) return false;
  const ended = await readEnded(tx, await readMoved(tx, [...currencies], [player]));
  // After the positions: what was entered before them has its win.
  return ended.some(({ nonce, game }) => nonce !== null && counts(gameOf(game))) || (await hasUnpaidWin(tx, player));
}
