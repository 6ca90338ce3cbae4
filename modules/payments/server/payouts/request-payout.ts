import { hash } from "node:crypto";
import { Failure, fail } from "#kit/contract/error-code.ts";
import { idempotencyConflict, validationFailed } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Session } from "#kit/http/handler.ts";
import { enqueue } from "#kit/jobs/enqueue.ts";
import { formatAmount, type Micros, micros, parseAmount, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { type PlayerId, parseUuid, type Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { canonicalJson } from "#kit/std/json.ts";
import { openDebts } from "#modules/debts/server/index.ts";
import type { SpendProof } from "#modules/factors/server/index.ts";
import { payoutsClearing } from "#modules/ledger/shared/chart.ts";
import { insufficientFunds } from "#modules/wallet/shared/errors.ts";
import { amountOutOfLimits, debtOpen, instrumentCooling, payoutLimitReached } from "../../shared/errors.ts";
import type { PayoutView } from "../../shared/payout-contract.ts";
import { approvalsFor, payoutLimits, payoutStatus } from "../../shared/payouts.ts";
import { checkAllowList } from "../addresses/address-book.ts";
import { collectDebt } from "../chargebacks/charge-back.ts";
import { activeCurrency } from "../create-payment.ts";
import { checkPayoutTotal, withDocumentsRequest } from "../levels.ts";
import { type RailDestination, railDestination, railInstrument } from "../rails.ts";
import { approvalRuleNow } from "../rules-store.ts";
import { requireApprovals } from "./approval-store.ts";
import { followPayoutJob } from "./follow-payout.ts";
import { checkCooling, runPayoutChecks } from "./payout-checks.ts";
import type { PayoutNeeds } from "./payout-needs.ts";
import { publishPayoutChange } from "./publish-payout-change.ts";
import {
  type Instrument,
  insertPayout,
  instrumentOf,
  isShared,
  type PayoutRow,
  paidOutSince,
  payoutOfKey,
  storePayoutResponse,
} from "./store.ts";
import { payoutView, paysIn } from "./views.ts";

export interface PayoutRequest {
  readonly session: Session;
  readonly key: Uuid;
  readonly methodHash: string;
  /** The amount as received: matches the grammar of amounts. */
  readonly amount: string;
  /** The currency named in the request. */
  readonly currency?: string;
  /** Destination address, when the method is a rail. */
  readonly address?: string;
  /** Bonuses that are given up with it, as received: one or several. */
  readonly giveUpBonus?: string | readonly string[];
}

/**
 * Takes the amount from the balance and inserts the payout, in one transaction, with the job that sends it when it can no longer
 * be cancelled; what the rules do not release automatically waits for approval. The same key gets the first answer. Allowed during a break: players can always withdraw their own money.
 * Fails, in this order, with `idempotency_conflict`, `validation_failed`, `amount_out_of_limits`, what other modules object to (`reveal_needed`,
 * `bonus_ended`, `wagering_open`), `address_not_allowed`, `instrument_cooling`, `debt_open`, `insufficient_funds`, `payout_limit_reached`,
 * `rates_unavailable`, `verification_required`, `proof_required`.
 */
export async function requestPayout(needs: PayoutNeeds, request: PayoutRequest): Promise<PayoutView> {
  const { host, levels, proofs } = needs;
  const { session } = request;
  const destination = await railDestination(needs.rails, request);
  const spendProof = await proofs?.proofToSpend(session);
  await needs.review.prepare(session.player);
  const work = async () => {
    const answer = await host.db.tx(tx => writePayout(needs, tx, request, destination, spendProof));
    host.failpoints.hit("payments.payout.accepted");
    return answer;
  };
  return withDocumentsRequest(host, levels, session.player, work).catch(async (error: unknown) => {
    // A typed address is recorded even if it is refused: its cooling day has begun.
    if (destination && error instanceof Failure && error.error === instrumentCooling)
      await host.db.tx(tx => railInstrument(needs, tx, session.player, destination, new Date(host.clock.now())));
    throw error;
  });
}

async function writePayout(
  needs: PayoutNeeds,
  tx: Tx,
  request: PayoutRequest,
  destination: RailDestination | undefined,
  spendProof: SpendProof | undefined,
): Promise<PayoutView> {
  const { session, key, methodHash, amount: asked, address, giveUpBonus } = request;
  const givesUp = giveUpBonus === undefined ? [] : [{ giveUpBonus }];
  const named = [methodHash, asked, ...(address === undefined ? [] : [address]), ...givesUp];
  const requestHash = hash("sha256", canonicalJson(named), "buffer");
  const known = await payoutOfKey(tx, session.player, key);
  if (known) return firstAnswer(known, requestHash);
  const { host } = needs;
  const now = new Date(host.clock.now());
  const { currency, amount, instrument } = await validateRequest(needs, tx, request, destination, now);
  const sendAt = new Date(now.getTime() + host.config.PAYOUT_PENDING_SECONDS * 1000);
  const id = host.ids.next();
  await runPayoutChecks(needs.checks ?? [], tx, {
    player: session.player,
    currency,
    amount,
    giveUpBonuses: giveUpBonus === undefined ? [] : [giveUpBonus].flat(),
  });
  if (destination) await checkAllowList(tx, session.player, destination, now);
  await checkCooling(tx, session.player, instrument, now);
  const row = { id, player: session.player, key, requestHash, instrument, currency, amount, now, sendAt };
  if (!(await insertPayout(tx, row))) return firstAnswer(await ofKey(tx, request), requestHash);
  await collectDebt(needs, tx, session.player, currency);
  // Also a debt in another currency: exchanged money would otherwise leave in spite of it.
  const debts = await openDebts(tx, session.player);
  const debt = debts.find(each => each.currency === currency) ?? debts[0];
  if (debt) fail(debtOpen, { data: { owed: formatAmount(debt.owed), currency: debt.currency, cause: debt.cause } });
  await hold(needs, tx, id, request, { currency, amount, instrument });
  // The balance's row is locked from here on: of two requests the second sees the first.
  const day = await checkDay(needs, tx, session, { currency, amount }, now);
  const shared = await isShared(tx, instrument.id);
  const rule = await approvalRuleNow(tx, currency);
  const doubt = await needs.review.doubt(tx, { id, player: session.player });
  const { needed, reasons } = approvalsFor({ amount, day, shared, doubt }, rule);
  if (needed > 0) await requireApprovals(tx, id, needed, reasons);
  await checkPayoutTotal(needs.levels, tx, { player: session.player, currency, now });
  await spendProof?.(tx, id);
  await enqueue(tx, followPayoutJob, { id }, { runAt: sendAt });
  const answer = payoutView(await ofKey(tx, request));
  await storePayoutResponse(tx, id, JSON.stringify(answer));
  await publishPayoutChange(host, tx, await ofKey(tx, request), payoutStatus.pending);
  host.failpoints.hit("payments.payout.requested");
  return answer;
}

function firstAnswer(row: PayoutRow, requestHash: Uint8Array): PayoutView {
  if (Buffer.compare(row.requestHash, requestHash) !== 0) fail(idempotencyConflict);
  return JSON.parse(required(row.answer, "written with the row")) as PayoutView;
}

async function ofKey(tx: Tx, { session, key }: PayoutRequest): Promise<PayoutRow> {
  return required(await payoutOfKey(tx, session.player, key), "the payout exists");
}

interface ValidRequest {
  readonly currency: Currency;
  readonly amount: Micros;
  readonly instrument: Instrument;
}

async function validateRequest(
  needs: PayoutNeeds,
  tx: Tx,
  { session, methodHash, amount: text, currency: expected }: PayoutRequest,
  destination: RailDestination | undefined,
  now: Date,
): Promise<ValidRequest> {
  const currency = activeCurrency(session, expected);
  const { min, max } = destination?.limits ?? payoutLimits[currency];
  const amount = parseAmount(text);
  const instrument = destination
    ? await railInstrument(needs, tx, session.player, destination, now)
    : await ownInstrument(needs, tx, session.player, { methodHash, currency });
  if (!instrument) return fail(validationFailed, { errors: { method_hash: ["method_unknown"] } });
  if (amount === undefined || amount < parseDecimal(min) || amount > parseDecimal(max))
    return fail(amountOutOfLimits, { data: { min, max } });
  return { currency, amount, instrument };
}

/** The instruments that the player has paid with at providers. */
async function ownInstrument(
  { rails }: PayoutNeeds,
  tx: Tx,
  player: PlayerId,
  { methodHash, currency }: { readonly methodHash: string; readonly currency: Currency },
) {
  const id = parseUuid(methodHash);
  const instrument = id && (await instrumentOf(tx, player, id));
  return instrument && !rails.has(instrument.provider) && paysIn(instrument, currency) ? instrument : undefined;
}

const payoutKinds = { held: "payout_request", posted: "payout_sent", released: "payout_cancelled" } as const;

async function hold(
  { wallet }: PayoutNeeds,
  tx: Tx,
  id: Uuid,
  { session }: PayoutRequest,
  { currency, amount, instrument }: ValidRequest,
): Promise<void> {
  const account = payoutsClearing(instrument.provider);
  // No expiry: it ends by the provider or the player, because money that may have been sent is not released automatically.
  const hold = { id, owner: session.player, currency, amount, account, kinds: payoutKinds, expiresAt: null };
  const answer = await wallet.holds.hold(tx, hold);
  if (answer.kind === "refused") fail(insufficientFunds, { data: { balance: formatAmount(answer.balance) } });
}

/** The amount just inserted is included. */
async function checkDay(
  { payoutFactor = async () => 1 }: Pick<PayoutNeeds, "payoutFactor">,
  tx: Tx,
  { player }: Session,
  { currency, amount }: { readonly currency: Currency; readonly amount: Micros },
  now: Date,
): Promise<Micros> {
  const most = micros(parseDecimal(payoutLimits[currency].day) * BigInt(await payoutFactor(tx, player)));
  const asked = await paidOutSince(tx, player, currency, now);
  const left = formatAmount(most - (asked - amount));
  if (asked > most) fail(payoutLimitReached, { data: { limit: formatAmount(most), left } });
  return asked;
}
