import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { Failure } from "#kit/contract/error-code.ts";
import { unavailable } from "#kit/contract/errors.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import type { Session } from "#kit/http/handler.ts";
import { signatureOf } from "#kit/http/signature.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { type TestAnswer, type TestApi, testApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { type Accounts, createAccounts } from "#modules/accounts/server/index.ts";
import { createFactors } from "#modules/factors/server/index.ts";
import { createFairness } from "#modules/fairness/server/index.ts";
import { accountBalance } from "#modules/ledger/server/index.ts";
import { accountNamed } from "#modules/ledger/shared/chart.ts";
import { createLimits } from "#modules/limits/server/index.ts";
import type { VerificationLevel } from "#modules/verification/shared/level.ts";
import { auditBooks, createWallet, type Wallet } from "#modules/wallet/server/index.ts";
import { fixTestRates } from "#modules/wallet/testing/test-app.ts";
import { readWebhook } from "../providers/sandbox/webhook.ts";
import {
  auditPayments,
  createPayments,
  type NamedProvider,
  type PaymentProvider,
  type Payments,
} from "../server/index.ts";
import { type ProviderPayout, ProviderRejected } from "../server/provider.ts";

/** A player of a test, signed in. */
export interface Person {
  readonly id: PlayerId;
  readonly token: string;
}

/** A message of the provider; fields not given are valid. */
export interface TestWebhook {
  readonly event_id?: string;
  readonly type?: string;
  readonly reference: string;
  readonly hash?: string;
  readonly payment?: object;
  readonly created_at?: string;
  readonly code?: string;
}

/** The cashier of a test app on a fresh PostgreSQL, with a provider that the test controls. */
export interface TestCounter {
  readonly host: TestHost;
  readonly api: TestApi;
  readonly provider: TestProvider;
  readonly payments: Payments;
  /** The second provider. */
  readonly reserve: TestProvider;
  /** Verification levels of the players, and who was asked for documents. */
  readonly known: { level: VerificationLevel; readonly asked: PlayerId[] };
  /** What was published on the players' own channels about payments. */
  readonly news: { readonly to: PlayerId | undefined; readonly data: unknown }[];
  /** `source`: more fields of the registration, such as where they came from. */
  person(currency?: Currency, source?: object): Promise<Person>;
  /** The player, with another currency in use. */
  inCurrency(person: Person, currency: Currency): Person;
  /** Fixes the prices of today: 80 roubles for a dollar, 88 for a euro. */
  fixRates(): Promise<void>;
  /** Plays in this currency from now on. */
  switchTo(person: Person, currency: Currency): Promise<void>;
  /** Opens a deposit; the answer's data. */
  // biome-ignore lint/suspicious/noExplicitAny: as the body of a test's answer.
  open(person: Person, amount?: string, method?: string): Promise<any>;
  status(person: Person, id: string): Promise<TestAnswer>;
  /** A signed message; `changes` spoil its headers. */
  sendWebhook(
    webhook: TestWebhook,
    changes?: Record<string, string | undefined>,
    providerName?: string,
  ): Promise<TestAnswer>;
  sendPaidWebhook(
    invoice: { id: string },
    amount: string,
    rest?: { payment?: object } & Partial<TestWebhook>,
  ): Promise<TestAnswer>;
  runJob(name: string, payload?: object): Promise<void>;
  /** The books balance, and the player has this much real money of their currency in major units. */
  expectBooks(person: Person, real: string): Promise<void>;
  /** Balance of an account of our own in micro-units. */
  account(name: string, currency: Currency): Promise<bigint>;
  close(): Promise<void>;
}

/** A provider in memory. */
export interface TestProvider extends PaymentProvider {
  /** Throws at the next calls of `open`, after it has opened the invoice. */
  failNext: number;
  /** What the provider asks for beyond the ordered sum of a transfer. */
  adds: Micros;
  /** Refuses without opening anything, or opens and never says so. */
  away: "refuses" | "silent" | null;
  readonly opened: string[];
  readonly invoices: Map<string, Awaited<ReturnType<PaymentProvider["open"]>>>;
  /** The payouts it was ordered, each once, and their states; `processing` unless a test sets another. */
  readonly payouts: Map<string, ProviderPayout>;
  /** The state of the next new payouts. */
  says: ProviderPayout["status"];
  /** The refunds it was ordered, each once; `paid` unless a test sets another. */
  readonly refunds: Map<string, ProviderPayout>;
  saysOfRefunds: ProviderPayout["status"];
  /** Throws at the next calls of `pay` and `refund`, after it has accepted the order. */
  breakNext: number;
}

function testProvider(receive: PaymentProvider["receive"]): TestProvider {
  const webhook: TestProvider["invoices"] = new Map();
  return {
    failNext: 0,
    adds: micros(0n),
    opened: [],
    invoices: webhook,
    async open({ id, kind, amount }) {
      if (this.away === "refuses") throw new ProviderRejected("nothing was taken");
      const invoice = {
        hash: `h-${id}`,
        reference: id as string,
        status: "awaiting" as const,
        payments: [],
        amount: kind === "transfer" ? micros(amount + this.adds) : amount,
        url: kind === "page" ? `https://pay.example/${id}` : null,
        card: kind === "transfer" ? { card_number: "2200150012345675", phone_number: "+79005550123" } : null,
      };
      this.opened.push(id);
      webhook.set(id, webhook.get(id) ?? invoice);
      if (this.away === "silent") throw new Failure(unavailable, { retryAfter: 5 });
      if (this.failNext-- > 0) throw new Error("the connection broke after the provider had opened it");
      return invoice;
    },
    away: null,
    async probe() {
      if (this.away !== null) throw new Error("unavailable");
    },
    payouts: new Map(),
    says: "processing",
    breakNext: 0,
    async pay({ id, amount, currency }) {
      const payout = this.payouts.get(id) ?? { reference: id, amount, currency, status: this.says };
      this.payouts.set(id, payout);
      if (this.breakNext-- > 0) throw new Error("the connection broke after the provider had accepted the order");
      return payout;
    },
    refunds: new Map(),
    saysOfRefunds: "paid",
    async refund({ id, amount, currency }) {
      const refund = this.refunds.get(id) ?? { reference: id, amount, currency, status: this.saysOfRefunds };
      this.refunds.set(id, refund);
      if (this.breakNext-- > 0) throw new Error("the connection broke after the provider had accepted the order");
      return refund;
    },
    states: async ids => ids.flatMap(id => webhook.get(id) ?? []),
    receive,
  };
}

function secretOf({ config }: TestHost, providerName: string): string {
  return providerName === "sandbox" ? config.PAYMENTS_SECRET : (config.PAYMENTS_RESERVE_SECRET ?? "");
}

interface TestCounterOptions {
  /** A fresh proof is required before a payout. */
  readonly proofs?: boolean;
  /** Later modules that payments are connected to, and the names of their tables. */
  readonly modules?: readonly string[];
  more?(parts: {
    readonly host: TestHost;
    readonly accounts: Accounts;
    readonly wallet: Wallet;
    readonly payments: Payments;
  }): readonly ServerModule[];
  /** In place of the two providers in memory. */
  providers?(host: TestHost): readonly NamedProvider[];
}

export async function testCounter(options: TestCounterOptions = {}): Promise<TestCounter> {
  // These tests let days pass; idle session timeouts are not their subject.
  const environment = { PAYMENTS_RESERVE_SECRET: "another secret that tests know too", IDLE_MINUTES: "0" };
  const host = await testHost({ modules: ["payments", ...(options.modules ?? [])], environment });
  const accounts = createAccounts(host);
  const wallet = createWallet(host, { pairs: createFairness(host).pairs, accounts });
  const receiving = (name: string) =>
    testProvider((call, receivedMs = host.clock.now()) => readWebhook([secretOf(host, name)], call, receivedMs));
  const [provider, reserve] = [receiving("sandbox"), receiving("reserve")];
  const news: { to: PlayerId | undefined; data: unknown }[] = [];
  wallet.channels?.[0]?.bind((event, data, to) => event === "payment" && news.push({ to, data }));
  const limits = createLimits(host, { accounts });
  const known: TestCounter["known"] = { level: 3, asked: [] };
  const verification = {
    levelOf: async () => known.level,
    require: async (_tx: unknown, player: PlayerId) => void known.asked.push(player),
  };
  const factors = createFactors(host, { accounts });
  const asking = options.proofs ? { factors } : {};
  const inMemory: readonly NamedProvider[] = [
    { name: "sandbox", provider },
    { name: "reserve", provider: reserve },
  ];
  const providers = options.providers?.(host) ?? inMemory;
  const payments = createPayments(host, { accounts, wallet, limits, providers, verification, ...asking });
  await accounts.start?.();
  // Access tokens expire after a quarter of an hour; these tests let more time pass.
  const sessions = new Map<string, Session | null>();
  const authenticate = (token: string) => sessions.get(token) ?? accounts.authenticate(token);
  const api = await testApi(
    host,
    [accounts, limits, factors, payments, ...(options.more?.({ host, accounts, wallet, payments }) ?? [])],
    authenticate,
  );
  const currencies = new Map<PlayerId, Currency>();

  const sendWebhook: TestCounter["sendWebhook"] = (webhook, changes = {}, providerName = "sandbox") => {
    const message = { event_id: randomUUID(), type: "payment.received", hash: `h-${webhook.reference}`, ...webhook };
    const body = JSON.stringify(message);
    const timestamp = `${Math.floor(host.clock.now() / 1000)}`;
    const signature = signatureOf(secretOf(host, providerName), "provider", timestamp, body);
    const right = { "x-key-id": "provider", "x-timestamp": timestamp, "x-signature": signature };
    const headers = Object.entries({ ...right, ...changes }).filter((entry): entry is [string, string] => !!entry[1]);
    return api.call(`POST /api/v1/billing/webhooks/${providerName}`, { body, headers: Object.fromEntries(headers) });
  };

  return {
    host,
    api,
    provider,
    reserve,
    payments,
    known,
    sendWebhook,
    news,
    async person(currency = "RUB", source = {}) {
      const contact = { email: `${randomUUID()}@example.org`, password: "correct horse" };
      const body = { ...contact, currency, agree: true, ...source };
      const { token } = (await api.call("POST /api/v2/auth/register/email", { body })).body;
      const session = required(await accounts.authenticate(token), "a token that was given right now");
      sessions.set(token, session);
      currencies.set(session.player, currency);
      return { id: session.player, token };
    },
    inCurrency({ id, token }, currency) {
      const other = `${token} in ${currency}`;
      sessions.set(other, { ...required(sessions.get(token) ?? null, "somebody who is signed in"), currency });
      return { id, token: other };
    },
    fixRates: () =>
      fixTestRates(host.db, host.clock.now(), { USD: "1", EUR: "1.1", RUB: "0.0125", KZT: "0.002", INR: "0.0115" }),
    async switchTo({ token }, currency) {
      const session = required(sessions.get(token) ?? undefined, "a person of this test");
      sessions.set(token, { ...session, currency });
    },
    async open({ token }, amount = "500", method_hash = "card-page") {
      const call = { token, key: randomUUID(), body: { method_hash, amount } };
      const answer = await api.call("POST /api/v1/billing/payments", call);
      expect(answer.status).toBe(201);
      return answer.body.data;
    },
    status: ({ token }, id) => api.call(`GET /billing/payment/status/${id}`, { token }),
    sendPaidWebhook({ id }, amount, { payment, ...rest } = {}) {
      return sendWebhook({
        reference: id,
        payment: { id: randomUUID(), amount, currency: "RUB", ...payment },
        ...rest,
      });
    },
    async runJob(name, payload) {
      await payments.jobs?.find(job => job.name === name)?.run(payload);
    },
    async expectBooks({ id }, real) {
      expect([...(await auditBooks(host.db)), ...(await auditPayments(host.db))]).toEqual([]);
      const balance = (await wallet.balances(id)).find(each => each.currency === currencies.get(id));
      expect(balance?.real ?? 0n).toBe(BigInt(Math.round(Number(real) * 100)) * 10_000n);
    },
    account: async (name, currency) => accountBalance(host.db, currency, accountNamed(name)),
    async close() {
      await wallet.stop?.();
      await host.close();
    },
  };
}
