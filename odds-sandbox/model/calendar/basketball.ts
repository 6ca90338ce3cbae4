import { ScriptedEvent } from "../events/scripted-event.ts";
import type { BasketballMatch, PossessionChances } from "../possessions/basketball.ts";
import { playBasketball } from "../possessions/basketball-facts.ts";
import { basketballRules, quarterSeconds } from "../possessions/basketball-rules.ts";
import { jointOfBasketball } from "../possessions/joint.ts";
import type { LeagueSport } from "./league-calendar.ts";

const minute = 60_000;

/** A match of about six minutes: a possession of each side in 3.3 s. The regular one takes two hours. */
const quickTimes = { possession: 3300, pause: 8000 };
const regularTimes = { possession: 62_000, pause: 300_000 };

const homeAdvantage = 0.012;
const average = 1.1;

/** Chances of a possession with this mean: misses, free throws, two and three points in the usual proportions. */
export function possessionChances(mean: number): PossessionChances {
  const scale = mean / average;
  const [one, two, three] = [0.06 * scale, 0.355 * scale, 0.11 * scale];
  return [1 - one - two - three, one, two, three];
}

/** Basketball: a league of twelve and a quick one of eight. Strengths are points of a possession, scored and allowed. */
export const basketball: LeagueSport<BasketballMatch> = {
  sport: "basketball",
  leagues: [
    { id: "basket1", name: "Union Basketball League", count: 12, quick: false },
    { id: "quickbasket1", name: "Quick Basketball League", count: 8, quick: true },
  ],
  attack: 0.035,
  defence: 0.03,
  startsAt: 18,
  quickEveryMs: 6.5 * minute,
  longestMs: 300 * minute,
  format: { quarter_seconds: quarterSeconds },
  coverage: ["live", "race"],
  without: ["var", "half_for_full", "dead_heat", "retired"],
  matchOf: (home, away) => ({
    home: possessionChances(average + homeAdvantage + home.attack - away.defence),
    away: possessionChances(average - homeAdvantage + away.attack - home.defence),
  }),
  replay: (match, random) => playBasketball(match, random).map(({ points }) => ({ points })),
  play({ match, random, quick, speed }) {
    const times = quick ? quickTimes : regularTimes;
    const paced = { possession: times.possession / speed, pause: times.pause / speed };
    const rules = basketballRules(match, random, paced);
    return {
      // Seconds of a quarter by its possessions, in seconds of the clock.
      pace: (quarterSeconds * 1000) / (25 * paced.possession),
      event: (plan, commands) =>
        new ScriptedEvent(plan, rules, (legs, facts) => jointOfBasketball(match, legs, facts), commands),
    };
  },
};
