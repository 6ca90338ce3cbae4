import type { Queryable } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { AsOf, Conditions } from "#modules/conditions/server/index.ts";
import type { FactRow } from "#modules/conditions/shared/fact.ts";
import { leafHolds } from "#modules/conditions/shared/interpret-rule.ts";
import { dayOf } from "#modules/limits/shared/day.ts";
import { noRates, pricesOfPastDays } from "#modules/rates/server/index.ts";
import type { Verification } from "#modules/verification/server/index.ts";
import { leastStakedEuros } from "../shared/rain.ts";

/** What keeps a player out of a rain; the page says what helps. `closed`: nothing may be given to them. */
export type Missing = "closed" | "contact" | "identity" | "play";

export interface EligibleNeeds {
  readonly conditions: Pick<Conditions, "guards" | "rowOf" | "rowsOf">;
  readonly verification: Pick<Verification, "levelOf">;
}

const contact = { fact: "contact_confirmed", is: true } as const;
const staked = { fact: "staked_30d", currency: "EUR", gte: leastStakedEuros } as const;

/** Facts of now at the day's rates. Fails with `rates_unavailable` where none were ever fixed. */
export async function factsNow(
  { conditions }: Pick<EligibleNeeds, "conditions">,
  on: Queryable,
  players: readonly PlayerId[],
  now: Date,
): Promise<{ readonly rows: ReadonlyMap<PlayerId, FactRow>; readonly asOf: AsOf }> {
  const day = dayOf(now);
  const prices = (await pricesOfPastDays(on, [day])).get(day) ?? noRates();
  const asOf = { now, prices };
  const [first] = players;
  if (first === undefined || players.length > 1) return { rows: await conditions.rowsOf(on, players, asOf), asOf };
  // Of one player only what is asked for is read.
  const row = await conditions.rowOf(on, { all: [contact, staked] }, first, asOf);
  return { rows: new Map(row ? [[first, row]] : []), asOf };
}

/** Undefined for a player who may take part. Test accounts may: all players of a demo are. */
export async function missingOf(
  { conditions, verification }: EligibleNeeds,
  on: Queryable,
  player: PlayerId,
  { rows, asOf }: Awaited<ReturnType<typeof factsNow>>,
): Promise<Missing | undefined> {
  const row = rows.get(player);
  if (!row || conditions.guards.some(({ name }) => name !== "test_account" && row[name] === true)) return "closed";
  if (!leafHolds(contact, row, asOf.prices)) return "contact";
  if ((await verification.levelOf(on, player)) < 1) return "identity";
  return leafHolds(staked, row, asOf.prices) ? undefined : "play";
}
