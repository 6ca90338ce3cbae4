import type { RouteOutput } from "#kit/contract/route.ts";
import type { Clock } from "#kit/host/host.ts";
import type { ReturnedShare } from "#modules/wallet/server/index.ts";
import type { getReturns } from "../shared/contract.ts";
import { measuredReturn } from "../shared/measured-return.ts";

type Returns = RouteOutput<typeof getReturns>["data"];

const keptMs = 3_600_000;

/** What a game is built to return, and under which version of its rules. */
export interface Designed {
  readonly percent: number;
  readonly rulesVersion: string;
}

interface Needs {
  readonly clock: Clock;
  /** By game, under the rules in force. */
  readonly designed: ReadonlyMap<string, Designed>;
  /** Of all bets but those of test accounts. */
  readonly shares: () => Promise<readonly ReturnedShare[]>;
}

/** Measured beside designed return, game by game, at most an hour old. Bets under other rules than those in force do not count. */
export function createReturns({ clock, designed, shares }: Needs): () => Promise<Returns> {
  let kept: { readonly until: number; readonly made: Promise<Returns> } | undefined;

  async function make(): Promise<Returns> {
    const counted = await shares();
    const games = [...designed].map(([game, { percent, rulesVersion }]) => {
      const share = counted.find(each => each.game === game && each.rulesVersion === rulesVersion);
      const { bets, mean, deviation } = share ?? { bets: 0, mean: 0, deviation: 0 };
      return { game, designed: String(percent), bets, result: measuredReturn(bets, mean, deviation) };
    });
    return { at: new Date(clock.now()).toISOString(), games };
  }

  return () => {
    if (kept && kept.until > clock.monotonic()) return kept.made;
    const made = make();
    kept = { until: clock.monotonic() + keptMs, made };
    made.catch(() => {
      kept = undefined;
    });
    return made;
  };
}
