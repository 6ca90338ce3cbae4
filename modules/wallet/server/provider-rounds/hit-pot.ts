import type { Tx } from "#kit/db/db.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import { houseOwner } from "#modules/ledger/server/index.ts";
import { type Account, account, gameNumber, jackpot, jackpotReserve } from "#modules/ledger/shared/chart.ts";
import { kindNumbers, type TransferKind } from "#modules/ledger/shared/kinds.ts";
import type { MoveAnswer, Movement } from "../port.ts";
import { lockWallet } from "../store.ts";
import type { RoundWin } from "./port.ts";
import { findTxs } from "./store.ts";

type Move = (tx: Tx, movement: Movement, debit: Account, credit: Account) => Promise<MoveAnswer>;

interface Pot {
  readonly amount: Micros;
  readonly reserve: Micros;
  readonly owed: Micros;
  readonly seed: Micros;
}

/** What a pot that is won leaves behind: the reserve first repays what promotions lent, then pays the seed as far as it can. */
export function reseed({ reserve, owed, seed }: Pot) {
  const repaid = least(reserve, owed);
  const fromReserve = least(reserve - repaid, seed);
  const lent = seed - fromReserve;
  return {
    repaid,
    fromReserve,
    lent,
    pot: { amount: seed, reserve: reserve - repaid - fromReserve, owed: owed - repaid + lent },
  };
}

const least = (a: bigint, b: bigint) => (a < b ? a : b);

/**
 * Pays what is in the pot, once for the key of a win, and begins the pot again. The round has to be open and its win within what its
 * bets may win; otherwise, and for a key that is known, nothing happens, and the win itself says why.
 */
export async function hitPot(tx: Tx, move: Move, win: RoundWin): Promise<Micros | undefined> {
  const { player, key, currency } = win;
  await lockWallet(tx, player, currency);
  const paid = await paidBefore(tx, win);
  if (paid !== undefined) return paid;
  if ((await findTxs(tx, [{ player, key }])).has(player) || !(await holdRound(tx, win))) return undefined;
  const { rows } = await tx.query<Pot>(
    "SELECT amount, reserve, owed, seed FROM wallet.pots WHERE currency = $1 FOR UPDATE",
    [currency],
  );
  const [pot] = rows;
  if (!pot || pot.amount === 0n) return micros(0n);
  const { amount } = pot;
  const book = (kind: TransferKind, sum: bigint, debit: Account, credit: Account, owner = houseOwner) =>
    sum > 0n ? move(tx, { owner, currency, amount: micros(sum), kind, reference: key }, debit, credit) : undefined;
  const [potAccount, reserve, promotions] = [jackpot("slots"), jackpotReserve("slots"), account("promotions")];
  await book("jackpot_win", amount, potAccount, account("player:real"), player);
  const { repaid, fromReserve, lent, pot: next } = reseed(pot);
  await book("jackpot_repaid", repaid, reserve, promotions);
  await book("jackpot_reseed", fromReserve, reserve, potAccount);
  await book("jackpot_lent", lent, promotions, potAccount);
  await tx.query("UPDATE wallet.pots SET amount = $2, reserve = $3, owed = $4 WHERE currency = $1", [
    currency,
    next.amount,
    next.reserve,
    next.owed,
  ]);
  await tx.query("UPDATE wallet.provider_rounds SET pot_won = pot_won + $3 WHERE player_id = $1 AND round = $2", [
    player,
    win.round,
    amount,
  ]);
  return amount;
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
