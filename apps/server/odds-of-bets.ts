import { required } from "#kit/std/invariant.ts";
import type { OddsOf } from "#modules/bets/server/index.ts";
import type { Rules, RuleVersions } from "#modules/fairness/shared/rule-versions.ts";
import type { Game } from "#modules/games/game.ts";
import { type GameName, type GameRules, games } from "#modules/games/index.ts";

const watched = games.filter((each: Game) => each.odds !== undefined) as readonly Game[];

/** What bets can pay, of the games whose bets are decided one by one: each under the version of the rules that it was made under. */
export function watchedOdds(rules: GameRules): { readonly games: readonly string[]; readonly oddsOf: OddsOf } {
  const oddsOf: OddsOf = ({ game, rulesVersion, choice }) => {
    const own = required(
      watched.find(({ name }) => name === game),
      `${game} has no odds`,
    );
    const versions: RuleVersions<Rules> = rules[game as GameName];
    return required(own.odds, "watched games have odds")(versions.rulesOf(rulesVersion), choice);
  };
  return { games: watched.map(({ name }) => name), oddsOf };
}
