import type { Tx } from "#kit/db/db.ts";
import { uuidV5 } from "#kit/host/uuid-v5.ts";
import { micros } from "#kit/money/amount.ts";
import { houseOwner } from "#modules/ledger/server/index.ts";
import { account, jackpot as jackpotAccount, jackpotReserve } from "#modules/ledger/shared/chart.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import { insertPot, type NewJackpot } from "./store.ts";

export const potAccount = jackpotAccount("jackpots");
export const reserveAccount = jackpotReserve("jackpots");

export type JackpotWallet = Pick<Wallet, "move" | "open" | "credit">;

interface Beginning {
  readonly jackpot: NewJackpot;
  readonly number: bigint;
  /** What the reserve holds, micro-units. */
  readonly reserve: bigint;
  readonly at: Date;
}

/** A pot begins with its seed: from the reserve as far as that goes, the rest from the bank. What the reserve gave. */
export async function beginPot(tx: Tx, wallet: JackpotWallet, beginning: Beginning): Promise<bigint> {
  const { jackpot, number, reserve, at } = beginning;
  const { id, currency, seed } = jackpot;
  const fromReserve = reserve < seed ? reserve : seed;
  const fromBank = seed - fromReserve;
  await insertPot(tx, id, { number, terms: jackpot, fromReserve, fromBank, at });
  const common = { owner: houseOwner, currency, reference: uuidV5(id, `pot ${number}`), to: potAccount };
  const book = (amount: bigint, kind: "jackpot_reseed" | "jackpot_seed", from: typeof potAccount) =>
    amount > 0n ? wallet.move(tx, { ...common, amount: micros(amount), kind, from }) : undefined;
  await book(fromReserve, "jackpot_reseed", reserveAccount);
  await book(fromBank, "jackpot_seed", account("bank"));
  return fromReserve;
}
