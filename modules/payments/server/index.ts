import { fileURLToPath } from "node:url";
import * as z from "zod/mini";
import { uuidField } from "#kit/contract/fields.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { invariant } from "#kit/std/invariant.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import type { Audit } from "#modules/audit/server/index.ts";
import type { Factors } from "#modules/factors/server/index.ts";
import type { Limits } from "#modules/limits/server/index.ts";
import { limitsChanged } from "#modules/limits/shared/events.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import manifest from "../module.ts";
import { configuredProviders } from "../providers/index.ts";
import {
  addressNotAllowed,
  amountOutOfLimits,
  approvedAlready,
  debtOpen,
  depositLimitReached,
  depositsBlocked,
  depositsPaused,
  instrumentCooling,
  invoiceClosed,
  notAssignable,
  paymentNotRefundable,
  payoutAsked,
  payoutClosed,
  payoutLimitReached,
  payoutNotAsked,
  quarantineClosed,
  refundTooLarge,
  revealNeeded,
  signatureInvalid,
  tooManyAddresses,
  verificationRequired,
  wageringOpen,
  webhookNotStored,
} from "../shared/errors.ts";
import { addressHandlers } from "./addresses/address-book.ts";
import { forgetBook } from "./addresses/store.ts";
import { askProvider } from "./ask-provider.ts";
import { type DepositBonuses, noBonuses } from "./bonus-port.ts";
import { cancelOnBreak } from "./cancel-on-break.ts";
import { closingBalances, writeOffBalances } from "./closing-balances.ts";
import { forgiveFailures } from "./deposit-failures.ts";
import { paymentHandlers } from "./handlers.ts";
import type { Levels } from "./levels.ts";
import { type PaymentOffice, paymentOffice } from "./payment-office.ts";
import { followDuePayouts, followPayout, followPayoutJob } from "./payouts/follow-payout.ts";
import { payoutHandlers } from "./payouts/handlers.ts";
import type { PayoutCheck } from "./payouts/payout-checks.ts";
import type { PayoutNeeds } from "./payouts/payout-needs.ts";
import { noReview, type PayoutReview } from "./payouts/payout-review.ts";
import { forgetAnswers } from "./payouts/questions.ts";
import { type Received, withdrawnSince } from "./payouts/withdrawn-since.ts";
import { closingObstacles, personalData, redactInstruments } from "./person.ts";
import { createProviderCascade, type NamedProvider } from "./provider-cascade.ts";
import { type BookedRailPayment, bookRailPayment, type Rail, type RailPayment, type Rails } from "./rails.ts";
import { followDueRefunds, followRefund, followRefundJob } from "./refunds/follow-refund.ts";
import { followDueReturns, followReturn, followReturnJob } from "./returns/follow-return.ts";
import { depositSums, expireInvoices } from "./store.ts";
import { createWebhookLog } from "./webhook-log.ts";

export { auditPayments, paymentInvariants } from "./audit-payments.ts";
export type { BonusDeposit, DepositBonuses } from "./bonus-port.ts";
export { type ChargebacksOfDay, chargebacksByDay } from "./chargebacks/chargebacks-by-day.ts";
export { lastDeclinedDeposit } from "./deposit-failures.ts";
export { paymentFacts } from "./facts.ts";
export { methodName } from "./method-names.ts";
export type { SeenInvoice } from "./method-store.ts";
export { depositSteps, payoutSteps } from "./money-steps.ts";
export type { PaymentOffice } from "./payment-office.ts";
export {
  canceledPayouts,
  creditedSince,
  declinedDeposits,
  paidSince,
  paymentVelocity,
  playersDeclined,
} from "./payment-signs.ts";
export { askLooserRule, isLooser, registerPayoutRules, ruleView } from "./payout-rule-requests.ts";
export type { QueuedPayout } from "./payouts/approval-store.ts";
export type { PayoutToApprove } from "./payouts/approve-payout.ts";
export type { PayoutClaim } from "./payouts/claims.ts";
export type { PayoutCheck } from "./payouts/payout-checks.ts";
export type { DoubtedRound, PayoutReview, ReviewedPayout } from "./payouts/payout-review.ts";
export { isOpen as isQuestionOpen, type PayoutQuestion } from "./payouts/questions.ts";
export { instrumentHolders, paidWithOf, recalledDeposits } from "./payouts/store.ts";
export type { PaymentProvider, PayoutOrder, ProviderPayout, ProviderRefund, RefundOrder } from "./provider.ts";
export type { NamedProvider } from "./provider-cascade.ts";
export { askAssign, type QuarantineOffice, registerAssignments } from "./quarantine.ts";
export type { QuarantinedPayment } from "./quarantine-store.ts";
export { type BookedRailPayment, type Rail, type RailPayment, railReceiptsSql } from "./rails.ts";
export { askRefund, type RefundablePayment, type RefundOffice, registerRefunds } from "./refunds/refund-payment.ts";
export { leastDeposits } from "./rules-store.ts";
export type { Timeline } from "./timeline/read-timeline.ts";
export { depositTimeline, payoutTimeline } from "./timeline-events.ts";

export interface Payments extends ServerModule {
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
  /** An operator has reviewed a player's declined deposits: they no longer close deposits. */
  forgiveFailures(tx: Tx, player: PlayerId): Promise<void>;
  /** Books money that arrived through a rail: credited, to be returned, or in quarantine, by the rules of every other payment. Once per payment id. */
  bookRailPayment(tx: Tx, payment: RailPayment): Promise<BookedRailPayment>;
  /** Sends a payout that is due, or asks its rail or provider for its status; safe to repeat. */
  followPayout(id: Uuid): Promise<void>;
  /** Sends money that goes back to its payer, or asks for its status; safe to repeat. */
  followReturn(id: Uuid): Promise<void>;
  /** What operators see and do. */
  readonly office: PaymentOffice;
  /** Checked before a payout is sent or its status requested; while it returns false, none leaves. */
  payOnlyWhile(mayPay: () => boolean): void;
  /** Positions of those whose player has requested a payout in the currency since, unless it was cancelled or failed. */
  withdrawnSince(received: readonly Received[]): Promise<ReadonlySet<number>>;
}

export interface PaymentNeeds {
  readonly accounts: Pick<Accounts, "switchOn" | "regionOf" | "people">;
  readonly wallet: Pick<Wallet, "open" | "credit" | "move" | "holds" | "balancesIn" | "lockBalance" | "publishPayment">;
  readonly limits: Pick<Limits, "countDeposits"> & Partial<Pick<Limits, "outstandingTerms">>;
  /** The payment providers, in the order in which they are tried unless operators set another; by default the configured ones. */
  readonly providers?: readonly NamedProvider[];
  /** Verification levels; without it no totals by level apply. */
  readonly verification?: Levels;
  /** Where significant events are stored. */
  readonly audit?: Pick<Audit, "record">;
  /** Whether an origin is one of our sites, to which providers may redirect; none without it. */
  isOwnOrigin?(origin: string): boolean;
  /** Requires a fresh proof before a payout; without it none is required. */
  readonly factors?: Pick<Factors, "proofToSpend" | "restoreProof">;
}

const payoutPayload = z.object({ id: uuidField });

/** Deposits and payouts through payment providers. */
export function createPayments(
  host: Host,
  {
    accounts,
    wallet,
    limits,
    audit,
    verification: levels,
    factors: proofs,
    providers: named = configuredProviders(host),
    isOwnOrigin = () => false,
  }: PaymentNeeds,
): Payments {
  const rails: Map<string, Rail> = new Map();
  const cascade = createProviderCascade(host, named);
  const providers = (name: string) => cascade.get(name)?.provider ?? rails.get(name);
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
  let connected = noBonuses;
  const bonuses: DepositBonuses = {
    choose: (...asked) => connected.choose(...asked),
    offered: (...asked) => connected.offered(...asked),
    credited: (tx, deposit) => connected.credited(tx, deposit),
    recalled: (tx, payment) => connected.recalled(tx, payment),
  };
  const payoutFactor: typeof factorOf = (tx, player) => factorOf(tx, player);
  const needs = {
    host,
    wallet,
    audit,
    bonuses,
    rails: rails as Rails,
    levels,
    proofs,
    checks,
    review,
    mayPay: () => mayPay(),
    payoutFactor,
    terms: limits.outstandingTerms,
    webhookLog: createWebhookLog(host),
  };
  let stopListening = () => {};
  /** The job repeats it if it fails. */
  const cancelNow = (player: PlayerId) =>
    cancelOnBreak(needs, player).catch((error: unknown) =>
      host.log.error({ err: error, player }, "failed to cancel the invoices of a player on a break"),
    );
  accounts.switchOn("deposits");
  limits.countDeposits(async (player, now) => {
    const sums = await depositSums(host.db, { player, now, except: null });
    return {
      credited: sums.map(({ currency, credited }) => ({ currency, amount: credited })),
      open: sums.map(({ currency, reserved }) => ({ currency, amount: reserved })),
    };
  });
  return {
    manifest,
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
      connected = given;
    },
    forgiveFailures: (tx, player) => forgiveFailures(tx, player, new Date(host.clock.now())),
    bookRailPayment: (tx, payment) => bookRailPayment(needs, tx, payment),
    followReturn: id => followReturn(needs, providers, id),
    followPayout: id => followPayout(needs, cascade, id),
    migrations: fileURLToPath(new URL("./migrations", import.meta.url)),
    errors: [
      addressNotAllowed,
      tooManyAddresses,
      approvedAlready,
      debtOpen,
      depositsBlocked,
      amountOutOfLimits,
      depositLimitReached,
      invoiceClosed,
      depositsPaused,
      verificationRequired,
      instrumentCooling,
      revealNeeded,
      wageringOpen,
      payoutLimitReached,
      payoutClosed,
      payoutAsked,
      payoutNotAsked,
      signatureInvalid,
      webhookNotStored,
      quarantineClosed,
      notAssignable,
      paymentNotRefundable,
      refundTooLarge,
    ],
    handlers: [
      ...paymentHandlers({ ...needs, isOwnOrigin }, cascade, accounts),
      ...payoutHandlers(needs),
      ...addressHandlers(needs),
    ],
    onAccountClosed: forgetBook,
    async onRetentionEnded(tx, player) {
      await redactInstruments(tx, player);
      await forgetAnswers(tx, player);
    },
    async start() {
      stopListening = host.bus.on(limitsChanged, ({ player, what }) => {
        if (what === "break") void cancelNow(player);
      });
      cascade.startProbing();
    },
    async stop() {
      stopListening();
      cascade.stopProbing();
    },
    personalData: player => personalData(host.db, player),
    closingObstacles: (tx, player) => closingObstacles(tx, player, new Date(host.clock.now())),
    office: paymentOffice(needs, cascade),
    withdrawnSince: received => withdrawnSince(host.db, received),
    payOnlyWhile(check) {
      mayPay = check;
    },
    closingBalances: (tx, player) => closingBalances(wallet, tx, player),
    writeOffBalances: (tx, player) => writeOffBalances({ wallet, host }, tx, player),
    jobs: [
      {
        name: "payments-expire",
        cron: "* * * * *",
        async run() {
          await expireInvoices(host.db, new Date(host.clock.now()), null);
          await cancelOnBreak(needs, null);
        },
      },
      {
        name: followPayoutJob,
        run: payload => followPayout(needs, cascade, z.parse(payoutPayload, payload).id as Uuid),
      },
      {
        name: followReturnJob,
        run: payload => followReturn(needs, providers, z.parse(payoutPayload, payload).id as Uuid),
      },
      {
        name: followRefundJob,
        run: payload => followRefund(needs, cascade, z.parse(payoutPayload, payload).id as Uuid),
      },
      { name: "payments-follow-refunds", cron: "* * * * *", run: () => followDueRefunds(needs, cascade) },
      { name: "payments-forget-webhooks", cron: "17 3 * * *", run: needs.webhookLog.forget },
      { name: "payments-follow-returns", cron: "* * * * *", run: () => followDueReturns(needs, providers) },
      { name: "payments-follow-payouts", cron: "* * * * *", run: () => followDuePayouts(needs, cascade) },
      {
        name: "payments-ask-provider",
        cron: "* * * * *",
        async run() {
          for (const { name, provider } of cascade.all) await askProvider(needs, name, provider);
        },
      },
    ],
  };
}
