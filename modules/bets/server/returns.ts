import type { RouteOutput } from "#kit/contract/route.ts";
import type { Queryable } from "#kit/db/db.ts";
import type { Clock } from "#kit/host/host.ts";
import { returnedShares, returnsCountedAt } from "#modules/wallet/server/index.ts";
import type { getReturns } from "../shared/contract.ts";
import { measuredReturn } from "../shared/measured-return.ts";

type Returns = RouteOutput<typeof getReturns>["data"];

/** A job counts bets every ten minutes: reading changes nothing. */
const cacheMs = 60_000;

/** A game's designed return, and the version of its rules. */
export interface Designed {
  readonly percent: number;
  readonly rulesVersion: string;
}

interface Needs {
  readonly clock: Clock;
  /** The return that each game is designed for, under the rules in force. */
  readonly designed: ReadonlyMap<string, Designed>;
  readonly db: Queryable;
}

/** Measured return compared with the designed one by game, as of the last count. Only bets under the current rules count. */
export function createReturns({ clock, designed, db }: Needs): () => Promise<Returns> {
  let cached: { readonly until: number; readonly made: Promise<Returns> } | undefined;

  async function make(): Promise<Returns> {
    const counted = await returnedShares(db);
    const at = (await returnsCountedAt(db)) ?? new Date(clock.now());
    const games = [...designed].map(([game, { percent, rulesVersion }]) => {
      const share = counted.find(each => each.game === game && each.rulesVersion === rulesVersion);
      const { bets, mean, deviation } = share ?? { bets: 0, mean: 0, deviation: 0 };
      return { game, designed: String(percent), bets, result: measuredReturn(bets, mean, deviation) };
    });
    return { at: at.toISOString(), games };
  }

  return () => {
    if (cached && cached.until > clock.monotonic()) return cached.made;
    const made = make();
    cached = { until: clock.monotonic() + cacheMs, made };
    made.catch(() => {
      cached = undefined;
    });
    return made;
  };
}
