import { fileURLToPath } from "node:url";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
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
  bonusEnded,
  bonusUnavailable,
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
import { cancelOnBreak } from "./cancel-on-break.ts";
import { closingBalances, writeOffBalances } from "./closing-balances.ts";
import { forgiveFailures } from "./deposit-failures.ts";
import { paymentHandlers } from "./handlers.ts";
import { paymentJobs } from "./jobs.ts";
import type { Levels } from "./levels.ts";
import { type PaymentOffice, paymentOffice } from "./payment-office.ts";
import { createPaymentPorts, type PaymentPorts } from "./payment-ports.ts";
import { followPayout } from "./payouts/follow-payout.ts";
import { payoutHandlers } from "./payouts/handlers.ts";
import { forgetAnswers } from "./payouts/questions.ts";
import { type Received, withdrawnSince } from "./payouts/withdrawn-since.ts";
import { closingObstacles, personalData, redactInstruments } from "./person.ts";
import { createProviderCascade, type NamedProvider } from "./provider-cascade.ts";
import { type BookedRailPayment, bookRailPayment, type RailPayment } from "./rails.ts";
import { followReturn } from "./returns/follow-return.ts";
import { depositSums } from "./store.ts";
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

export interface Payments extends ServerModule, PaymentPorts {
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
  const { ports, connected } = createPaymentPorts();
  const cascade = createProviderCascade(host, named);
  const providers = (name: string) => cascade.get(name)?.provider ?? connected.rails.get(name);
  const needs = {
    ...connected,
    host,
    wallet,
    audit,
    levels,
    proofs,
    people: accounts.people,
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
    ...ports,
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
      bonusUnavailable,
      bonusEnded,
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
    closingBalances: (tx, player) => closingBalances(wallet, tx, player),
    writeOffBalances: (tx, player) => writeOffBalances({ wallet, host }, tx, player),
    jobs: paymentJobs(needs, cascade, providers),
  };
}
