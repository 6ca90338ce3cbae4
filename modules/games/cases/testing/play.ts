import { ask, type Play } from "#assurance/simulation/actions.ts";
import { casesRules } from "../shared/rules.ts";

const { cases } = casesRules.current;

/** A turn of a simulated player. */
export const play: Play = async needs =>
  void (await ask(needs, {
    name: "POST /api/v1/games/cases/bets",
    body: { slug: cases[needs.chance.below(cases.length)]?.slug, count: 1 + needs.chance.below(5) },
  }));
