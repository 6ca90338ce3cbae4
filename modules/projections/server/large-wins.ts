import { int2Array, int8Array, textArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { Tx } from "#kit/db/db.ts";
import { isCurrency } from "#kit/money/currency.ts";
import { kindNumbers } from "#modules/ledger/shared/kinds.ts";
import type { PlayedRow } from "#modules/wallet/server/index.ts";
import { largeWinLines } from "../shared/large-wins.ts";
import { positionOf } from "./moved.ts";
import type { Play } from "./plays.ts";

interface LargeWin extends Pick<PlayedRow, "playerId" | "currency" | "seq" | "at" | "reference"> {
  readonly game: number;
  readonly kind: "win" | "jackpot" | "taken_back";
  readonly amount: bigint;
}

/** The transfer as a large win; undefined for what pays less. */
export function largeWinOf({ row, added }: Play): LargeWin | undefined {
  const { playerId, currency, seq, at, reference } = row;
  const isJackpot = row.kind === kindNumbers.jackpot_win;
  if (!isCurrency(currency) || (!isJackpot && row.amount < largeWinLines[currency])) return undefined;
  const amount = added.realPaid + added.bonusPaid;
  if (amount === 0n) return undefined;
  const kind = isJackpot ? "jackpot" : amount < 0n ? "taken_back" : "win";
  return { playerId, currency, seq, at, reference, game: added.game, kind, amount };
}

const addSql = `
INSERT INTO projections.large_wins (generation, at, player_id, currency, seq, is_test, game, kind, amount, reference)
SELECT $2::int, to_timestamp(ms / 1000.0), w.player_id, w.currency, w.seq, coalesce(p.is_test, false), game, kind, amount, reference
FROM unnest($3::uuid[], $4::text[], $5::int8[], $6::int8[], $7::int2[], $8::text[], $9::int8[], $10::uuid[])
  AS w(player_id, currency, seq, ms, game, kind, amount, reference)
CROSS JOIN ${positionOf("w", "is_test")} p`;

/** Keeps the large wins of the wallets whose positions the caller has moved in the same transaction. */
export async function addLargeWins(
  tx: Tx,
  { projection, generation }: { readonly projection: string; readonly generation: number },
  plays: readonly Play[],
): Promise<void> {
  const wins = plays.flatMap(play => largeWinOf(play) ?? []);
  if (wins.length === 0) return;
  await tx.query(
    addSql,
    [
      projection,
      generation,
      uuidArray(wins.map(({ playerId }) => playerId)),
      textArray(wins.map(({ currency }) => currency)),
      int8Array(wins.map(({ seq }) => seq)),
      int8Array(wins.map(({ at }) => BigInt(at))),
      int2Array(wins.map(({ game }) => game)),
      textArray(wins.map(({ kind }) => kind)),
      int8Array(wins.map(({ amount }) => amount)),
      uuidArray(wins.map(({ reference }) => reference)),
    ],
    "projections.large-wins",
  );
}
