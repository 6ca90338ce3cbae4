import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import { uuidV5 } from "#kit/host/uuid-v5.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { required } from "#kit/std/invariant.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import { houseOwner } from "#modules/ledger/server/index.ts";
import { gameOf, gameResult } from "#modules/ledger/shared/chart.ts";
import type { rememberReturns } from "#modules/projections/server/index.ts";
import type { EndedBetRow } from "#modules/wallet/server/index.ts";
import { beginPot, type JackpotWallet, potAccount, reserveAccount } from "./begin-pot.ts";
import { type EndedBet, enterBets, type JackpotRun } from "./enter-bets.ts";
import { type EntryRow, insertEntries } from "./entry-store.ts";
import type { JackpotFacts } from "./jackpot-facts.ts";
import { readEnded, readMoved, writePositions } from "./moved-wallets.ts";
import { begunJackpots, type JackpotRow, type Span, spansOf, writeAmount, writeRunning } from "./store.ts";
import { insertWin } from "./win-store.ts";
import type { Words } from "./words.ts";

/** Pots changed; the id of a jackpot. */
export const potsTopic = "jackpots.pots";
const foldLock = 7_311_523;

export interface FoldNeeds {
  readonly host: Pick<Host, "db" | "failpoints" | "signals" | "clock">;
  readonly facts: Pick<JackpotFacts, "counts"> & { readonly returnedOf: ReturnType<typeof rememberReturns> };
  readonly testPlayers: Accounts["people"]["testPlayers"];
  readonly wallet: JackpotWallet;
  readonly words: Words;
}

/**
 * Enters the bets that ended since the positions of their wallets; of `players` only, if given. Entries, pots, money and positions are one
 * transaction, so that an interrupted or repeated fold counts nothing twice. False when another process folds now, unless the caller waits for it.
 */
export async function foldBets(needs: FoldNeeds, players?: readonly PlayerId[], waits = false): Promise<boolean> {
  for (;;) {
    const wallets = await needs.host.db.tx(tx => foldSome(needs, tx, players, waits));
    needs.host.failpoints.hit("jackpots.folded");
    if (wallets === undefined) return false;
    if (wallets === 0) return true;
  }
}

/** How many wallets had moved; undefined when another process folds. */
async function foldSome(
  needs: FoldNeeds,
  tx: Tx,
  players: readonly PlayerId[] | undefined,
  waits: boolean,
): Promise<number | undefined> {
  if (!(await lock(tx, waits))) return undefined;
  const jackpots = await begunJackpots(tx, "FOR UPDATE OF j");
  if (jackpots.length === 0) return 0;
  const moved = await readMoved(tx, [...new Set(jackpots.map(({ currency }) => currency))], players);
  if (moved.length === 0) return 0;
  const testPlayers = new Set<string>(await needs.testPlayers(tx));
  const ended = (await readEnded(tx, moved)).filter(
    ({ playerId, nonce, game }) => nonce !== null && !testPlayers.has(playerId) && needs.facts.counts(gameOf(game)),
  );
  const spans = await spansOf(tx);
  const words = new Map<EndedBetRow, EndedBet>();
  for (const jackpot of jackpots) {
    const rows = ended.filter(row => row.currency === jackpot.currency && isWithin(spans, jackpot.id, row.placedAt));
    const bets: EndedBet[] = [];
    for (const row of rows) {
      const bet = words.get(row) ?? (await betOf(needs, row));
      words.set(row, bet);
      bets.push(bet);
    }
    await enterAll(needs, tx, jackpot, bets);
  }
  await writePositions(tx, moved);
  needs.host.failpoints.hit("jackpots.entered");
  return moved.length;
}

async function lock(tx: Tx, waits: boolean): Promise<boolean> {
  if (waits) {
    await tx.query("SELECT pg_advisory_xact_lock($1)", [foldLock]);
    return true;
  }
  const { rows } = await tx.query<{ mine: boolean }>("SELECT pg_try_advisory_xact_lock($1) AS mine", [foldLock]);
  return rows[0]?.mine === true;
}

/** Bets placed while the jackpot was on, whenever they end. */
function isWithin(spans: readonly Span[], jackpot: string, at: Date): boolean {
  return spans.some(
    ({ jackpotId, beganAt, endedAt }) => jackpotId === jackpot && at >= beganAt && (endedAt === null || at < endedAt),
  );
}

async function betOf({ facts, words }: FoldNeeds, row: EndedBetRow): Promise<EndedBet> {
  const game = gameOf(row.game);
  const playerId = row.playerId as PlayerId;
  const returned = facts.returnedOf(game, row.rulesVersion, row.choice);
  const seeds = {
    number: required(row.seedNumber, "a bet with a nonce"),
    clientSeed: required(row.clientSeed, "a bet with a nonce"),
    nonce: required(row.nonce, "a bet with a nonce"),
  };
  const { key, real: stake, placedAt, settledAt } = row;
  const word = await words.of(playerId, seeds);
  return { playerId, key, game, gameNumber: row.game, stake, returned, word, placedAt, settledAt };
}

async function enterAll(needs: FoldNeeds, tx: Tx, jackpot: JackpotRow, bets: readonly EndedBet[]): Promise<void> {
  let run = runOf(jackpot);
  let left = bets;
  while (left.length > 0) {
    const { after, entries, taken } = enterBets(run, left);
    left = left.slice(taken);
    if (entries.length === 0) continue;
    await insertEntries(tx, jackpot.id, entries);
    await bookShares(needs, tx, jackpot, entries);
    const last = required(entries.at(-1), "some");
    await writeAmount(tx, jackpot.id, {
      number: run.pot,
      amount: after.amount,
      wonAt: last.won ? new Date(needs.host.clock.now()) : null,
    });
    run = last.won ? await nextPot(needs, tx, jackpot, after, last) : after;
  }
  if (run.entries === jackpot.entries) return;
  await writeRunning(tx, jackpot.id, run);
  await needs.host.signals.send(tx, potsTopic, jackpot.id);
}

const runOf = (jackpot: JackpotRow): JackpotRun => ({
  id: jackpot.id,
  kind: jackpot.kind,
  pot: jackpot.pot,
  entries: jackpot.entries,
  lastHash: jackpot.lastHash,
  reserve: jackpot.reserve,
  restShare: jackpot.restShare,
  restReserve: jackpot.restReserve,
  amount: required(jackpot.amount, "a jackpot that began has a pot"),
  terms: {
    games: required(jackpot.potGames, "of its pot"),
    edgeShare: required(jackpot.potEdgeShare, "of its pot"),
    bound: required(jackpot.potBound, "of its pot") as Micros,
  },
});

/** One transfer for each game, of all its entries. */
async function bookShares({ wallet }: FoldNeeds, tx: Tx, jackpot: JackpotRow, entries: readonly EntryRow[]) {
  const { id, currency } = jackpot;
  const first = required(entries[0], "some").number;
  for (const game of new Set(entries.map(each => each.game))) {
    const own = entries.filter(each => each.game === game);
    const from = gameResult(gameOf(game));
    const common = { owner: houseOwner, currency, reference: uuidV5(id, `entries ${first} ${game}`), from };
    const share = own.reduce((sum, each) => sum + each.share, 0n);
    const reserve = own.reduce((sum, each) => sum + each.reserve, 0n);
    if (share > 0n) await wallet.move(tx, { ...common, amount: micros(share), kind: "jackpot_share", to: potAccount });
    if (reserve > 0n)
      await wallet.move(tx, { ...common, amount: micros(reserve), kind: "jackpot_reserve", to: reserveAccount });
  }
}

/** HIT: the pot is owed to the entry's player, and the next one begins with the terms that were set meanwhile. */
async function nextPot(
  { host, wallet }: FoldNeeds,
  tx: Tx,
  jackpot: JackpotRow,
  after: JackpotRun,
  hit: EntryRow,
): Promise<JackpotRun> {
  const at = new Date(host.clock.now());
  await insertWin(tx, {
    entryId: hit.id,
    jackpotId: jackpot.id,
    pot: hit.pot,
    number: hit.number,
    playerId: hit.playerId,
    game: hit.game,
    currency: jackpot.currency,
    amount: micros(after.amount),
    wonAt: at,
  });
  const number = hit.pot + 1n;
  const fromReserve = await beginPot(tx, wallet, { jackpot, number, reserve: after.reserve, at });
  const { games, edgeShare, bound, seed } = jackpot;
  return {
    ...after,
    pot: number,
    amount: seed,
    reserve: after.reserve - fromReserve,
    terms: { games, edgeShare, bound },
  };
}
