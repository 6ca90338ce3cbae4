import { returnedByStored } from "#modules/betting/shared/slip-value.ts";
import type { Rules, RuleVersions } from "#modules/fairness/shared/rule-versions.ts";
import type { Game } from "#modules/games/game.ts";
import { type GameName, type GameRules, games } from "#modules/games/index.ts";
import type { ReturnedOf } from "#modules/projections/server/index.ts";
import { publishedReturn, type Registry } from "#modules/providers/server/index.ts";

const registered: readonly Game[] = games;

/** What a bet of any game returns on average: by its rules under their version, or as its provider publishes; of a slip by the chances that its prices were made from. */
export const returnedByBets =
  (rules: GameRules, registry: Pick<Registry, "byAccount">): ReturnedOf =>
  ({ game, rulesVersion, choice }) => {
    if (game === "betting") return returnedByStored(choice);
    const own = registered.find(({ name }) => name === game);
    if (!own) return publishedReturn(registry, game, choice);
    const versions: RuleVersions<Rules> = rules[game as GameName];
    return own.returned(versions.rulesOf(rulesVersion), choice);
  };
