import type { RouteOutput } from "#kit/contract/route.ts";
import type { Clock } from "#kit/host/host.ts";
import type { ReturnedShare } from "#modules/wallet/server/index.ts";
import type { getReturns } from "../shared/contract.ts";
import { measuredReturn } from "../shared/measured-return.ts";

type Returns = RouteOutput<typeof getReturns>["data"];

/** Every settled bet is read for it. */
const keptMs = 3_600_000;

interface Needs {
  readonly clock: Clock;
  /** Designed returns in percent, by game. */
  readonly designed: ReadonlyMap<string, number>;
  /** Of all bets but those of test accounts. */
  readonly shares: () => Promise<readonly ReturnedShare[]>;
}

/** Measured beside designed return, game by game, at most an hour old. */
export function createReturns({ clock, designed, shares }: Needs): () => Promise<Returns> {
  let kept: { readonly until: number; readonly made: Promise<Returns> } | undefined;

  async function make(): Promise<Returns> {
    const known = new Map((await shares()).map(share => [share.game, share]));
    const games = [...designed].map(([game, percent]) => {
      const { bets, mean, deviation } = known.get(game) ?? { bets: 0, mean: 0, deviation: 0 };
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
