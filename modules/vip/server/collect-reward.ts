import { fail } from "#kit/contract/error-code.ts";
import { idempotencyConflict } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import { account, bonusCost } from "#modules/ledger/shared/chart.ts";
import { mayDeposit } from "#modules/limits/server/index.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import type { RewardKind } from "../shared/contract.ts";
import { nothingToCollect, rewardsOnBreak } from "../shared/errors.ts";
import { type CurrencyFigures, figuresOf } from "./figures.ts";
import { collectionOfKey, insertCashback, insertCollection } from "./reward-store.ts";
import { dayOf } from "./terms-on.ts";

export interface RewardNeeds {
  readonly host: Pick<Host, "db" | "clock" | "ids" | "failpoints">;
  readonly wallet: Pick<Wallet, "move" | "lockBalance" | "open">;
}

export interface CollectRequest {
  readonly player: PlayerId;
  readonly key: Uuid;
  readonly kind: RewardKind;
  readonly currency: Currency;
}

/** The account that pays: what rewards cost is in `bonus:*`. */
const costs = {
  rakeback: bonusCost("rakeback"),
  cashback: bonusCost("cashback"),
  level_up: bonusCost("level_up"),
} as const;
const amountOf = {
  rakeback: ({ rakeback }: CurrencyFigures) => rakeback.due,
  cashback: ({ cashback }: CurrencyFigures) => cashback.due,
  level_up: ({ levelUp }: CurrencyFigures) => levelUp.due,
} as const;

/**
 * COLLECTED: everything due of one kind and currency, as a bonus with nothing to wager: real money at once. Once per key, and nothing twice whatever
 * the key: the wallet is locked. Fails with `rewards_on_break`, `nothing_to_collect`, `idempotency_conflict`.
 */
export async function collectReward({ host, wallet }: RewardNeeds, request: CollectRequest): Promise<Micros> {
  const { player, key, kind, currency } = request;
  return host.db.tx(async tx => {
    const now = new Date(host.clock.now());
    // Delays a break of the player until this has committed.
    const isFree = await mayDeposit(tx, player, now);
    await wallet.lockBalance(tx, player, currency);
    const known = await collectionOfKey(tx, player, key);
    if (known) return known.kind === kind && known.currency === currency ? known.amount : fail(idempotencyConflict);
    if (!isFree) fail(rewardsOnBreak);
    const figures = (await figuresOf(tx, player, dayOf(now.getTime()))).find(each => each.currency === currency);
    const amount = figures ? amountOf[kind](figures) : micros(0n);
    if (!figures || amount === 0n) return fail(nothingToCollect);
    const id = host.ids.next();
    if (!(await insertCollection(tx, { id, player, key, kind, currency, amount, at: now }))) fail(idempotencyConflict);
    if (kind === "cashback") await noteWeeks(tx, player, figures, id);
    await pay(wallet, tx, { id, player, currency, kind, amount });
    host.failpoints.hit("vip.collected");
    return amount;
  });
}

/** What corrections took out of earlier weeks is withheld from the oldest weeks first. */
async function noteWeeks(tx: Tx, player: PlayerId, { currency, cashback }: CurrencyFigures, id: Uuid): Promise<void> {
  let corrected: bigint = cashback.corrected;
  for (const { week, amount } of cashback.weeks.toReversed()) {
    const withheld = corrected < amount ? corrected : amount;
    corrected -= withheld;
    await insertCashback(tx, player, { currency, week, amount, withheld: micros(withheld) }, id);
  }
}

/** A bonus that is released as it is given. The wallet is locked, and what it wagers of another bonus stays as it is. */
async function pay(
  wallet: RewardNeeds["wallet"],
  tx: Tx,
  { id, player, currency, kind, amount }: Omit<CollectRequest, "key"> & { readonly id: Uuid; readonly amount: Micros },
): Promise<void> {
  const movement = { owner: player, currency, amount, reference: id };
  const bonus = account("player:bonus");
  for (const step of [
    { kind: "bonus", from: required(costs[kind], "a kind of reward"), to: bonus },
    { kind: "bonus_released", from: bonus, to: account("player:real") },
  ] as const) {
    const answer = await wallet.move(tx, { ...movement, ...step });
    invariant(answer.kind === "moved" && !answer.replayed, "a reward is paid once");
  }
}
