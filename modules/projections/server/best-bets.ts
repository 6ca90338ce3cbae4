import { int2Array, int8Array, textArray, uuidArray } from "#kit/db/array-parameters.ts";
import type { Tx } from "#kit/db/db.ts";
import { gameOf, isProviderGame } from "#modules/ledger/shared/chart.ts";
import { kindNumbers } from "#modules/ledger/shared/kinds.ts";
import type { Play } from "./plays.ts";

interface Won {
  readonly key: string;
  readonly value: bigint;
  /** Milliseconds since 1970. */
  readonly at: number;
}

interface BestBets {
  readonly playerId: string;
  readonly currency: string;
  readonly game: number;
  readonly day: string;
  readonly win: Won;
  readonly multiplier: Won;
}

const ending: readonly number[] = [kindNumbers.stake, kindNumbers.settle];

/** The larger one; of equal ones the one that was won earlier. */
const better = (before: Won, next: Won): Won =>
  next.value > before.value || (next.value === before.value && next.at < before.at) ? next : before;

/** Best wins of each player, currency, game and day, of bets of real money in our own games. Slips and providers' rounds can be corrected. */
export function bestBetsOf(plays: readonly Play[]): readonly BestBets[] {
  const found = new Map<string, BestBets>();
  for (const { row, added } of plays) {
    const { playerId, currency, day, stake, payout, fromBonus, reference, at } = row;
    if (!ending.includes(row.kind) || stake === null || payout === null || fromBonus !== 0n || payout <= stake)
      continue;
    const { game } = added;
    if (isProviderGame(gameOf(game))) continue;
    const id = `${playerId}${currency}${game}/${day}`;
    const win: Won = { key: reference, value: payout, at };
    const multiplier: Won = { key: reference, value: (payout * 10_000n) / stake, at };
    const before = found.get(id) ?? { playerId, currency, game, day, win, multiplier };
    found.set(id, {
      playerId,
      currency,
      game,
      day,
      win: better(before.win, win),
      multiplier: better(before.multiplier, multiplier),
    });
  }
  return [...found.values()];
}

const isBetter = (of: "win" | "multiplier") =>
  `(excluded.${of} > d.${of} OR (excluded.${of} = d.${of} AND excluded.${of}_at < d.${of}_at))`;
const updatesOf = (of: "win" | "multiplier") =>
  [`${of}_key`, of, `${of}_at`]
    .map(column => `${column} = CASE WHEN ${isBetter(of)} THEN excluded.${column} ELSE d.${column} END`)
    .join(", ");

const addSql = `
INSERT INTO projections.best_bets AS d (generation, player_id, currency, game, day, win_key, win, win_at, multiplier_key, multiplier, multiplier_at)
SELECT $1::int, player_id, currency, game, day::date, win_key, win, to_timestamp(win_ms / 1000.0), multiplier_key, multiplier, to_timestamp(multiplier_ms / 1000.0)
FROM unnest($2::uuid[], $3::text[], $4::int2[], $5::text[], $6::uuid[], $7::int8[], $8::int8[], $9::uuid[], $10::int8[], $11::int8[])
  AS b(player_id, currency, game, day, win_key, win, win_ms, multiplier_key, multiplier, multiplier_ms)
ON CONFLICT (generation, day, player_id, currency, game) DO UPDATE SET ${updatesOf("win")}, ${updatesOf("multiplier")}
WHERE ${isBetter("win")} OR ${isBetter("multiplier")}`;

/** Keeps the best bets of wallets whose positions the caller has moved in the same transaction. */
export async function addBestBets(tx: Tx, generation: number, plays: readonly Play[]): Promise<void> {
  const best = bestBetsOf(plays);
  if (best.length === 0) return;
  await tx.query(
    addSql,
    [
      generation,
      uuidArray(best.map(({ playerId }) => playerId)),
      textArray(best.map(({ currency }) => currency)),
      int2Array(best.map(({ game }) => game)),
      textArray(best.map(({ day }) => day)),
      uuidArray(best.map(({ win }) => win.key)),
      int8Array(best.map(({ win }) => win.value)),
      int8Array(best.map(({ win }) => BigInt(win.at))),
      uuidArray(best.map(({ multiplier }) => multiplier.key)),
      int8Array(best.map(({ multiplier }) => multiplier.value)),
      int8Array(best.map(({ multiplier }) => BigInt(multiplier.at))),
    ],
    "projections.best-bets",
  );
}
