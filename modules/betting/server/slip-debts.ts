import type { Queryable } from "#kit/db/db.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { openDebts } from "#modules/debts/server/index.ts";
import type { Slip } from "#modules/wallet/server/index.ts";

/** What a player still owes for corrections, by slip. */
export async function slipDebts(db: Queryable, player: PlayerId): Promise<ReadonlyMap<Uuid, Micros>> {
  const debts = await openDebts(db, player);
  return new Map(debts.filter(({ cause }) => cause === "settlement").map(({ reference, owed }) => [reference, owed]));
}

/** What is still owed for the corrections of one slip. */
export async function owedFor(db: Queryable, { player, key }: Pick<Slip, "player" | "key">): Promise<Micros> {
  return (await slipDebts(db, player)).get(key) ?? micros(0n);
}
