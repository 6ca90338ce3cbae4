import { nobleHashes } from "#kit/fair/noble.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { parseHex, toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import { casinoAnswer, playSeeds } from "#studio/engine/shared/spin.ts";
import type { Currency } from "#studio/engine/shared/types.ts";
import type { SpinRecord } from "#studio/engine/shared/verify.ts";
import type { Games } from "./games.ts";
import type { RoundOutcome, RoundRow } from "./round-store.ts";
import type { Seeds } from "./seeds.ts";
import type { StudioHost } from "./studio-host.ts";

/** The public record of a round; seeds only once both companies have revealed them. */
export interface RoundRecord extends SpinRecord {
  readonly state: "settled" | "open" | "void";
  readonly started_at: string;
  readonly drawn_at: string | null;
  readonly ended_at: string | null;
  readonly txs: readonly { readonly tx: string; readonly kind: string; readonly state: string }[];
  readonly jackpot: string | null;
}

/** A round as a casino asks for it. */
export interface RoundAnswer {
  readonly round: string;
  readonly game: string;
  readonly player: string;
  readonly currency: string;
  readonly state: "open" | "closed" | "void";
  readonly stake: string;
  readonly win: string;
  readonly txs: readonly string[];
  readonly opened_at: string;
  readonly closed_at: string | null;
  readonly proof: RoundRecord | null;
}

export type Records = (round: RoundRow) => Promise<RoundAnswer>;

const states = {
  betting: "open",
  drawn: "open",
  disputed: "open",
  voiding: "open",
  settled: "closed",
  refused: "void",
  void: "void",
} as const;

export function createRecords(
  { db }: StudioHost,
  needs: { readonly seeds: Seeds; readonly games: Games; readonly casinoName: (id: number) => Promise<string> },
): Records {
  const { seeds, games, casinoName } = needs;

  async function pairOf(round: RoundRow): Promise<PairRow> {
    const { rows } = await db.query<PairRow>(
      `SELECT state, seed_hash AS "seedHash", casino_seed_hash AS "casinoSeedHash", casino_seed AS "casinoSeed"
      FROM rgs.seed_pairs WHERE id = $1`,
      [round.pair],
    );
    return required(rows[0], "the round's seeds exist");
  }

  async function proof(round: RoundRow, txs: readonly TxRow[]): Promise<RoundRecord | null> {
    if (round.state === "betting" || round.state === "refused") return null;
    const pair = await pairOf(round);
    const revealed = pair.state === "revealed";
    const seed = revealed ? toHex(await seeds.ofPair(db, round.pair)) : null;
    const casinoSeed = revealed ? pair.casinoSeed : null;
    const shown = round.outcome ?? (seed && casinoSeed ? voidOutcome(games, round, seed, casinoSeed) : null);
    return {
      version: "fairhouse-1",
      casino: await casinoName(round.casino),
      player: round.nick ?? "",
      game: round.game,
      maths: round.maths,
      mode: round.mode,
      round: round.id,
      nonce: Number(round.nonce),
      seed_hash: pair.seedHash,
      casino_seed_hash: pair.casinoSeedHash ?? "",
      client_seed: round.clientSeed,
      answer: round.answer ?? (shown as { answer?: string } | null)?.answer ?? "",
      currency: round.currency,
      stake: formatAmount(round.base),
      choices: [],
      draws: shown?.draws ?? [],
      events: shown?.events ?? [],
      multiple: shown?.multiple ?? { numerator: 0, denominator: 1 },
      capped: shown?.capped ?? false,
      payout: formatAmount(round.payout ?? 0n),
      ...(shown?.potHit && { pot_hit: true }),
      seed,
      casino_seed: casinoSeed,
      state: round.outcome ? (round.state === "settled" ? "settled" : "open") : "void",
      started_at: round.startedAt.toISOString(),
      drawn_at: round.drawnAt?.toISOString() ?? null,
      ended_at: round.endedAt?.toISOString() ?? null,
      txs: txs.map(({ id, kind, state }) => ({ tx: id, kind, state })),
      jackpot: round.jackpot,
    };
  }

  return async round => {
    const { rows: txs } = await db.query<TxRow>(
      "SELECT id, kind, state FROM rgs.txs WHERE round = $1 ORDER BY created_at, id",
      [round.id],
    );
    const stands = round.state !== "refused" && round.state !== "void" && round.state !== "voiding";
    return {
      round: round.id,
      game: round.game,
      player: round.player,
      currency: round.currency,
      state: states[round.state],
      stake: formatAmount(stands ? round.amount : 0n),
      win: formatAmount(round.payout ?? 0n),
      txs: txs.map(({ id }) => id),
      opened_at: round.startedAt.toISOString(),
      closed_at: round.endedAt?.toISOString() ?? null,
      proof: await proof(round, txs),
    };
  };
}

/** What a void round would have been, for everybody to see once both seeds are known. */
function voidOutcome(
  games: Games,
  round: RoundRow,
  seed: string,
  casinoSeed: string,
): RoundOutcome & { readonly answer: string } {
  const answer = casinoAnswer(nobleHashes, bytesOf(casinoSeed), round.game, Number(round.nonce));
  const { draws, events, multiple, capped, potHit } = playSeeds(
    nobleHashes,
    { game: games.get(round.game).game, mode: round.mode, currency: round.currency as Currency, stake: round.base },
    { seed: bytesOf(seed), clientSeed: round.clientSeed, nonce: Number(round.nonce), answer },
  );
  return { draws, events, multiple, capped, potHit, answer };
}

const bytesOf = (hex: string) => required(parseHex(hex), "a seed is kept in hex");

interface PairRow {
  readonly state: string;
  readonly seedHash: string;
  readonly casinoSeedHash: string | null;
  readonly casinoSeed: string | null;
}

interface TxRow {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
}
