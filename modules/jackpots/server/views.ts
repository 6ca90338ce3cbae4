import { nobleHashes } from "#kit/fair/noble.ts";
import { algorithm } from "#kit/fair/stream.ts";
import type { Locale } from "#kit/i18n/locale.ts";
import { formatAmount, micros } from "#kit/money/amount.ts";
import { toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import type { PublicSeed } from "#modules/bets/server/index.ts";
import type { SeedsProof } from "#modules/fairness/shared/proof.ts";
import type { Bet } from "#modules/wallet/shared/bet.ts";
import type { JackpotView, Pot } from "../shared/contract.ts";
import { firstHash, textOf } from "../shared/entry-text.ts";
import { rulesVersion } from "../shared/rules.ts";
import type { EntryRow, NamedEntry } from "./entry-store.ts";
import type { JackpotRow } from "./store.ts";

/** Views, by allow lists. */

export const potView = ({ id, amount, pot, entries, lastHash }: JackpotRow): Pot => ({
  id,
  amount: formatAmount(required(amount, "a jackpot that began has a pot")),
  pot: Number(pot),
  entries: Number(entries),
  last_hash: toHex(lastHash),
});

export function jackpotView(row: JackpotRow, locale: Locale): JackpotView {
  return {
    ...potView(row),
    title: row.title[locale],
    kind: row.kind,
    currency: row.currency,
    on: row.state === "on",
    games: [...(row.potGames ?? [])],
    bound: formatAmount(micros(required(row.potBound, "of its pot"))),
    edge_share: required(row.potEdgeShare, "of its pot"),
  };
}

export const entryView = (row: EntryRow) => ({
  number: Number(row.number),
  pot: Number(row.pot),
  before: String(row.before),
  stake: String(row.stake),
  rate: row.rate,
  rest_share: row.restShare,
  rest_reserve: row.restReserve,
  share: String(row.share),
  reserve: String(row.reserve),
  word: String(row.word),
  won: row.won,
  hash: toHex(row.hash),
});

/** The proof of an entry, with the bet's seed if it is revealed. */
export function entryProof(row: NamedEntry, bet: Bet, { hash, seed }: PublicSeed): SeedsProof {
  const { clientSeed, nonce } = required(bet.seed, "a bet of a per-player game has a seed");
  const text = textOf({
    jackpot: row.jackpotId,
    pot: row.pot,
    number: row.number,
    kind: row.kind,
    limit: row.bound,
    before: row.before,
    stake: row.stake,
    rate: BigInt(row.rate),
    rests: { share: BigInt(row.restShare), reserve: BigInt(row.restReserve) },
  });
  return {
    kind: "seeds",
    game: "jackpots",
    version: algorithm,
    rules_version: rulesVersion,
    server_seed_hash: hash,
    server_seed: seed,
    client_seed: clientSeed,
    nonce,
    inputs: { entry: text, previous: row.previous ? toHex(row.previous) : firstHash(nobleHashes, row.jackpotId) },
    outcome: { word: String(row.word), won: row.won, hash: toHex(row.hash) },
    currency: bet.currency,
    stake: formatAmount(micros(row.stake)),
    payout: formatAmount(micros(row.won ? row.before + row.share : 0n)),
  };
}
