import { join } from "node:path";
import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import { enqueue } from "#kit/jobs/enqueue.ts";
import { createLeader } from "#kit/leadership/leader.ts";
import { createLeaderLock } from "#kit/leadership/leader-lock.ts";
import type { Bets } from "#modules/bets/server/index.ts";
import { type Odds, readOverdueMarkets } from "#modules/odds/server/index.ts";
import { marketsDecided } from "#modules/odds/shared/events.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import manifest from "../module.ts";
import {
  cashOutBettingSlip,
  editBettingSlip,
  getBettingSlip,
  getBettingSlips,
  getBettingSlipsFile,
  placeBettingSlip,
  quoteBuilder,
  removeCashOutRule,
  setCashOutRule,
  undoBettingSlip,
} from "../shared/contract.ts";
import { cashOutErrors, editErrors, favouritesFull, quoteErrors, slipErrors, undoErrors } from "../shared/errors.ts";
import { getBettingFavourites, markBettingFavourite, mergeBettingFavourites } from "../shared/favourites-contract.ts";
import { listFreeBets } from "../shared/free-bet-contract.ts";
import { notStartedMs } from "../shared/leg-state.ts";
import { getReceiptDays, getSlipProof } from "../shared/proof-contract.ts";
import { getShare, shareSelections } from "../shared/share-contract.ts";
import { tradingErrors } from "../shared/trading-errors.ts";
import { createBankroll } from "./bankroll.ts";
import { createBuilderChances } from "./builder-chances.ts";
import { cashOutSlip } from "./cash-out-slip.ts";
import { collectReceipts } from "./collect-receipts.ts";
import { editSlip } from "./edit-slip.ts";
import { forgetFavourites, markFavourite, mergeFavourites, readFavourites, removeOldFavourites } from "./favourites.ts";
import { ownFreeBets } from "./free-bets.ts";
import { createWaitingSlips } from "./live-delay.ts";
import { noOffers, type Offers } from "./offers.ts";
import { queuedMarkets } from "./office/read-queue.ts";
import { listSlips, readSlip, slipsFile } from "./own-slips.ts";
import { placeSlip } from "./place-slip.ts";
import { quote, removeQuotes } from "./quotes.ts";
import { createReceiptSigner } from "./receipt-signer.ts";
import { createCashOutRules, type RuleRunNeeds } from "./run-cash-out-rules.ts";
import { dropRule, setRule } from "./set-cash-out-rule.ts";
import { type SettleNeeds, settleSlips } from "./settle-slips.ts";
import { readShare, removeShares, share } from "./share-selections.ts";
import { listReceiptDays, readSlipProof } from "./slip-proof.ts";
import { addDecided, nextDecided } from "./store.ts";
import type { TradingNeeds } from "./trading/needs.ts";
import { registerRequests } from "./trading/register-requests.ts";
import { listHeld } from "./trading/store.ts";
import { undoSlip } from "./undo-slip.ts";

export { bettingInvariants } from "./invariants.ts";
export type { Offers } from "./offers.ts";
export { slipMarkets } from "./slip-markets.ts";

/** What the trading pages of the back office need. */
export interface TradingOffice {
  readonly trading: TradingNeeds;
  /** How much waits in the settlement queue. */
  waiting(): Promise<number>;
}

export interface BettingNeeds {
  readonly wallet: Pick<
    Wallet,
    | "placeSlip"
    | "closeSlip"
    | "editSlip"
    | "slip"
    | "reviseSlips"
    | "slipBooks"
    | "slipReserves"
    | "capital"
    | "lockBalance"
    | "move"
  >;
  readonly bets: Pick<Bets, "ids">;
  readonly odds: Pick<Odds, "quote">;
  /** Corrections that take back what was withdrawn wait for two operators. */
  readonly payouts: SettleNeeds["payouts"];
  /** What promotions grant on slips. */
  readonly offers?: Offers;
  /** Notifies a player of a cash-out by their rule. */
  readonly notify?: RuleRunNeeds["notify"];
  /** Which accounts belong together; without an answer none do. */
  readonly linkedAccounts?: TradingNeeds["linkedAccounts"];
  readonly approvals: TradingNeeds["approvals"];
  readonly audit: TradingNeeds["audit"];
}

export interface Betting extends ServerModule {
  readonly office: TradingOffice;
  /** Judges the slips on every market that was decided. What the job runs. */
  settle(): Promise<void>;
  /** Compares the offers of slips with the rules that cash them out. What the loop runs once a second. */
  runCashOutRules(): Promise<void>;
  /** Collects receipts, and publishes the roots of days that are over. What the job runs. */
  collectReceipts(): Promise<void>;
}

/** How often offers are compared with the rules that cash slips out. */
const ruleMs = 1_000;
const settleJob = "betting-settle";
const mostCounted = 200;

/** The sportsbook's slips: accepted, settled and corrected by the results of the feed. `pageSize`: slips judged between two moves of the cursor. */
export function createBetting(
  host: Host,
  {
    wallet,
    bets,
    odds,
    payouts,
    offers = noOffers,
    notify = async () => undefined,
    linkedAccounts = async () => new Map(),
    approvals,
    audit,
  }: BettingNeeds,
  pageSize = 500,
): Betting {
  const chances = createBuilderChances(host, odds);
  const place = {
    host,
    wallet,
    bets,
    waiting: createWaitingSlips(host.clock),
    offers,
    capital: createBankroll(host.clock, wallet.capital),
    chances,
  };
  const own = { host, wallet, bets, chances };
  const books = wallet.slipBooks;
  const proof = { host, books, ids: bets.ids, signer: createReceiptSigner(host.config.SECRET_KEY) };
  const receipts = () => collectReceipts(Object.assign({ pageSize }, proof));
  const settle = () => settleSlips({ host, wallet, payouts, pageSize });

  async function judgeAgain(tx: Tx, markets: readonly bigint[]): Promise<void> {
    await addDecided(tx, markets, new Date(host.clock.now()));
    await enqueue(tx, settleJob, {}, { key: settleJob, queue: settleJob });
  }

  /** What a lost job left behind. All judging runs in one queue, one job after another. */
  async function settleRest(): Promise<void> {
    if (await nextDecided(host.db))
      await host.db.tx(tx => enqueue(tx, settleJob, {}, { key: settleJob, queue: settleJob }));
  }

  async function findOverdue(): Promise<void> {
    const markets = await readOverdueMarkets(host.db, new Date(host.clock.now() - notStartedMs));
    if (markets.length > 0) await host.db.tx(tx => judgeAgain(tx, markets));
  }

  const rules = createCashOutRules({ host, wallet, chances, notify });
  const ruleLeader = createLeader({
    host,
    name: "betting-cash-out",
    lock: createLeaderLock(host, "betting-cash-out"),
    // A second leader for a moment does no harm: a rule makes one revision.
    takeEpoch: async () => 0n,
    async lead(leadership) {
      for (;;) {
        await rules.run();
        await leadership.wait(ruleMs);
      }
    },
  });

  const trading: TradingNeeds = { host, approvals, audit, bets, wallet, linkedAccounts, judgeAgain };
  registerRequests(trading);
  host.bus.beforeCommit(marketsDecided, (tx, { markets }) => judgeAgain(tx, markets));

  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    errors: [
      ...slipErrors,
      ...quoteErrors,
      ...cashOutErrors,
      ...editErrors,
      ...undoErrors,
      favouritesFull,
      ...tradingErrors,
    ],
    handlers: [
      handle(quoteBuilder, call => quote({ host, odds }, call)),
      handle(shareSelections, call => share(host, call)),
      handle(getShare, call => readShare(host, call)),
      handle(placeBettingSlip, call => placeSlip(place, call)),
      handle(cashOutBettingSlip, call => cashOutSlip(place, call)),
      handle(editBettingSlip, call => editSlip(place, call)),
      handle(setCashOutRule, call => setRule(own, call)),
      handle(removeCashOutRule, call => dropRule(own, call)),
      handle(undoBettingSlip, call => undoSlip({ host, wallet, bets, chances, judgeAgain }, call)),
      handle(getBettingSlips, call => listSlips(own, call)),
      handle(getBettingSlipsFile, async call => {
        call.setHeader("content-disposition", 'attachment; filename="fairhouse-slips.csv"');
        return slipsFile(own, call);
      }),
      handle(getBettingSlip, call => readSlip(own, call)),
      handle(listFreeBets, call => ownFreeBets(offers, call)),
      handle(getBettingFavourites, async call => ({ data: await readFavourites(host.db, call.session.player) })),
      handle(mergeBettingFavourites, call => mergeFavourites(host, call)),
      handle(markBettingFavourite, call => markFavourite(host, call)),
      handle(getSlipProof, call => readSlipProof(proof, call)),
      handle(getReceiptDays, call => listReceiptDays(proof, call)),
    ],
    jobs: [
      { name: settleJob, run: settle },
      { name: "betting-settle-rest", cron: "* * * * *", run: settleRest },
      { name: "betting-quotes", cron: "*/5 * * * *", run: () => removeQuotes(host.db, new Date(host.clock.now())) },
      { name: "betting-shares", cron: "17 4 * * *", run: () => removeShares(host.db, new Date(host.clock.now())) },
      {
        name: "betting-favourites",
        cron: "27 4 * * *",
        run: () => removeOldFavourites(host.db, new Date(host.clock.now())),
      },
      { name: "betting-overdue", cron: "*/10 * * * *", run: findOverdue },
      { name: "betting-receipts", cron: "* * * * *", run: receipts },
    ],
    personalData: async player => ({ betting_favourites: await readFavourites(host.db, player) }),
    onAccountClosed: forgetFavourites,
    office: {
      trading,
      waiting: async () => (await queuedMarkets({ trading })).length + (await listHeld(host.db, mostCounted)).length,
    },
    settle,
    runCashOutRules: rules.run,
    collectReceipts: receipts,
    async start() {
      if (host.config.ODDS_URL !== undefined) ruleLeader.start();
    },
    stop: () => ruleLeader.stop(),
  };
}
