import { expect } from "vitest";
import type { ServerModule } from "#kit/host/server-module.ts";
import type { Session } from "#kit/http/handler.ts";
import { formatAmount, micros, parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import { testApi } from "#kit/testing/test-api.ts";
import { createAccounts } from "#modules/accounts/server/index.ts";
import { approvalHandlers } from "#modules/approvals/office/handlers.ts";
import { testOffice } from "#modules/approvals/testing/test-office.ts";
import { createBetIds } from "#modules/bets/server/bet-id.ts";
import { debtInvariants } from "#modules/debts/server/index.ts";
import { differencesOf } from "#modules/ledger/server/index.ts";
import { account, bonusCost } from "#modules/ledger/shared/chart.ts";
import { limitInvariants } from "#modules/limits/server/index.ts";
import type { Quote } from "#modules/odds/server/index.ts";
import { readFrame } from "#modules/odds/server/index.ts";
import type { FeedFrame } from "#modules/odds/shared/proof-contract.ts";
import { messagesOf, oneXTwo, three } from "#modules/odds/testing/messages.ts";
import { testOdds } from "#modules/odds/testing/test-odds.ts";
import { auditBooks, createWallet } from "#modules/wallet/server/index.ts";
import { deposit } from "#modules/wallet/testing/test-bets.ts";
import { testPairs } from "#modules/wallet/testing/test-pairs.ts";
import { tradingHandlers } from "../office/handlers.ts";
import { type BettingNeeds, bettingInvariants, createBetting, slipMarkets } from "../server/index.ts";
import type { CashOutNotice } from "../server/run-cash-out-rules.ts";
import type { SlipProof } from "../shared/proof-contract.ts";
import { frameName, wantedFrames } from "../shared/verify-log.ts";
import { readReceipt } from "../shared/verify-receipt.ts";

type Score = readonly (readonly [number, number])[];

/** Betting over the feed and the wallet on a real database; a token is a player's id. Without `liveDelay` no slip waits. */
export async function testSportsbook({ liveDelay = true } = {}) {
  const feed = await testOdds(["betting", "approvals", "ledger", "debts", "rates", "limits", "fairness", "wallet"]);
  const { host } = feed;
  Object.assign(host.config, { ODDS_PUBLIC_KEYS: [feed.feed.publicKey] });
  const wallet = createWallet(host, { pairs: testPairs(host.db), markets: slipMarkets });
  const bets = { ids: createBetIds(host.config.SECRET_KEY) };
  const capital = async () => micros(10_000_000n * 1_000_000n);
  const quotes: { next: Quote | undefined } = { next: undefined };
  const odds = { quote: async () => quotes.next };
  /** Players who have withdrawn since they were paid. */
  const withdrawn = new Set<PlayerId>();
  const payouts: BettingNeeds["payouts"] = {
    withdrawnSince: async received =>
      new Set([...received.keys()].filter(position => withdrawn.has(received[position]?.player as PlayerId))),
  };
  /** Accounts that belong together. */
  const linked = new Set<PlayerId>();
  const linkedAccounts: BettingNeeds["linkedAccounts"] = async players =>
    new Map(players.map(player => [player, linked.has(player) ? [...linked].filter(each => each !== player) : []]));
  const notices: CashOutNotice[] = [];
  const failures: Error[] = [];
  const { audit, operators, approvals } = testOffice(host);
  const { people } = createAccounts(host);
  const clock = Object.assign({}, host.clock, !liveDelay && { after: atOnce });
  const betting = createBetting(
    Object.assign({}, host, { clock }),
    {
      wallet: Object.assign({}, wallet, { capital }),
      bets,
      odds,
      payouts,
      offers: { freeBets: (player, of) => wallet.freeBets.of(host.db, player, of) },
      async notify(_tx, notice) {
        const failure = failures.pop();
        if (failure) throw failure;
        notices.push(notice);
      },
      linkedAccounts,
      approvals,
      audit,
    },
    4,
  );
  const sessions = new Map<string, Session>();
  const office: ServerModule = {
    manifest: betting.manifest,
    handlers: [
      ...tradingHandlers({ betting: betting.office, people, approvals }),
      ...approvalHandlers({ host, approvals }),
    ],
  };
  const modules = [wallet, betting, operators, office];
  const api = await testApi(host, modules, token => sessions.get(token) ?? null, undefined, operators.operatorOf);
  await feed.start();
  // The machine of a test may be slow: the limit of silence is by the database's clock.
  await host.db.query("UPDATE odds.heartbeats SET limit_ms = 60000");

  const makers = new Map<string, ReturnType<typeof messagesOf>>();
  const messagesFor = (event: string) => {
    const known = makers.get(event) ?? messagesOf(feed.feed, event);
    makers.set(event, known);
    return known;
  };
  type PlayerAccount = "player:real" | "player:vault";
  const moveUsd = (owner: PlayerId, amount: string, from: PlayerAccount, to: PlayerAccount) =>
    host.db.tx(tx =>
      wallet.move(tx, {
        owner,
        currency: "USD",
        amount: parseDecimal(amount),
        kind: "vault",
        reference: host.ids.next(),
        from: account(from),
        to: account(to),
      }),
    );
  const sportsbook = {
    feed,
    host,
    wallet,
    betting,
    bets,
    /** What the provider answers to the next question for a joint price. */
    quotes,
    withdrawn,
    linked,
    /** Notices of cash-outs by rules. */
    notices,
    /** The next notice cannot be stored. */
    failNotice: () => void failures.push(new Error("no notice")),
    operators,
    api,
    messagesFor,
    send: feed.send,
    /** Matches with these markets (1X2 unless given), an hour before the start. */
    async openMatches(events: readonly string[], markets?: readonly object[]) {
      await feed.send(
        "pre",
        ...events.flatMap(event => [messagesFor(event).fixture(), messagesFor(event).odds(markets)]),
      );
    },
    /** A moment later: the facts of a match that has ended, and the provider's result of its 1X2. */
    async endMatch(event: string, score: Score, changes: object = {}) {
      await host.pass(5);
      await feed.send(
        "live",
        messagesFor(event).state("ended", score),
        messagesFor(event).settlement(winnerOf(score), changes),
      );
    },
    async player(amount: string, currency: Currency = "USD"): Promise<PlayerId> {
      const player = host.ids.next() as string as PlayerId;
      await sportsbook.switchTo(player, amount, currency);
      return player;
    },
    /** The currency is the player's active one from now on, with this deposit. */
    async switchTo(player: PlayerId, amount: string, currency: Currency): Promise<void> {
      sessions.set(player, { id: host.ids.next(), player, currency, test: false });
      await host.db.tx(async tx => {
        await wallet.open(tx, player, currency);
        await wallet.credit(tx, deposit(player, parseDecimal(amount), currency, host.ids.next()));
      });
    },
    async freeBet(player: PlayerId, amount: string, forMs = 3_600_000): Promise<Uuid> {
      const id = host.ids.next();
      const expiresAt = new Date(host.clock.now() + forMs);
      await host.db.tx(tx =>
        wallet.freeBets.grant(tx, player, { id, amount: parseDecimal(amount), currency: "USD", expiresAt }),
      );
      return id;
    },
    /** Gives bonus money for betting, with a target of twenty times it. */
    async bonus(player: PlayerId, amount: string): Promise<void> {
      await host.db.tx(tx =>
        wallet.grants.give(tx, {
          id: host.ids.next(),
          player,
          currency: "USD",
          account: bonusCost("deposit"),
          amount: parseDecimal(amount),
          target: micros(20n * parseDecimal(amount)),
          maxBet: micros(5_000_000n),
          games: ["betting"],
          until: new Date(host.clock.now() + 86_400_000),
        }),
      );
    },
    place: (player: PlayerId, body: object, key: Uuid = host.ids.next()) =>
      api.call("POST /api/v1/betting/slips", { token: player, body, key }),
    read: (player: PlayerId, id: string) => api.call(`GET /api/v1/betting/slips/${id}`, { token: player }),
    list: (player: PlayerId, query = "") => api.call(`GET /api/v1/betting/slips${query}`, { token: player }),
    /** The player's slips as a file. */
    csvFile: async (player: PlayerId, query = ""): Promise<string> =>
      (await api.call(`GET /api/v1/betting/slips.csv${query}`, { token: player })).text,
    settle: () => betting.settle(),
    /** What anyone who has the id of a slip may read of it, with the frames that its messages arrived in. */
    async proofOf(id: string) {
      const { data } = (await api.call(`GET /api/v1/betting/slips/${id}/proof`)).body;
      const proof: SlipProof = data;
      const legs = readReceipt(proof.receipt, "slip")?.legs ?? [];
      const frames = new Map<string, FeedFrame>();
      for (const event of proof.events)
        for (const entry of wantedFrames(event, legs)) {
          const found = await readFrame(host.db, entry);
          if (found) frames.set(frameName(entry), found);
        }
      return { proof, frames };
    },
    balance: async (player: PlayerId) => formatAmount(required((await wallet.balances(player))[0], "a wallet").real),
    /** Puts money where a correction cannot take it. */
    moveToVault: (player: PlayerId, amount: string) => moveUsd(player, amount, "player:real", "player:vault"),
    moveFromVault: (player: PlayerId, amount: string) => moveUsd(player, amount, "player:vault", "player:real"),
    async expectBooks() {
      const rules = [...debtInvariants, ...limitInvariants, ...bettingInvariants];
      expect([...(await auditBooks(host.db)), ...(await differencesOf(host.db, rules))]).toEqual([]);
    },
    async close() {
      await wallet.stop?.();
      await feed.close();
    },
  };
  return sportsbook;
}

function atOnce(_ms: number, run: () => void): () => void {
  run();
  return () => undefined;
}

export type TestSportsbook = Awaited<ReturnType<typeof testSportsbook>>;

function winnerOf(score: Score): "home" | "draw" | "away" {
  const margin = score.reduce((sum, [home, away]) => sum + home - away, 0);
  return margin > 0 ? "home" : margin < 0 ? "away" : "draw";
}

export interface Holder {
  readonly player: PlayerId;
  readonly id: string;
}

/** A player with 100 who has staked 10 on the home side at 2.03, whose chance is 0.475865: worth 9.66, less 5 % 9.17. Other matches are open too. */
export async function slipHolder(
  sportsbook: TestSportsbook,
  event: string,
  ...others: readonly string[]
): Promise<Holder> {
  await sportsbook.openMatches([event, ...others]);
  const player = await sportsbook.player("100");
  const placed = await sportsbook.place(player, single(event));
  expect(placed.status, placed.text).toBe(201);
  return { player, id: placed.body.data.id };
}

/** Prices with another chance of the home side. */
export const chances = (win: number, price: string) => {
  const [first, ...others] = three(price);
  return oneXTwo([Object.assign({}, first, { p: Object.assign({}, first?.p, { win }) }), ...others]);
};

export const home = (event: string, price = "2.03") => ({ event, market: "1x2", outcome: "home", price });
export const single = (event: string, unit = "10", rest: object = {}) => ({
  kind: "single",
  unit,
  legs: [{ ...home(event), ...rest }],
});
