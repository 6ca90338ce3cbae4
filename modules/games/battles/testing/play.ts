import { type Play, playMultiplayer } from "#assurance/simulation/actions.ts";
import { casesRules } from "#modules/games/cases/shared/rules.ts";

const { cases } = casesRules.current;

/** A turn of a simulated player. */
export const play: Play = playMultiplayer("/api/v1/games/cases/battles", "battles", chance => ({
  cases: [cases[chance.below(3)]?.slug, cases[chance.below(3)]?.slug],
  seats: chance.pick([2, 2, 3]),
}));
