import { join } from "node:path";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import type { Limits } from "#modules/limits/server/index.ts";
import type { Payments } from "#modules/payments/server/index.ts";
import type { Rates } from "#modules/rates/server/index.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import manifest from "../module.ts";
import { coinNames } from "../shared/coins.ts";
import { isAccountXpub } from "./addresses.ts";
import { bookFees, type FeeNeeds } from "./book-fees.ts";
import { type Chain, createChain } from "./chain.ts";
import { type CoinOffice, coinOffice } from "./coin-office.ts";
import { coinRail } from "./coin-rail.ts";
import { type CreditNeeds, creditConfirmed } from "./credit-transfer.ts";
import { cryptoHandlers } from "./handlers.ts";
import { type OrderRow, openOrders } from "./order-store.ts";
import { type PayNeeds, payOrder } from "./pay-order.ts";
import { readChain } from "./read-chain.ts";
import { reconcile } from "./reconcile.ts";
import { type ChainSettings, readChainSettings } from "./settings.ts";
import { httpSigner, type Signer } from "./signer.ts";
import { closeAddresses, cursorOf, hasUndecidedTransfer, numbersOf, personalRows } from "./store.ts";
import { carrySweep, orderRequestedSweeps } from "./sweep.ts";

export { cryptoInvariants } from "./audit-crypto.ts";
export type { CoinOffice } from "./coin-office.ts";
export type { MinedOrder, NetworkCost } from "./network-costs.ts";

export interface Crypto extends ServerModule {
  /** Reads the chain to its newest block, decides transfers that are deep enough, advances payouts. One iteration of the loop. */
  watch(): Promise<void>;
  /** Compares the chain with the books of the coins. */
  reconcile(): Promise<void>;
  /** Coins as operators see them. */
  readonly office: CoinOffice;
}

export interface CryptoNeeds {
  readonly accounts: Pick<Accounts, "switchOn">;
  readonly payments: Pick<Payments, "addRail" | "bookRailPayment" | "followPayout" | "followReturn">;
  readonly rates: Pick<Rates, "rate">;
  readonly wallet: Pick<Wallet, "move">;
  /** Who has to accept a policy before an address is opened; nobody without it. */
  readonly limits?: Pick<Limits, "outstandingTerms">;
  /** The node and the signer; by default those of the settings. */
  readonly chain?: Chain;
  readonly signer?: Signer;
}

/** Deposits and payouts in the coins of an EVM chain. Disabled without CHAIN_RPC_URL. */
export function createCrypto(host: Host, needs: CryptoNeeds): Crypto {
  const settings = readChainSettings(host.config);
  const base: Pick<ServerModule, "manifest" | "migrations" | "personalData" | "closingObstacles" | "onAccountClosed"> =
    {
      manifest,
      migrations: join(import.meta.dirname, "migrations"),
      personalData: async player => personalRows(host.db, player),
      closingObstacles: async (tx, player) => ((await hasUndecidedTransfer(tx, player)) ? ["open_deposits"] : []),
      onAccountClosed: (tx, player) => closeAddresses(tx, player, new Date(host.clock.now())),
    };
  const { rates } = needs;
  if (!settings) {
    const handlers = cryptoHandlers({
      host,
      rates,
      terms: needs.limits?.outstandingTerms,
      open: async () => undefined,
    });
    const nothing = async () => undefined;
    return { ...base, handlers, watch: nothing, reconcile: nothing, office: coinOffice(host, false) };
  }
  return { ...base, ...onChain(host, needs, settings) };
}

/** Orders per iteration of the loop. */
const mostOrders = 50;

function onChain(host: Host, needs: CryptoNeeds, settings: ChainSettings) {
  if (!isAccountXpub(settings.xpub))
    throw new Error("The configuration is invalid.\n  CHAIN_XPUB: should be the public key of m/44'/60'/0'");
  const { rates, payments, accounts, wallet } = needs;
  const chain = needs.chain ?? createChain(settings);
  const signer = needs.signer ?? (settings.signer && httpSigner(host, { ...settings, signer: settings.signer }));
  const credit: CreditNeeds = { host, chain, settings, rates, payments };
  const fees: FeeNeeds = { host, chain, settings, rates, wallet };
  const pay: PayNeeds | undefined = signer && { host, chain, settings, rates, signer };
  const isOpen = async () => (await cursorOf(host.db))?.halted === null;
  // Nor to a player's deposit address: players cannot pay each other.
  const isForbidden = async (address: string) =>
    address === settings.usdt ||
    address === settings.hotWallet ||
    address === `0x${"0".repeat(40)}` ||
    (await numbersOf(host.db, [address])).size > 0;
  for (const name of coinNames)
    payments.addRail(coinRail(name, { rates, isOpen, pay, confirmations: settings.confirmations, isForbidden }));
  accounts.switchOn("crypto");

  let after: OrderRow | undefined;
  /** Continues after the orders of the previous iteration, so that orders that cannot proceed do not hide later ones. */
  async function nextOrders(): Promise<readonly OrderRow[]> {
    const found = await openOrders(host.db, mostOrders, after);
    after = found.length < mostOrders ? undefined : found.at(-1);
    return found;
  }

  async function watch(): Promise<void> {
    const head = await readChain(credit);
    if (head === undefined) return;
    await creditConfirmed(credit, head);
    if (pay) await orderRequestedSweeps(pay);
    for (const order of pay ? await nextOrders() : []) {
      await takeOn(order).catch((error: unknown) => {
        host.log.warn(
          { err: error, payout: order.payoutId },
          "a payout in coins could not be taken on; it is tried again",
        );
      });
    }
    await bookFees(fees);
  }

  /** Also for a payout that is already booked: one that a reorganization removed from its block is sent until it is mined again. */
  async function takeOn(order: OrderRow): Promise<void> {
    if (!pay) return;
    const { payoutId: id, coin, amount, currency, recipient: token } = order;
    if (amount === null || currency === null) return carrySweep(pay, order);
    const { status } = await payOrder(pay, coin, { id, amount, currency, token });
    if (status === "processing") return;
    // An order is either a payout or a return; the other lookup finds nothing.
    await payments.followPayout(id);
    await payments.followReturn(id);
  }

  const loop = repeat(host, settings.pollMs, watch);
  return {
    handlers: cryptoHandlers({
      host,
      rates,
      terms: needs.limits?.outstandingTerms,
      open: async () => ((await isOpen()) ? settings : undefined),
    }),
    jobs: [{ name: "crypto-reconcile", cron: "*/10 * * * *", run: () => reconcile(credit) }],
    watch,
    office: coinOffice(host, pay !== undefined),
    reconcile: () => reconcile(credit),
    start: loop.start,
    stop: loop.stop,
  };
}

/** Runs repeatedly with a pause in between; a failure is logged once and retried. */
function repeat(host: Host, everyMs: number, work: () => Promise<void>) {
  let stopped = true;
  let running: Promise<void> = Promise.resolve();
  let cancel = () => {};
  let failing = false;
  async function once(): Promise<void> {
    try {
      await work();
      failing = false;
    } catch (error) {
      if (!failing && !stopped) host.log.warn({ err: error }, "failed to read the chain; it is retried");
      failing = true;
    }
    if (!stopped) cancel = host.clock.after(everyMs, begin);
  }
  function begin(): void {
    running = once();
  }
  return {
    async start() {
      stopped = false;
      begin();
    },
    async stop() {
      stopped = true;
      cancel();
      await running;
    },
  };
}
