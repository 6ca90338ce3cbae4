import { ScriptedEvent } from "../events/scripted-event.ts";
import { type HockeyMatch, periodSeconds } from "../hockey/hockey.ts";
import { playHockey } from "../hockey/hockey-facts.ts";
import { hockeyRules } from "../hockey/hockey-rules.ts";
import { jointOfHockey } from "../hockey/joint.ts";
import type { LeagueSport } from "./league-calendar.ts";

const minute = 60_000;

/** A match of about five minutes; the regular one takes two and a half hours with its stoppages. */
const quickTimes = { second: 75, pause: 8000, shootOut: 20_000 };
const regularTimes = { second: 1900, pause: 15 * minute, shootOut: 5 * minute };

/** Mean goals of a side, and the logarithm of what the ice at home adds. */
const average = 2.95;
const homeAdvantage = 0.06;

/** Ice hockey: a league of twelve and a quick one of eight. Strengths are logarithms of goals. */
export const hockey: LeagueSport<HockeyMatch> = {
  sport: "ice_hockey",
  leagues: [
    { id: "hockey1", name: "Union Hockey League", count: 12, quick: false },
    { id: "quickhockey1", name: "Quick Hockey League", count: 8, quick: true },
  ],
  attack: 0.13,
  defence: 0.12,
  startsAt: 15,
  quickEveryMs: 6.5 * minute,
  longestMs: 360 * minute,
  format: { period_seconds: periodSeconds },
  coverage: ["live"],
  without: ["var", "half_for_full", "dead_heat", "retired"],
  matchOf: (home, away) => ({
    home: average * Math.exp(homeAdvantage + home.attack - away.defence),
    away: average * Math.exp(-homeAdvantage + away.attack - home.defence),
  }),
  replay: playHockey,
  play({ match, random, quick, speed }) {
    const { second, pause, shootOut } = quick ? quickTimes : regularTimes;
    const times = { second: second / speed, pause: pause / speed, shootOut: shootOut / speed };
    const rules = hockeyRules(match, random, times);
    return {
      pace: 1000 / times.second,
      event: (plan, commands) =>
        new ScriptedEvent(plan, rules, (legs, facts) => jointOfHockey(match, legs, facts), commands),
    };
  },
};
