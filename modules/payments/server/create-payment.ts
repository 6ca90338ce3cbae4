import { hash } from "node:crypto";
import { Failure, fail } from "#kit/contract/error-code.ts";
import { idempotencyConflict, unavailable, validationFailed } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { Session } from "#kit/http/handler.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import { formatAmount, type Micros, microsPerUnit, parseAmount } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { canonicalJson } from "#kit/std/json.ts";
import {
  type DepositDay,
  mayDeposit,
  mayReserve,
  nothingToAccept,
  type TermsQuestion,
} from "#modules/limits/server/index.ts";
import { policyAcceptanceRequired } from "#modules/limits/shared/errors.ts";
import type { ProcessConfig } from "../shared/contract.ts";
import { amountOutOfLimits, depositLimitReached, depositsBlocked, verificationRequired } from "../shared/errors.ts";
import { depositRefusedByLimit } from "../shared/events.ts";
import { invoiceLifeSeconds } from "../shared/invoice.ts";
import { type DepositMethod, depositMethods, isOffered, isWithin } from "../shared/methods.ts";
import { type DepositBonuses, noBonuses } from "./bonus-port.ts";
import { checkFailures } from "./deposit-failures.ts";
import { holdDeposits } from "./hold-deposits.ts";
import { type Levels, type LevelTotal, withDocumentsRequest } from "./levels.ts";
import { methodsOff } from "./method-store.ts";
import { type InvoiceOrder, type ProviderInvoice, ProviderRejected } from "./provider.ts";
import { noProviderAvailable, type ProviderCascade, type Routed } from "./provider-cascade.ts";
import { type LimitsNow, limitsNow } from "./rules-store.ts";
import {
  type InvoiceRow,
  insertInvoice,
  invoiceOfKey,
  lockInvoice,
  moveToProvider,
  noteProviderInvoice,
  storeAnswer,
} from "./store.ts";
import { noteCall } from "./timeline/note-call.ts";
import { processView } from "./views.ts";

export interface PaymentRequest {
  readonly session: Session;
  readonly key: Uuid;
  readonly methodHash: string;
  /** The amount as received; the contract has checked its format. */
  readonly amount: string;
  /** The currency named in the request. */
  readonly currency?: string;
  readonly locale: Locale;
  /** A page of the site. Not part of the request hash: the same deposit may be requested again from another page. */
  readonly returnTo?: string;
  /** The bonus that the deposit activates. */
  readonly bonus?: string;
  /** The player's country, "" where it is unknown: which provider is tried first may depend on it. */
  readonly country: string;
}

/**
 * Opens an invoice: first the row, then the provider's call, then its result and the answer of this call in one transaction.
 * The provider's idempotency key is the row's id, so a repeat with the same key continues where the first attempt stopped and
 * never makes a second one. Fails, in this order, with `idempotency_conflict`, `deposits_blocked`, `policy_acceptance_required`,
 * `deposits_paused`, `validation_failed`, `amount_out_of_limits`, `rates_unavailable`, `deposit_limit_reached`, `verification_required`,
 * `unavailable`, `bonus_unavailable`.
 */
export async function createPayment(
  host: Host,
  cascade: ProviderCascade,
  request: PaymentRequest,
  levels?: Levels,
  bonuses: DepositBonuses = noBonuses,
  terms: TermsQuestion = nothingToAccept,
): Promise<ProcessConfig> {
  const row = await emittingRefusal(host, request.session.player, () =>
    withDocumentsRequest(host, levels, request.session.player, () =>
      host.db.tx(tx => beginInvoice(host, cascade, tx, request, { levels, bonuses, terms })),
    ),
  );
  if (row.answer !== null) return JSON.parse(row.answer) as ProcessConfig;
  host.failpoints.hit("payments.invoice.begun");
  const method = required(findMethod(row.method), "a method that was offered is gone");
  const { id, amount, currency } = row;
  const payer = hash("sha256", `payer ${request.session.player}`).slice(0, 32);
  const { kind, scheme } = method;
  const order = { id, payer, kind, scheme, amount, currency, locale: request.locale, returnTo: request.returnTo };
  const routed = { method: method.hash, currency, country: request.country };
  const { invoice, connected } = await openWithCascade(host, cascade, row, order, routed);
  host.failpoints.hit("payments.invoice.opened");
  if (!isWhatWasOrdered(invoice, method, amount)) {
    host.log.error({ invoice: id, hash: invoice.hash }, "the provider opened an invoice that does not match its order");
    throw new Failure(unavailable, { retryAfter: 60 });
  }
  const answer = await host.db.tx(tx => finishInvoice(host, tx, id, invoice, connected));
  host.failpoints.hit("payments.invoice.finished");
  return answer;
}

/**
 * Calls the invoice's provider, and where it certainly opened nothing, the next available one that was not tried. When the outcome is
 * unknown, the invoice stays with its provider, whatever the order is by then and even if that one is suspended: the same key calls the
 * same one again, and there are never two invoices.
 */
async function openWithCascade(
  host: Host,
  cascade: ProviderCascade,
  row: Pick<InvoiceRow, "id" | "provider">,
  order: InvoiceOrder,
  routed: Routed,
): Promise<{ invoice: ProviderInvoice; connected: string }> {
  const tried = new Set<string>();
  let name = row.provider;
  for (;;) {
    tried.add(name);
    const connected = required(cascade.get(name), "the provider of an invoice is not configured");
    try {
      const invoice = await noteCall(
        host,
        { subject: row.id, action: "open", provider: name },
        () => connected.provider.open(order),
        () => "opened",
      );
      connected.note(true);
      return { invoice, connected: name };
    } catch (error) {
      connected.note(false);
      if (!(error instanceof ProviderRejected)) throw error;
      const next = (await cascade.available(host.db, routed)).find(each => !tried.has(each.name));
      if (!next) throw noProviderAvailable();
      host.log.warn({ invoice: row.id, from: name, to: next.name }, "invoice moved to the next provider");
      name = await moveToProvider(host.db, row.id, name, next.name);
    }
  }
}

interface InvoiceNeeds {
  readonly levels: Levels | undefined;
  readonly bonuses: DepositBonuses;
  /** Only a new invoice waits for an acceptance: money that arrives for an open one is credited. */
  readonly terms: TermsQuestion;
}

async function beginInvoice(
  host: Host,
  cascade: ProviderCascade,
  tx: Tx,
  request: PaymentRequest,
  { levels, bonuses, terms }: InvoiceNeeds,
): Promise<InvoiceRow> {
  const { session, key, bonus } = request;
  const named = [request.methodHash, request.amount, ...(bonus === undefined ? [] : [bonus])];
  const requestHash = hash("sha256", canonicalJson(named), "buffer");
  const known = await invoiceOfKey(tx, session.player, key);
  if (known) return sameRequest(known, requestHash);
  const now = new Date(host.clock.now());
  if (!(await mayDeposit(tx, session.player, now))) fail(depositsBlocked);
  if ((await terms(tx, [session.player])).has(session.player)) fail(policyAcceptanceRequired);
  await checkFailures(tx, session.player, now);
  const { method, amount, currency } = checkedRequest(request, await limitsNow(tx));
  if ((await methodsOff(tx)).has(method.hash)) fail(validationFailed, { errors: { method_hash: ["method_unknown"] } });
  const deposits = await holdDeposits(tx, levels, { player: session.player, currency, now, except: null });
  const parallel = await invoiceOfKey(tx, session.player, key);
  if (parallel) return sameRequest(parallel, requestHash);
  checkDepositLimit(deposits.day, amount);
  checkLevel(deposits.ever, amount);
  const [connected] = await cascade.available(tx, { method: method.hash, currency, country: request.country });
  if (!connected) throw noProviderAvailable();
  const chosen = bonus === undefined ? undefined : await bonuses.choose(tx, session, bonus);
  if (bonus !== undefined && !chosen) fail(validationFailed, { errors: { bonus_id: ["bonus_unknown"] } });
  await insertInvoice(tx, {
    bonus: chosen?.id ?? null,
    id: host.ids.next(),
    player: session.player,
    key,
    requestHash,
    currency,
    amount,
    now,
    provider: connected.name,
    method: method.hash,
    expiresAt: new Date(now.getTime() + invoiceLifeSeconds * 1000),
  });
  return sameRequest(required(await invoiceOfKey(tx, session.player, key), "inserted above"), requestHash);
}

/** Emits an event when the player's own limit refuses the deposit: nothing about the deposit is stored. */
async function emittingRefusal<T>(host: Host, player: PlayerId, begin: () => Promise<T>): Promise<T> {
  try {
    return await begin();
  } catch (error) {
    if (error instanceof Failure && error.error === depositLimitReached)
      host.bus.emit(depositRefusedByLimit, { player });
    throw error;
  }
}

/** Open invoices reserve their amounts, so that all of them can be paid. */
function checkDepositLimit(day: DepositDay, amount: Micros): void {
  const { limit } = day;
  if (limit === null || mayReserve(day, amount)) return;
  const left = limit - day.credited - day.reserved;
  fail(depositLimitReached, { data: { limit: formatAmount(limit), left: formatAmount(left > 0n ? left : 0n) } });
}

function checkLevel(lifetime: LevelTotal, amount: Micros): void {
  if (lifetime.limit === null || mayReserve(lifetime, amount)) return;
  const level = lifetime.levelFor(lifetime.credited + lifetime.reserved + amount);
  fail(verificationRequired, { data: { level, limit: formatAmount(lifetime.limit) } });
}

function sameRequest(row: InvoiceRow, requestHash: Uint8Array): InvoiceRow {
  return Buffer.compare(row.requestHash, requestHash) === 0 ? row : fail(idempotencyConflict);
}

function checkedRequest(
  { session, methodHash, amount: text, currency: expected }: PaymentRequest,
  limitsNow: LimitsNow,
) {
  const currency = activeCurrency(session, expected);
  const method = findMethod(methodHash);
  if (!method || !isOffered(method, currency))
    return fail(validationFailed, { errors: { method_hash: ["method_unknown"] } });
  const limits = limitsNow(method, currency);
  const amount = parseAmount(text);
  if (amount === undefined || !isWithin(amount, limits)) {
    return fail(amountOutOfLimits, { data: { min: limits.min, max: limits.max } });
  }
  return { method, amount, currency };
}

/** The currency in use. Fails with `validation_failed` where the request names another one: it has changed since, perhaps in another tab. */
export function activeCurrency({ currency }: Pick<Session, "currency">, expected: string | undefined): Currency {
  if (!currency) return fail(validationFailed, { errors: { currency: ["currency_required"] } });
  if (expected !== undefined && expected !== currency)
    return fail(validationFailed, { errors: { currency: ["currency_changed"] } });
  return currency;
}

function findMethod(methodHash: string): DepositMethod | undefined {
  return depositMethods.find(method => method.hash === methodHash);
}

/** A provider page charges the exact sum; a transfer up to 0.99 less, which makes it identifiable, and never more. */
function isWhatWasOrdered(invoice: ProviderInvoice, method: DepositMethod, amount: Micros): boolean {
  if (method.kind === "page") return invoice.amount === amount && invoice.url !== null;
  return invoice.amount <= amount && invoice.amount > amount - microsPerUnit && invoice.card !== null;
}

/** Two attempts with one key may both get here; both return the first one's answer. */
async function finishInvoice(
  host: Host,
  tx: Tx,
  id: Uuid,
  invoice: ProviderInvoice,
  connected: string,
): Promise<ProcessConfig> {
  const locked = required(await lockInvoice(tx, id), "the invoice exists");
  if (locked.answer !== null) return JSON.parse(locked.answer) as ProcessConfig;
  // This provider rejected a concurrent attempt with the same key, which moved the invoice on: the invoice opened here is not shown.
  if (locked.provider !== connected) throw new Failure(unavailable, { retryAfter: 1 });
  await noteProviderInvoice(tx, id, invoice);
  const answer = processView(required(await lockInvoice(tx, id), "the invoice exists"), host.clock.now());
  await storeAnswer(tx, id, JSON.stringify(answer));
  return answer;
}
