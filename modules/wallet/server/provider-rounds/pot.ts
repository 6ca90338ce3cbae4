import type { Queryable, Tx } from "#kit/db/db.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { Uuid } from "#kit/std/brand.ts";
import { houseOwner } from "#modules/ledger/server/index.ts";
import { type Account, account, jackpot, jackpotReserve } from "#modules/ledger/shared/chart.ts";
import type { TransferKind } from "#modules/ledger/shared/kinds.ts";
import type { MoveAnswer, Movement } from "../port.ts";

export type Move = (tx: Tx, movement: Movement, debit: Account, credit: Account) => Promise<MoveAnswer>;

/** The pot of the slots in one currency. */
export interface Pot {
  readonly amount: Micros;
  readonly reserve: Micros;
  /** What promotions have lent to it; its reserve repays that first. */
  readonly owed: Micros;
  /** What the pot begins with after it was won. */
  readonly seed: Micros;
}

export const potAccount = jackpot("slots");
const reserveAccount = jackpotReserve("slots");

export async function readPots(on: Queryable): Promise<readonly (Pot & { readonly currency: Currency })[]> {
  const { rows } = await on.query<Pot & { currency: Currency }>(
    "SELECT currency, amount, reserve, owed, seed FROM wallet.pots ORDER BY currency",
  );
  return rows;
}

export async function lockPot(tx: Tx, currency: Currency): Promise<Pot | undefined> {
  const { rows } = await tx.query<Pot>(
    "SELECT amount, reserve, owed, seed FROM wallet.pots WHERE currency = $1 FOR UPDATE",
    [currency],
  );
  return rows[0];
}

/** What a pot needs to hold its seed: the reserve first repays what promotions lent, then pays as far as it can. */
export function reseed({ amount, reserve, owed, seed }: Pot) {
  const missing = seed > amount ? seed - amount : 0n;
  const repaid = least(reserve, owed);
  const fromReserve = least(reserve - repaid, missing);
  const lent = missing - fromReserve;
  return {
    repaid,
    fromReserve,
    lent,
    pot: { amount: amount + missing, reserve: reserve - repaid - fromReserve, owed: owed - repaid + lent },
  };
}

const least = (a: bigint, b: bigint) => (a < b ? a : b);

/** Books what the pot needs to hold its seed under this reference, once, and writes the pot. */
export async function fillPot(tx: Tx, move: Move, currency: Currency, reference: Uuid, pot: Pot): Promise<void> {
  const book = (kind: TransferKind, sum: bigint, debit: Account, credit: Account) =>
    sum > 0n
      ? move(tx, { owner: houseOwner, currency, amount: micros(sum), kind, reference }, debit, credit)
      : undefined;
  const promotions = account("promotions");
  const { repaid, fromReserve, lent, pot: next } = reseed(pot);
  await book("jackpot_repaid", repaid, reserveAccount, promotions);
  await book("jackpot_reseed", fromReserve, reserveAccount, potAccount);
  await book("jackpot_lent", lent, promotions, potAccount);
  await tx.query("UPDATE wallet.pots SET amount = $2, reserve = $3, owed = $4, seed = $5 WHERE currency = $1", [
    currency,
    next.amount,
    next.reserve,
    next.owed,
    pot.seed,
  ]);
}
