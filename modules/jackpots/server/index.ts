import { join } from "node:path";
import { fail } from "#kit/contract/error-code.ts";
import { notFound } from "#kit/contract/errors.ts";
import type { Tx } from "#kit/db/db.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import { formatAmount } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { parseHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import type { Asker } from "#modules/approvals/server/index.ts";
import type { Bets } from "#modules/bets/server/index.ts";
import type { Fairness } from "#modules/fairness/server/index.ts";
import { type Projections, rememberReturns } from "#modules/projections/server/index.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import manifest from "../module.ts";
import { listJackpotEntries, listJackpots, listOwnEntries } from "../shared/contract.ts";
import { firstHash } from "../shared/entry-text.ts";
import { jackpotErrors } from "../shared/errors.ts";
import { shownEntries } from "../shared/limits.ts";
import { askStart, type ChangeNeeds, changeTerms, registerChanges, switchJackpot } from "./change-jackpot.ts";
import { entriesBefore, entriesNamed } from "./entry-store.ts";
import { foldBets } from "./fold-bets.ts";
import type { JackpotFacts } from "./jackpot-facts.ts";
import { LivePots } from "./live-pots.ts";
import { hasOpenEntries } from "./open-entries.ts";
import { payWins } from "./pay-wins.ts";
import { readOwnEntries, readWins } from "./read-jackpots.ts";
import { allJackpots, begunJackpots, insertJackpot, type JackpotRow, jackpotOf, type NewJackpot } from "./store.ts";
import { entryProof, entryView, jackpotView } from "./views.ts";
import { winsOf } from "./win-store.ts";
import { createWords } from "./words.ts";

export { startRequest, subjectOf, termsOf, termsRequest } from "./change-jackpot.ts";
export { readTerms } from "./draft-jackpot.ts";
export { jackpotInvariants } from "./invariants.ts";
export type { JackpotFacts } from "./jackpot-facts.ts";
export type { JackpotRow, NewJackpot, PotTerms } from "./store.ts";

/** For operators. */
export interface JackpotOffice {
  readonly counts: JackpotFacts["counts"];
  all(): Promise<readonly JackpotRow[]>;
  draft(tx: Tx, jackpot: NewJackpot, by: Asker): Promise<void>;
  start(tx: Tx, of: { readonly id: string; readonly reason: string }, by: Asker): ReturnType<typeof askStart>;
  changeTerms(tx: Tx, of: Parameters<typeof changeTerms>[2], by: Asker): ReturnType<typeof changeTerms>;
  switch(tx: Tx, id: string, to: "on" | "off"): ReturnType<typeof switchJackpot>;
}

export interface Jackpots extends ServerModule {
  readonly office: JackpotOffice;
  /** Enters the bets that ended by now, and pays what was won. */
  foldNow(players?: readonly PlayerId[]): Promise<void>;
}

export interface JackpotNeeds {
  readonly accounts: Pick<Accounts, "publicProfiles"> & { readonly people: Pick<Accounts["people"], "testPlayers"> };
  readonly approvals: ChangeNeeds["approvals"];
  readonly audit: ChangeNeeds["audit"];
  readonly bets: Pick<Bets, "currencyOf" | "registerDraws" | "seeds">;
  readonly facts: JackpotFacts;
  readonly pairs: Fairness["pairs"];
  readonly projections: Pick<Projections, "onFolded">;
  readonly wallet: ChangeNeeds["wallet"] & Pick<Wallet, "bet" | "history">;
}

/** Pots that own games feed from their edge: entries are made after bets have ended, never on their way. */
export function createJackpots(host: Host, needs: JackpotNeeds): Jackpots {
  const { accounts, bets, facts, wallet } = needs;
  const returnedOf = rememberReturns(facts.returnedOf, (error, bet) =>
    host.log.warn({ err: error, bet }, "Failed to read the edge of a bet: it takes no part in jackpots"),
  );
  const words = createWords(needs.pairs);
  const folding = {
    host,
    facts: { counts: facts.counts, returnedOf },
    wallet,
    testPlayers: accounts.people.testPlayers,
    words,
  };
  const changing: ChangeNeeds = { host, approvals: needs.approvals, audit: needs.audit, wallet };
  const live = new LivePots(host);
  registerChanges(changing);
  needs.projections.onFolded(async players => {
    if (await foldBets(folding, players)) await payWins({ host, wallet });
  });

  async function foldNow(players?: readonly PlayerId[]): Promise<void> {
    await foldBets(folding, players, true);
    await payWins({ host, wallet });
  }

  bets.registerDraws(async id => {
    const [entry] = await entriesNamed(host.db, [id]);
    if (!entry) return undefined;
    const bet = required(await wallet.bet(entry.playerId, entry.betKey), "an entry is of a bet");
    const seed = await bets.seeds.now(entry.playerId, required(bet.seed, "of a per-player game").number);
    return { player: entry.playerId, at: entry.at, proof: entryProof(entry, bet, seed) };
  });

  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    errors: jackpotErrors,
    foldNow,
    channels: [live.channel],
    start: async () => live.start(),
    stop: async () => live.stop(),
    jobs: [{ name: "jackpots-fold", cron: "* * * * *", run: () => foldNow() }],
    office: {
      counts: facts.counts,
      all: () => allJackpots(host.db),
      async draft(tx, jackpot, by) {
        const lastHash = required(parseHex(firstHash(nobleHashes, jackpot.id)), "a hash");
        await insertJackpot(tx, { ...jackpot, lastHash }, by.name, new Date(host.clock.now()));
      },
      start: (tx, of, by) => askStart(changing, tx, of, by),
      changeTerms: (tx, of, by) => changeTerms(changing, tx, of, by),
      switch: (tx, id, to) => switchJackpot(changing, tx, id, to),
    },
    closingObstacles: async (tx, player) => ((await hasOpenEntries(facts.counts, tx, player)) ? ["open_bets"] : []),
    personalData: async player => ({
      jackpots: (await winsOf(host.db, player)).map(win => ({
        entry: win.entryId,
        amount: formatAmount(win.amount),
        currency: win.currency,
        won_at: win.wonAt.toISOString(),
        paid_at: win.paidAt?.toISOString() ?? null,
      })),
    }),
    handlers: [
      handle(listJackpots, async ({ locale }) => {
        const jackpots = await begunJackpots(host.db);
        return {
          data: {
            jackpots: jackpots.map(row => jackpotView(row, locale)),
            wins: await readWins({ db: host.db, accounts }, jackpots, locale),
          },
        };
      }),
      handle(listJackpotEntries, async ({ input: { params, query } }) => {
        const found = await jackpotOf(host.db, params.id);
        if (!found || found.state === "draft") return fail(notFound);
        const before = query.before === undefined ? found.entries + 1n : BigInt(query.before);
        return { data: (await entriesBefore(host.db, params.id, before, shownEntries)).map(entryView) };
      }),
      handle(listOwnEntries, async call => {
        const { session, locale } = call;
        const of = { player: session.player, currency: bets.currencyOf(call), locale };
        return { data: await readOwnEntries(host.db, wallet, of) };
      }),
    ],
  };
}
