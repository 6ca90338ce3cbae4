import type { PlayedRow } from "#modules/wallet/server/index.ts";
import { type Contribution, contributionOf } from "../shared/contributions.ts";

/** A transfer of a game with what it adds, computed once for all sums. */
export interface Play {
  readonly row: PlayedRow;
  readonly added: Contribution;
}

/** Of transfers of wallets those that are play. */
export function playsOf(rows: readonly PlayedRow[]): readonly Play[] {
  const plays: Play[] = [];
  for (const row of rows) {
    const added = row.isPlay ? contributionOf(row) : undefined;
    if (added) plays.push({ row, added });
  }
  return plays;
}

/** Those of wallets that the fold has taken, of all that moved: nearly always each of them. */
export function playsOfTaken(
  plays: readonly Play[],
  taken: readonly { readonly playerId: string; readonly currency: string }[],
  moved: number,
): readonly Play[] {
  if (taken.length === moved) return plays;
  const wallets = new Set(taken.map(({ playerId, currency }) => playerId + currency));
  return plays.filter(({ row }) => wallets.has(row.playerId + row.currency));
}
