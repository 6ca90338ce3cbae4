import { ScriptedEvent } from "../events/scripted-event.ts";
import { jointOfVolleyball } from "../volleyball/joint.ts";
import { setsToWin, type VolleyballMatch } from "../volleyball/volleyball.ts";
import { playVolleyball } from "../volleyball/volleyball-facts.ts";
import { rallySeconds, volleyballRules } from "../volleyball/volleyball-rules.ts";
import type { LeagueSport } from "./league-calendar.ts";

const minute = 60_000;

/** A match of five to six minutes; the regular one takes an hour and a half. */
const quickTimes = { rally: 1700, pause: 8000 };
const regularTimes = { rally: 26_000, pause: 3 * minute };

/** A team that serves wins two of five rallies; at home both teams' chances move by this. */
const onServe = 0.4;
const homeAdvantage = 0.006;

/** Volleyball: a league of twelve and a quick one of eight. Strengths are chances of a rally, by serve and by reception. */
export const volleyball: LeagueSport<VolleyballMatch> = {
  sport: "volleyball",
  leagues: [
    { id: "volley1", name: "Union Volleyball League", count: 12, quick: false },
    { id: "quickvolley1", name: "Quick Volleyball League", count: 8, quick: true },
  ],
  attack: 0.018,
  defence: 0.018,
  startsAt: 16,
  quickEveryMs: 10 * minute,
  longestMs: 240 * minute,
  format: { sets_to_win: setsToWin },
  coverage: ["live"],
  without: ["var", "half_for_full", "dead_heat", "retired"],
  matchOf: (home, away) => ({
    serving: onServe + homeAdvantage + home.attack - away.defence,
    receiving: 1 - onServe + homeAdvantage + home.defence - away.attack,
  }),
  replay: playVolleyball,
  play({ match, random, quick, speed }) {
    const { rally, pause } = quick ? quickTimes : regularTimes;
    const times = { rally: rally / speed, pause: pause / speed };
    const rules = volleyballRules(match, random, times);
    return {
      pace: (rallySeconds * 1000) / times.rally,
      event: (plan, commands) =>
        new ScriptedEvent(plan, rules, (legs, facts) => jointOfVolleyball(match, legs, facts), commands),
    };
  },
};
