import { Failure } from "#kit/contract/error-code.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { PayoutCheck } from "#modules/payments/server/index.ts";
import { wageringOpen } from "#modules/payments/shared/errors.ts";
import { giveUpBonus } from "./give-up-bonus.ts";
import type { BonusNeeds } from "./needs.ts";
import { openWagering } from "./store.ts";

/** The objection to a payout while bonus money is wagered; a payout that gives the bonus up ends it first. */
export function wageringCheck(needs: BonusNeeds): PayoutCheck {
  return async (tx, { player, giveUpBonus: id }) => {
    if (id !== undefined) await giveUpBonus(needs, tx, player, id);
    const active = await openWagering(tx, player);
    if (!active || (await needs.wallet.grants.endDue(tx, player, active.currency))) return undefined;
    const { left, bonus, currency } = active;
    // Wagered, and waiting for open bets because of its cap: there is nothing to give up.
    if (left === 0n) return undefined;
    const data = { left: formatAmount(left), currency, bonus_id: active.id, gives_up: formatAmount(bonus) };
    return new Failure(wageringOpen, { data });
  };
}
