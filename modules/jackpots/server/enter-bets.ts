import { hash as digest } from "node:crypto";
import { uuidV5 } from "#kit/host/uuid-v5.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { parseHex, toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import { hashOf, textOf } from "../shared/entry-text.ts";
import { isHit, rateOf, sharesOf } from "../shared/rules.ts";
import type { EntryRow } from "./entry-store.ts";
import type { PotTerms, Running } from "./store.ts";

/** An ended bet with what its entry needs. */
export interface EndedBet {
  readonly playerId: PlayerId;
  readonly key: Uuid;
  readonly game: string;
  readonly gameNumber: number;
  readonly stake: bigint;
  readonly returned: Parameters<typeof rateOf>[0];
  readonly word: bigint;
  readonly placedAt: Date;
  readonly settledAt: Date;
}

/** A jackpot between two entries. */
export interface JackpotRun extends Running {
  readonly id: Uuid;
  readonly kind: "must_hit_by" | "random";
  readonly amount: bigint;
  readonly terms: Omit<PotTerms, "seed">;
}

/** SHA-256 of the runtime: ten times as fast as the one that browsers run. */
const sha256: Parameters<typeof hashOf>[0] = { sha256: bytes => digest("sha256", bytes, "buffer") };

/** The id of a bet's entry: it cannot be computed without the bet's key. */
export const entryIdOf = (jackpot: Uuid, player: PlayerId, key: Uuid): Uuid => uuidV5(jackpot, `${player}/${key}`);

/**
 * The entries of bets, in their order, until one wins: what follows belongs to the next pot. `taken` is how many bets were looked at.
 */
export function enterBets(
  before: JackpotRun,
  bets: readonly EndedBet[],
): { readonly after: JackpotRun; readonly entries: readonly EntryRow[]; readonly taken: number } {
  const entries: EntryRow[] = [];
  let run = before;
  for (const [index, bet] of bets.entries()) {
    const rate = run.terms.games.includes(bet.game) ? rateOf(bet.returned, run.terms.edgeShare) : 0n;
    if (rate === 0n) continue;
    const made = enterBet(run, bet, rate);
    const { entry } = made;
    entries.push(entry);
    run = made.after;
    if (entry.won) return { after: run, entries, taken: index + 1 };
  }
  return { after: run, entries, taken: bets.length };
}

function enterBet(
  run: JackpotRun,
  bet: EndedBet,
  rate: bigint,
): { readonly entry: EntryRow; readonly after: JackpotRun } {
  const { id: jackpot, kind, pot, amount: before, terms, restShare, restReserve } = run;
  const { stake, word } = bet;
  const number = run.entries + 1n;
  const asked = {
    jackpot,
    pot,
    number,
    kind,
    limit: terms.bound,
    before,
    stake,
    rate,
    rests: { share: BigInt(restShare), reserve: BigInt(restReserve) },
  };
  const { share, reserve, rests } = sharesOf(asked);
  const hash = hashOf(sha256, toHex(run.lastHash), textOf(asked), word);
  const entry: EntryRow = {
    number,
    pot,
    id: entryIdOf(jackpot, bet.playerId, bet.key),
    playerId: bet.playerId,
    betKey: bet.key,
    game: bet.gameNumber,
    before,
    stake,
    rate: Number(rate),
    restShare,
    restReserve,
    share,
    reserve,
    word,
    won: isHit(asked, share, word),
    hash: required(parseHex(hash), "a hash"),
    at: bet.settledAt,
  };
  const after: JackpotRun = {
    ...run,
    amount: before + share,
    entries: number,
    lastHash: entry.hash,
    reserve: run.reserve + reserve,
    restShare: Number(rests.share),
    restReserve: Number(rests.reserve),
  };
  return { entry, after };
}
