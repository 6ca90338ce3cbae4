import { join } from "node:path";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import { handle } from "#kit/http/handler.ts";
import manifest from "../module.ts";
import { getTop } from "../shared/contract.ts";
import { type RankNeeds, rankPlayers } from "./rank-players.ts";
import { createTopReader, type ReadNeeds } from "./read-top.ts";
import { forgetPlayer } from "./store.ts";

export interface TopPlayers extends ServerModule {
  /** Ranks by what is folded now; a job does it every minute. */
  rank(): Promise<void>;
}

export type TopPlayersNeeds = Omit<ReadNeeds & RankNeeds, "host">;

/** Who won and staked most, by day, week and month. */
export function createTopPlayers(host: Host, needs: TopPlayersNeeds): TopPlayers {
  const read = createTopReader({ ...needs, host });
  const rank = () => rankPlayers({ ...needs, host });
  return {
    manifest,
    migrations: join(import.meta.dirname, "migrations"),
    rank,
    jobs: [{ name: "top-players-rank", cron: "* * * * *", second: 50, run: rank }],
    onAccountClosed: forgetPlayer,
    handlers: [
      handle(getTop, async ({ session, input: { query } }) => ({
        data: await read({ board: query.board ?? "wins", period: query.period ?? "week", player: session?.player }),
      })),
    ],
  };
}
