import { batched } from "#kit/db/batched.ts";
import type { Host } from "#kit/host/host.ts";
import { required } from "#kit/std/invariant.ts";
import * as bets from "../store.ts";
import { answerable } from "../task.ts";
import type { WalletLanes } from "../wallet-lanes.ts";
import { readDecisions } from "./decisions.ts";
import { cancelFreeRounds, readFreeGrants, readFreeWins, startFreeRounds } from "./free-rounds.ts";
import { hitPot } from "./hit-pot.ts";
import type {
  RollbackAnswer,
  RoundAnswer,
  RoundBet,
  RoundRollback,
  RoundWin,
  WalletProviderRounds,
  WinAnswer,
} from "./port.ts";
import { fillPot, lockPot, readPots } from "./pot.ts";
import { readBigWins, readRoundFigures, readUnrevealedWins, readVoidRounds } from "./round-figures.ts";
import * as store from "./store.ts";
import * as txStore from "./tx-store.ts";
import { readVoidable, voidRound } from "./void-round.ts";
import { explainWin } from "./win-batch.ts";

/** Rounds of outside providers: their stakes, wins and rollbacks, and what is stored of them. */
export function createProviderOperations(
  host: Pick<Host, "db" | "clock" | "failpoints">,
  { enqueue }: Pick<WalletLanes, "enqueue">,
  move: Parameters<typeof hitPot>[1],
): WalletProviderRounds {
  const readBet = batched((named: readonly bets.NamedBet[]) => bets.readBets(host.db, named));

  function placeInRound(bet: RoundBet): Promise<RoundAnswer> {
    return new Promise((resolve, reject) =>
      enqueue({ ...answerable<RoundAnswer>(bet.player, resolve, reject), kind: "round", bet, key: bet.key }),
    );
  }

  /** A pot is paid before its round: a win that comes again after a crash between the two finds what it was. */
  async function winRound(win: RoundWin): Promise<WinAnswer> {
    const pot = win.hitsPot ? await host.db.tx(tx => hitPot(tx, move, win)) : null;
    if (pot === undefined) return (await explainWin(host.db, win)) ?? winRound(win);
    if (pot !== null) host.failpoints.hit("wallet.pot.paid");
    return new Promise((resolve, reject) =>
      enqueue({ ...answerable<WinAnswer>(win.player, resolve, reject), kind: "win", win, pot, key: win.key }),
    );
  }

  function rollBack(rollback: RoundRollback): Promise<RollbackAnswer> {
    // A key stands for one thing: a bet, a win or a rollback.
    if (rollback.key === rollback.ref) return Promise.resolve({ kind: "refused", reason: "tx_conflict" });
    return new Promise((resolve, reject) =>
      enqueue({
        ...answerable<RollbackAnswer>(rollback.player, resolve, reject),
        kind: "rollback",
        rollback,
        key: rollback.key,
      }),
    );
  }

  async function decidedBet(bet: RoundBet): Promise<RoundAnswer | undefined> {
    const row = await readBet(bet);
    return row && store.decisionOf(row, bet.requestHash);
  }

  async function refuseBet(bet: RoundBet, reason: string): Promise<RoundAnswer> {
    const known = await decidedBet(bet);
    if (known) return known;
    const written = await store.writeRefusals(host.db, [{ bet, reason, balance: null }], new Date(host.clock.now()));
    if (written.size > 0) return store.refused(reason, null, false);
    return required(await decidedBet(bet), "a key that is taken has a row");
  }

  return {
    placeInRound,
    winRound,
    rollBack,
    refuseBet,
    decidedBet,
    providerRounds: {
      round: (player, key) => store.readRound(host.db, player, key),
      openOf: (player, game) => store.readOpenOf(host.db, player, game),
      roundsToFollow: which => store.readRoundsToFollow(host.db, which),
      ended: which => store.readEnded(host.db, which),
      named: key => store.readRoundsNamed(host.db, key),
      gamesOf: (player, keys) => store.readGamesOf(host.db, player, keys),
      rounds: filter => store.readRounds(host.db, filter),
      txs: pairs => txStore.readTxs(host.db, pairs),
      txsInSpan: (game, from, to) => txStore.readTxsInSpan(host.db, game, from, to),
      decisions: (game, players) => readDecisions(host.db, game, players),
      nonceOf: (player, game, slug) => store.readNonce(host.db, player, game, slug),
      startSeed: store.startSeed,
      allowWin: store.allowWin,
      versionOf: store.readVersion,
      voidable: readVoidable,
      voidSettled: (tx, which) => voidRound(tx, move, Object.assign({ now: host.clock.now() }, which)),
      freeRounds: store.readFreeRounds,
      startFreeRounds,
      cancelFreeRounds,
      freeGrants: readFreeGrants,
      freeWins: readFreeWins,
      figures: (game, since) => readRoundFigures(host.db, game, since),
      voids: (game, since) => readVoidRounds(host.db, game, since),
      bigWins: readBigWins,
      unrevealedWins: readUnrevealedWins,
      pots: readPots,
      seedPot: async (tx, currency, seed, reference) => {
        const pot = required(await lockPot(tx, currency), `a pot in ${currency}`);
        await fillPot(tx, move, currency, reference, { ...pot, seed });
      },
    },
  };
}
