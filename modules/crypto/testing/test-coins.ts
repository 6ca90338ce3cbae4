import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { FastifyInstance } from "fastify";
import { expect } from "vitest";
import { type Chain, openChain } from "#apps/sandbox/chain/chain.ts";
import { createSigner } from "#apps/signer/app.ts";
import { openWallet } from "#apps/signer/wallet.ts";
import { freePort } from "#kit/db/embedded/free-port.ts";
import { systemClock } from "#kit/host/system.ts";
import type { Session } from "#kit/http/handler.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { type TestApi, testApi } from "#kit/testing/test-api.ts";
import { type TestHost, testHost } from "#kit/testing/test-host.ts";
import { createAccounts } from "#modules/accounts/server/index.ts";
import { type Crypto, createCrypto, cryptoInvariants } from "#modules/crypto/server/index.ts";
import { createFairness } from "#modules/fairness/server/index.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { createLimits } from "#modules/limits/server/index.ts";
import { createPayments, paymentInvariants } from "#modules/payments/server/index.ts";
import { createRates } from "#modules/rates/server/index.ts";
import { auditBooks, createWallet, type Wallet } from "#modules/wallet/server/index.ts";

export interface Person {
  readonly id: PlayerId;
  readonly token: string;
}

/** A test app with a real chain and a real signer; the test mines the blocks. Three confirmations. */
export interface TestCoins {
  readonly host: TestHost;
  readonly api: TestApi;
  readonly chain: Chain;
  readonly wallet: Wallet;
  /** The current chain worker; a restart creates a new one. */
  crypto(): Crypto;
  /** Restarts the application on the same database. */
  restart(): Promise<void>;
  /** Restarts the signer on the same journal, with another daily limit where one is given. */
  restartSigner(daily?: { readonly eth: bigint }): Promise<void>;
  readonly signer: { down(): Promise<void>; up(): Promise<void> };
  person(currency?: Currency): Promise<Person>;
  /** A player's address of a coin; the answer's data. */
  // biome-ignore lint/suspicious/noExplicitAny: as the body of a test's answer.
  deposit(person: Person, coin: string): Promise<any>;
  /** Mines this many blocks, and lets the application read them. */
  blocks(count: number): Promise<void>;
  runJob(name: string, payload?: object): Promise<void>;
  /** The books balance, and the player has this much real money of their currency in major units. */
  expectBooks(person: Person, real: string): Promise<void>;
  alarms(): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** One coin is two dollars and four thousand; a dollar is five hundred tenge. */
const prices = { USD: "1", EUR: "1.1", RUB: "0.0125", KZT: "0.002", INR: "0.0115", USDT: "1", ETH: "4000" };
const secret = "a secret of the signer that tests know";

export async function testCoins(): Promise<TestCoins> {
  const folder = mkdtempSync(join(tmpdir(), "coins-"));
  const opened = await openChain({ stateFile: join(folder, "chain.json"), clock: systemClock, mining: false });
  const chain = required(opened, "npm has a chain for the platforms that tests run on");
  const keys = openWallet(join(folder, "signer"));
  await chain.fund(keys.hot.address);
  const port = await freePort();
  const host = await testHost({
    modules: ["crypto"],
    environment: {
      CHAIN_RPC_URL: chain.rpc,
      CHAIN_ID: `${chain.id}`,
      CHAIN_USDT: chain.usdt,
      CHAIN_XPUB: keys.xpub,
      CHAIN_CONFIRMATIONS: "3",
      CHAIN_START_BLOCK: "0",
      CHAIN_HOT_WALLET: keys.hot.address,
      SIGNER_URL: `http://127.0.0.1:${port}`,
      SIGNER_SECRET: secret,
    },
  });
  const accounts = createAccounts(host);
  const wallet = createWallet(host, { pairs: createFairness(host).pairs, accounts });
  const limits = createLimits(host, { accounts });
  const read = async () => ({ at: new Date(host.clock.now()).toISOString(), prices });
  const rates = createRates(host, { read });
  const start = () => {
    const payments = createPayments(host, { accounts, wallet, limits });
    return { payments, crypto: createCrypto(host, { accounts, payments, rates, wallet }) };
  };
  let app = start();
  await accounts.start?.();
  const sessions = new Map<string, Session>();
  const authenticate = (token: string) => sessions.get(token) ?? accounts.authenticate(token);
  const api = await testApi(host, [accounts, limits, app.payments, app.crypto], authenticate);
  let daily = { usdt: 1_000_000_000n, eth: 10n ** 18n };
  const signerOf = () =>
    createSigner({
      clock: host.clock,
      folder: join(folder, "signer"),
      wallet: keys,
      secret,
      chainId: chain.id,
      usdt: chain.usdt,
      daily,
      maxFee: 300n * 10n ** 9n,
    });
  let signer: FastifyInstance | undefined;
  const line = {
    async up() {
      signer = signerOf();
      await signer.listen({ port, host: "127.0.0.1" });
    },
    async down() {
      await signer?.close();
      signer = undefined;
    },
  };
  await line.up();
  await app.crypto.watch();
  const currencies = new Map<PlayerId, Currency>();
  return {
    host,
    api,
    chain,
    wallet,
    signer: line,
    crypto: () => app.crypto,
    async restart() {
      app = start();
    },
    async restartSigner(changed) {
      daily = { ...daily, ...changed };
      await line.down();
      await line.up();
    },
    async person(currency = "KZT") {
      const body = { email: `${randomUUID()}@example.org`, password: "correct horse", currency, agree: true };
      const { token } = (await api.call("POST /api/v2/auth/register/email", { body })).body;
      const session = required(await accounts.authenticate(token), "a token that was given right now");
      sessions.set(token, session);
      currencies.set(session.player, currency);
      return { id: session.player, token };
    },
    async deposit({ token }, coin) {
      const call = { token, key: randomUUID(), body: { coin } };
      const answer = await api.call("POST /api/v1/billing/crypto-addresses", call);
      expect(answer.status, answer.text).toBe(201);
      return answer.body.data;
    },
    async blocks(count) {
      await chain.mine(count);
      await app.crypto.watch();
    },
    async runJob(name, payload) {
      const jobs = [...(app.payments.jobs ?? []), ...(app.crypto.jobs ?? [])];
      await required(
        jobs.find(job => job.name === name),
        name,
      ).run(payload);
    },
    async expectBooks({ id }, real) {
      const invariants = [...paymentInvariants, ...cryptoInvariants];
      expect([...(await auditBooks(host.db)), ...(await differencesOf(host.db, invariants))]).toEqual([]);
      const balance = (await wallet.balances(id)).find(each => each.currency === currencies.get(id));
      expect(balance?.real ?? 0n).toBe(parseDecimal(`${real}`));
    },
    async alarms() {
      const { rows } = await host.db.query<{ what: string }>("SELECT what FROM crypto.alarms ORDER BY at, id");
      return rows.map(row => row.what);
    },
    async close() {
      await line.down();
      await wallet.stop?.();
      await host.close();
      await chain.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
