import type { Tx } from "#kit/db/db.ts";
import { uuidV5 } from "#kit/host/uuid-v5.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { account, gameNumber } from "#modules/ledger/shared/chart.ts";
import { kindNumbers } from "#modules/ledger/shared/kinds.ts";
import { findBets, lockWallet } from "../store.ts";
import type { RoundWin } from "./port.ts";
import { fillPot, lockPot, type Move, potAccount } from "./pot.ts";
import { findTxs } from "./tx-store.ts";

/**
 * Pays what is in the pot, once for the key of a win, and begins the pot again. The round has to be open and its win within what its
 * bets may win; otherwise, and for a key that is known, nothing happens, and the win itself says why.
 */
export async function hitPot(tx: Tx, move: Move, win: RoundWin): Promise<Micros | undefined> {
  const { player, key, currency } = win;
  await lockWallet(tx, player, currency);
  const paid = await paidBefore(tx, win);
  if (paid !== undefined) return paid;
  if ((await isTaken(tx, win)) || !(await holdRound(tx, win))) return undefined;
  const pot = await lockPot(tx, currency);
  if (!pot || pot.amount === 0n) return micros(0n);
  const { amount } = pot;
  const won = { owner: player, currency, amount, kind: "jackpot_win", reference: key } as const;
  await move(tx, won, potAccount, account("player:real"));
  await fillPot(tx, move, currency, refillOf(win), { ...pot, amount: micros(0n) });
  await tx.query("UPDATE wallet.provider_rounds SET pot_won = pot_won + $3 WHERE player_id = $1 AND round = $2", [
    player,
    win.round,
    amount,
  ]);
  return amount;
}

/** A key names what one player's win is; the casino's own transfers have one of their own, since another player may have the same key. */
const refillOf = ({ player, key }: Pick<RoundWin, "player" | "key">): Uuid => uuidV5(key, player);

/** The key stands for a win, a rollback or a bet. */
async function isTaken(tx: Tx, { player, key }: RoundWin): Promise<boolean> {
  const named = [{ player, key }];
  return (await findTxs(tx, named)).has(player) || (await findBets(tx, named)).has(player);
}

async function paidBefore(tx: Tx, { player, key }: RoundWin): Promise<Micros | undefined> {
  const { rows } = await tx.query<{ amount: Micros }>(
    "SELECT amount FROM wallet.movements WHERE player_id = $1 AND reference = $2 AND kind = $3",
    [player, key, kindNumbers.jackpot_win],
  );
  return rows[0]?.amount;
}

async function holdRound(tx: Tx, win: RoundWin): Promise<boolean> {
  const { rowCount } = await tx.query(
    `SELECT FROM wallet.provider_rounds WHERE player_id = $1 AND round = $2 AND game = $3 AND currency = $4 AND status = 0
       AND won + $5 <= cap AND pot_share > 0 FOR UPDATE`,
    [win.player, win.round, gameNumber(win.game), win.currency, win.amount],
  );
  return rowCount === 1;
}
