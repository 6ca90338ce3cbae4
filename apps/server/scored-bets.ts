import type { Rules, RuleVersions } from "#modules/fairness/shared/rule-versions.ts";
import type { Game } from "#modules/games/game.ts";
import { type GameName, type GameRules, games } from "#modules/games/index.ts";
import type { JackpotFacts } from "#modules/jackpots/server/index.ts";
import type { ReturnedOf } from "#modules/projections/server/index.ts";
import type { BetFacts } from "#modules/tournaments/server/bet-facts.ts";

const registered: readonly Game[] = games;

/** What tournaments ask about a bet: only of our own games that are not between players. */
export const scoredBets = (rules: GameRules, returnedOf: ReturnedOf): BetFacts => ({
  counts: name => registered.some(game => game.name === name && game.engine !== "multiplayer"),
  countsProviders: false,
  returnedOf,
  paysAt({ game: name, rulesVersion, choice }) {
    const versions: RuleVersions<Rules> = rules[name as GameName];
    return registered.find(game => game.name === name)?.paysAt?.(versions.rulesOf(rulesVersion), choice);
  },
});

/** What jackpots ask: the word of an entry is of the player's own seeds, so the game has bets that those decide. */
export const jackpotFacts = (returnedOf: ReturnedOf): JackpotFacts => ({
  counts: name => registered.some(game => game.name === name && game.proofs.some(({ kind }) => kind === "seeds")),
  returnedOf,
});
