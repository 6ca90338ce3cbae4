import { uuidV5 } from "#kit/host/uuid-v5.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { houseOwner } from "#modules/ledger/server/index.ts";
import { type Account, account, gameResult, jackpot, jackpotReserve } from "#modules/ledger/shared/chart.ts";
import type { TransferKind } from "#modules/ledger/shared/kinds.ts";
import type { Movement } from "../server/port.ts";
import type { Pot } from "../server/provider-rounds/pot.ts";

/** The pots of the slots in the wallet's model: what each holds, its reserve, and what promotions have lent it. */
export interface ModelPots {
  of(currency: Currency): Pot;
  /** Sets a pot as it is elsewhere: nothing is booked. */
  set(currency: Currency, pot: Pot): void;
  /** What the stakes of a round that has closed add. */
  fill(currency: Currency, shares: { readonly pot: bigint; readonly reserve: bigint }): void;
  /** Pays the whole pot to a player, and begins it again. */
  hit(player: PlayerId, currency: Currency, reference: Uuid): Micros;
  /** What the pot begins with from now on; it is filled up to that. */
  seed(currency: Currency, seed: Micros, reference: Uuid): void;
}

type Move = (movement: Movement, debit: Account, credit: Account) => unknown;

const empty: Pot = { amount: micros(0n), reserve: micros(0n), owed: micros(0n), seed: micros(0n) };
const [potAccount, reserveAccount] = [jackpot("slots"), jackpotReserve("slots")];
const promotions = account("promotions");

export function createModelPots(move: Move): ModelPots {
  const pots = new Map<Currency, Pot>();
  const of = (currency: Currency): Pot => pots.get(currency) ?? empty;

  function change(currency: Currency, by: Partial<Record<keyof Pot, bigint>>): void {
    const { amount, reserve, owed, seed } = of(currency);
    pots.set(currency, {
      amount: micros(amount + (by.amount ?? 0n)),
      reserve: micros(reserve + (by.reserve ?? 0n)),
      owed: micros(owed + (by.owed ?? 0n)),
      seed: micros(seed + (by.seed ?? 0n)),
    });
  }

  /** First promotions get back what the reserve can give; then the reserve and, for the rest, promotions fill the pot. */
  function refill(currency: Currency, reference: Uuid): void {
    const book = (kind: TransferKind, amount: bigint, debit: Account, credit: Account) => {
      if (amount > 0n) move({ owner: houseOwner, currency, amount: micros(amount), kind, reference }, debit, credit);
    };
    const { reserve, owed } = of(currency);
    const repaid = reserve < owed ? reserve : owed;
    change(currency, { reserve: -repaid, owed: -repaid });
    book("jackpot_repaid", repaid, reserveAccount, promotions);
    const { amount, reserve: left, seed } = of(currency);
    const missing = amount < seed ? seed - amount : 0n;
    const fromReserve = left < missing ? left : missing;
    const lent = missing - fromReserve;
    change(currency, { amount: missing, reserve: -fromReserve, owed: lent });
    book("jackpot_reseed", fromReserve, reserveAccount, potAccount);
    book("jackpot_lent", lent, promotions, potAccount);
  }

  return {
    of,
    set: (currency, pot) => void pots.set(currency, pot),
    fill: (currency, { pot, reserve }) => change(currency, { amount: pot, reserve }),
    hit(player, currency, reference) {
      const { amount } = of(currency);
      if (amount === 0n) return micros(0n);
      move({ owner: player, currency, amount, kind: "jackpot_win", reference }, potAccount, account("player:real"));
      change(currency, { amount: -amount });
      refill(currency, uuidV5(reference, player));
      return amount;
    },
    seed(currency, seed, reference) {
      change(currency, { seed: seed - of(currency).seed });
      refill(currency, reference);
    },
  };
}

/** What a bet adds to the pot when its round closes, as it is written with the bet. */
export function sharesOf(choice: unknown): { readonly pot: bigint; readonly reserve: bigint } {
  const { pot, reserve } = choice as { readonly pot?: string; readonly reserve?: string };
  return { pot: BigInt(pot ?? 0), reserve: BigInt(reserve ?? 0) };
}

/** The transfers of a closed round's shares. */
export const shareTransfers = (game: string, { pot, reserve }: { readonly pot: bigint; readonly reserve: bigint }) =>
  [
    { kind: "jackpot_share", amount: pot, debit: gameResult(game), credit: potAccount },
    { kind: "jackpot_reserve", amount: reserve, debit: gameResult(game), credit: reserveAccount },
  ] as const;
