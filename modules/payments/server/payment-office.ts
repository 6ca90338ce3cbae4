import { fail } from "#kit/contract/error-code.ts";
import { notFound, validationFailed } from "#kit/contract/errors.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import { type Currency, currencyCodes } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { type DepositLimits, type DepositMethod, depositMethods, isOffered } from "../shared/methods.ts";
import type { PayoutTopic } from "../shared/payout-questions.ts";
import type { ApprovalRule } from "../shared/payouts.ts";
import {
  type CascadeOrder,
  cascadeOrders,
  resumeProvider,
  type SuspendedProvider,
  setCascadeOrder,
  suspendedProviders,
  suspendProvider,
} from "./cascade-store.ts";
import { methodsOff, newestInvoices, type SeenInvoice, switchMethod } from "./method-store.ts";
import {
  type CallFigures,
  callFigures,
  type DeclineFigures,
  declineFigures,
  type MethodFigures,
  methodFigures,
} from "./payment-figures.ts";
import {
  countWaitingPayouts,
  oldestWaitingPayout,
  type PayoutQueue,
  type QueuedPayout,
  queuedPayouts,
} from "./payouts/approval-store.ts";
import { approvePayout, askPlayer, claimWaiting, type Decider, declinePayout } from "./payouts/approve-payout.ts";
import { type PayoutClaim, payoutClaimsOf } from "./payouts/claims.ts";
import type { DoubtedRound } from "./payouts/payout-review.ts";
import { type PayoutQuestion, questionsOf } from "./payouts/questions.ts";
import { othersWithSame } from "./payouts/store.ts";
import type { ProviderCascade } from "./provider-cascade.ts";
import { type QuarantineOffice, quarantineOffice } from "./quarantine.ts";
import { noteReplayFailure, ReplayFailed, replayWebhook, type WebhookNeeds } from "./receive-webhook.ts";
import { type RefundOffice, refundOffice } from "./refunds/refund-payment.ts";
import { approvalRuleNow, limitsNow, setApprovalRule, setMethodLimits } from "./rules-store.ts";
import { depositTimeline, payoutTimeline } from "./timeline/read-timeline.ts";
import { type CallFilter, type WebhookCallRow, webhookCalls } from "./webhook-call-store.ts";

/** Payments as operators see and decide them. The caller checks permissions and writes the audit log. */
export interface PaymentOffice {
  /** Payouts of a queue, the oldest first; of all, the newest first. */
  payouts(which: {
    queue: PayoutQueue;
    player?: PlayerId;
    after?: Uuid | null;
    limit: number;
    /** The transaction to read in. */
    on?: Queryable;
  }): Promise<readonly QueuedPayout[]>;
  waitingPayouts(): Promise<number>;
  /** Since when the first payout waits for approval. */
  oldestPayout(): Promise<Date | null>;
  approve(tx: Tx, id: Uuid, decider: Decider): ReturnType<typeof approvePayout>;
  decline(tx: Tx, id: Uuid, by: Pick<Decider, "id">): ReturnType<typeof declinePayout>;
  claim(tx: Tx, id: Uuid, by: Pick<Decider, "id" | "name">): Promise<PayoutClaim>;
  /** Asks the player about a payout that waits; nobody approves it until the answer. */
  ask(tx: Tx, id: Uuid, topic: PayoutTopic, by: Pick<Decider, "id" | "name">): Promise<PayoutQuestion>;
  /** The last question about each of these payouts. */
  questionsOf(payouts: readonly Uuid[]): Promise<readonly PayoutQuestion[]>;
  claimsOf(payouts: readonly Uuid[]): Promise<ReadonlyMap<Uuid, PayoutClaim>>;
  /** How many other accounts have paid with what each of these payouts goes to, or saved it as their own. */
  othersWithSame(payouts: readonly Uuid[]): Promise<ReadonlyMap<Uuid, number>>;
  /** The newest first; of one player where given, and older than `before`. */
  deposits(which: { player: PlayerId | null; before: Uuid | null; limit: number }): Promise<readonly SeenInvoice[]>;
  /** A payout with its steps and what happens next; undefined when it does not exist. */
  payoutTimeline(id: Uuid): ReturnType<typeof payoutTimeline>;
  /** Rounds that a payout waits for or has waited for, because they could not be recomputed. */
  doubtedRounds(id: Uuid): Promise<readonly DoubtedRound[]>;
  depositTimeline(id: Uuid): ReturnType<typeof depositTimeline>;
  /** How deposits that were created since went, and how late calls that arrived since were. */
  figures(since: Date): Promise<{
    readonly methods: readonly MethodFigures[];
    readonly declines: readonly DeclineFigures[];
    readonly calls: readonly CallFigures[];
  }>;
  /** What providers sent, newest first. */
  webhooks(filter: CallFilter, limit: number): Promise<readonly WebhookCallRow[]>;
  /** Processes a call again that failed after it was verified. Fails with `not_found`, `webhook_not_stored`. */
  replayWebhook(tx: Tx, id: Uuid): ReturnType<typeof replayWebhook>;
  /** After a replay ended in this error, in another transaction; null if that was no failed processing. */
  noteReplayFailure(
    tx: Tx,
    error: unknown,
  ): Promise<{ readonly call: ReplayFailed["call"]; readonly error: string } | null>;
  /** With the current limits per currency. */
  methods(): Promise<readonly OfferedMethod[]>;
  /** Offers a method or stops offering it; open invoices go on. False when nothing changed. Fails with `not_found`. */
  switchMethod(tx: Tx, hash: string, on: boolean): Promise<boolean>;
  /** The providers, whether they answer and which get no new orders, and the orders that operators have set. */
  cascade(): Promise<{
    readonly providers: readonly {
      readonly name: string;
      readonly available: boolean;
      readonly suspended: SuspendedProvider | null;
    }[];
    readonly orders: readonly CascadeOrder[];
  }>;
  /** Payments whose deposit is unknown. */
  readonly quarantine: QuarantineOffice;
  /** Deposits that go back to their payer. */
  readonly refunds: RefundOffice;
  /** Returns the former order. Without providers the configured one holds again. Fails with `not_found`, `validation_failed`. */
  setCascadeOrder(tx: Tx, order: CascadeOrder): Promise<readonly string[]>;
  /** False when nothing changed. Fails with `not_found`. */
  suspendProvider(tx: Tx, row: Omit<SuspendedProvider, "since">): Promise<boolean>;
  resumeProvider(tx: Tx, provider: string): Promise<boolean>;
  /** Returns the method's former limits. Fails with `not_found`, `validation_failed` (`limits_invalid`). */
  setLimits(tx: Tx, hash: string, currency: Currency, limits: DepositLimits): Promise<DepositLimits>;
  /** Which sums are paid without approval, per currency. */
  approvalRules(): Promise<ReadonlyMap<Currency, ApprovalRule>>;
  /** The rule in force, as this transaction sees it. Fails with `validation_failed` (`limits_invalid`) if `next` is not in order. */
  checkedRule(tx: Tx, currency: Currency, next: ApprovalRule): Promise<ApprovalRule>;
  /** Returns the former rule; payouts requested from now on follow the new one. Fails with `validation_failed` (`limits_invalid`). */
  setApprovalRule(tx: Tx, currency: Currency, rule: ApprovalRule): Promise<ApprovalRule>;
}

export interface OfferedMethod extends Omit<DepositMethod, "limits"> {
  /** The provider that is tried first now where operators have set no order; null while none is available. */
  readonly provider: string | null;
  readonly on: boolean;
  /** Null while it is on. */
  readonly offSince: Date | null;
  readonly limits: ReadonlyMap<Currency, DepositLimits>;
}

export function paymentOffice(
  needs: WebhookNeeds,
  cascade: Pick<ProviderCascade, "all" | "available" | "get">,
): PaymentOffice {
  const { host } = needs;
  const now = () => new Date(host.clock.now());
  return {
    payouts: ({ queue, player = null, after = null, limit, on = host.db }) =>
      queuedPayouts(on, { queue, now: now(), player, id: null, after, limit }),
    waitingPayouts: () => countWaitingPayouts(host.db, now()),
    oldestPayout: () => oldestWaitingPayout(host.db, now()),
    approve: (tx, id, decider) => approvePayout(needs, tx, id, decider),
    decline: (tx, id, by) => declinePayout(needs, tx, id, by),
    claim: (tx, id, by) => claimWaiting(needs, tx, id, by),
    ask: (tx, id, topic, by) => askPlayer(needs, tx, id, topic, by),
    questionsOf: payouts => questionsOf(host.db, payouts),
    claimsOf: payouts => payoutClaimsOf(host.db, payouts, new Date(host.clock.now())),
    othersWithSame: payouts => othersWithSame(host.db, payouts),
    deposits: which => newestInvoices(host.db, which),
    payoutTimeline: id => payoutTimeline(host.db, id),
    doubtedRounds: id => needs.review.doubted(id),
    depositTimeline: id => depositTimeline(host.db, id, new Date(host.clock.now())),
    async figures(since) {
      const [methods, declines, calls] = await Promise.all([
        methodFigures(host.db, since),
        declineFigures(host.db, since),
        callFigures(host.db, since),
      ]);
      return { methods, declines, calls };
    },
    webhooks: (filter, limit) => webhookCalls(host.db, filter, limit),
    replayWebhook: (tx, id) => replayWebhook(needs, cascade, tx, id),
    async noteReplayFailure(tx, error) {
      if (!(error instanceof ReplayFailed)) return null;
      return { call: error.call, error: await noteReplayFailure(tx, error, new Date(host.clock.now())) };
    },
    async methods() {
      const [off, limits] = [await methodsOff(host.db), await limitsNow(host.db)];
      const [first] = await cascade.available(host.db, null);
      return depositMethods.map(method => ({
        ...method,
        provider: first?.name ?? null,
        on: !off.has(method.hash),
        offSince: off.get(method.hash) ?? null,
        limits: new Map(
          currencyCodes.filter(code => isOffered(method, code)).map(currency => [currency, limits(method, currency)]),
        ),
      }));
    },
    async switchMethod(tx, hash, on) {
      if (!depositMethods.some(method => method.hash === hash)) fail(notFound);
      return switchMethod(tx, hash, on, new Date(host.clock.now()));
    },
    async cascade() {
      const suspended = await suspendedProviders(host.db);
      const providers = cascade.all.map(({ name, isAvailable }) => ({
        name,
        available: isAvailable,
        suspended: suspended.get(name) ?? null,
      }));
      return { providers, orders: await cascadeOrders(host.db) };
    },
    quarantine: quarantineOffice(needs, cascade),
    refunds: refundOffice(needs, cascade),
    async setCascadeOrder(tx, order) {
      const method = depositMethods.find(({ hash }) => hash === order.method) ?? fail(notFound);
      if (!isOffered(method, order.currency as Currency)) fail(notFound);
      const isKnown = order.providers.every(name => cascade.all.some(each => each.name === name));
      if (!isKnown || new Set(order.providers).size < order.providers.length)
        fail(validationFailed, { errors: { providers: ["providers_invalid"] } });
      return setCascadeOrder(tx, order);
    },
    async suspendProvider(tx, row) {
      if (!cascade.all.some(({ name }) => name === row.provider)) fail(notFound);
      return suspendProvider(tx, { ...row, since: new Date(host.clock.now()) });
    },
    async resumeProvider(tx, provider) {
      if (!cascade.all.some(({ name }) => name === provider)) fail(notFound);
      return resumeProvider(tx, provider);
    },
    async setLimits(tx, hash, currency, limits) {
      const method = depositMethods.find(each => each.hash === hash) ?? fail(notFound);
      if (!isOffered(method, currency)) fail(notFound);
      checkOrder({ min: limits.min, usual: limits.usual, max: limits.max });
      const before = (await limitsNow(tx))(method, currency);
      await setMethodLimits(tx, method, currency, limits);
      return before;
    },
    async approvalRules() {
      const rules = currencyCodes.map(async code => [code, await approvalRuleNow(host.db, code)] as const);
      return new Map(await Promise.all(rules));
    },
    async checkedRule(tx, currency, { automatic, automaticDay, onePerson }) {
      checkOrder({ automatic, automatic_day: automaticDay });
      checkOrder({ automatic, one_person: onePerson });
      return approvalRuleNow(tx, currency);
    },
    async setApprovalRule(tx, currency, { automatic, automaticDay, onePerson }) {
      const before = await this.checkedRule(tx, currency, { automatic, automaticDay, onePerson });
      await setApprovalRule(tx, currency, { automatic, automaticDay, onePerson });
      return before;
    },
  };
}

/** Fails at the first sum that is smaller than the previous one. */
function checkOrder(sums: Readonly<Record<string, string>>): void {
  const named = Object.entries(sums);
  for (const [index, [name, sum]] of named.entries()) {
    const [, former = "0"] = named[index - 1] ?? [];
    if (parseDecimal(sum) < parseDecimal(former)) fail(validationFailed, { errors: { [name]: ["limits_invalid"] } });
  }
}
