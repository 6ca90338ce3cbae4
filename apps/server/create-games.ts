import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import type { Bets } from "#modules/bets/server/index.ts";
import type { RoundsTable } from "#modules/bets/shared/rounds-table.ts";
import type { Stepwise } from "#modules/engines/stepwise/server/index.ts";
import type { ChainSequences, MultiplayerDraws } from "#modules/fairness/server/index.ts";
import { type GameName, type GameRules, games } from "#modules/games/index.ts";
import { gameServers } from "#modules/games/printed/server.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";

/** Everything that games may need; each uses part of it. */
export interface GameNeeds {
  readonly wallet: Wallet;
  readonly bets: Bets;
  readonly stepwise: Stepwise;
  readonly sequences: ChainSequences;
  readonly draws: MultiplayerDraws;
  /** How long a drain waits for rounds with open bets. */
  readonly drainMs: number;
}

type GameServers = {
  readonly [G in GameName]: (host: Host, needs: GameNeeds, rules: GameRules[G]) => ServerModule;
};
const servers: GameServers = gameServers;

/** The server side of every game, playing by these rules. */
export function createGames(host: Host, needs: GameNeeds, rules: GameRules): readonly ServerModule[] {
  const create = <G extends GameName>(name: G) => servers[name](host, needs, rules[name]);
  return games.map(({ name }) => create(name));
}

/** Where games store their shared rounds, by game. */
export const gameRounds: ReadonlyMap<string, RoundsTable> = new Map(
  games.flatMap((each): [string, RoundsTable][] => (each.rounds ? [[each.name, each.rounds]] : [])),
);
