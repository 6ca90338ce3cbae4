import { invariant } from "#kit/std/invariant.ts";
import { type DepositBonuses, noBonuses } from "./bonus-port.ts";
import type { PayoutCheck } from "./payouts/payout-checks.ts";
import type { PayoutNeeds } from "./payouts/payout-needs.ts";
import { noReview, type PayoutReview } from "./payouts/payout-review.ts";
import type { Rail, Rails } from "./rails.ts";

/** Where other modules connect to payments, at composition. */
export interface PaymentPorts {
  /** Registers a payment rail: money in and out without a provider's invoices. Each name once, one of the chart's providers. */
  addRail(rail: Rail): void;
  /** A check of another module, run before each payout. */
  addPayoutCheck(check: PayoutCheck): void;
  /** Registers the module that checks the origin of the money before a payout. */
  reviewPayouts(review: PayoutReview): void;
  /** Registers how many times the daily limit a player may withdraw. */
  raisePayoutLimit(factorOf: NonNullable<PayoutNeeds["payoutFactor"]>): void;
  /** Registers the module that gives bonuses for deposits. */
  connectBonuses(bonuses: DepositBonuses): void;
  /** Checked before a payout is sent or its status requested; while it returns false, none leaves. */
  payOnlyWhile(mayPay: () => boolean): void;
}

/** What is connected: asked for each payment, so that a module may connect after this one was made. Until then the defaults apply. */
type Connected = Required<Pick<PayoutNeeds, "rails" | "checks" | "review" | "mayPay" | "payoutFactor">> & {
  readonly bonuses: DepositBonuses;
};

export function createPaymentPorts(): { readonly ports: PaymentPorts; readonly connected: Connected } {
  const rails: Map<string, Rail> = new Map();
  const checks: PayoutCheck[] = [];
  let reviewing = noReview;
  const review: PayoutReview = {
    prepare: player => reviewing.prepare(player),
    doubt: (tx, payout) => reviewing.doubt(tx, payout),
    accepted: (tx, payout) => reviewing.accepted(tx, payout),
    doubted: payout => reviewing.doubted(payout),
  };
  let mayPay = () => true;
  let factorOf: NonNullable<PayoutNeeds["payoutFactor"]> = async () => 1;
  let bonusesGiven = noBonuses;
  const bonuses: DepositBonuses = {
    choose: (...asked) => bonusesGiven.choose(...asked),
    offered: (...asked) => bonusesGiven.offered(...asked),
    credited: (tx, deposit) => bonusesGiven.credited(tx, deposit),
    recalled: (tx, payment) => bonusesGiven.recalled(tx, payment),
  };
  const payoutFactor: typeof factorOf = (tx, player) => factorOf(tx, player);

  return {
    connected: { rails: rails as Rails, checks, review, bonuses, mayPay: () => mayPay(), payoutFactor },
    ports: {
      addRail(rail) {
        invariant(!rails.has(rail.name), `the rail ${rail.name} is already registered`);
        rails.set(rail.name, rail);
      },
      addPayoutCheck: check => void checks.push(check),
      reviewPayouts(given) {
        reviewing = given;
      },
      raisePayoutLimit(given) {
        factorOf = given;
      },
      connectBonuses(given) {
        bonusesGiven = given;
      },
      payOnlyWhile(check) {
        mayPay = check;
      },
    },
  };
}
