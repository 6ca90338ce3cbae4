import { ScriptedEvent } from "../events/scripted-event.ts";
import type { DotaMatch } from "../maps/dota.ts";
import { playDota } from "../maps/dota-facts.ts";
import { dotaRules } from "../maps/dota-rules.ts";
import { jointOfDota } from "../maps/joint.ts";
import { mapsToWin } from "../maps/series.ts";
import type { LeagueSport } from "./league-calendar.ts";

const minute = 60_000;

/** A map of about two minutes; the regular one is played in real time, with a draft before it. */
const quickTimes = { second: 55, pause: 8000 };
const regularTimes = { second: 1000, pause: 12 * minute };

/** Dota 2: a circuit of twelve teams and a quick one of eight, best of three. Strengths are logarithms of kills. */
export const dota: LeagueSport<DotaMatch> = {
  sport: "dota2",
  leagues: [
    { id: "ancient1", name: "Open Ancient Circuit", count: 12, quick: false },
    { id: "quickancient1", name: "Quick Ancient Circuit", count: 8, quick: true },
  ],
  esports: true,
  attack: 0.08,
  defence: 0.08,
  startsAt: 12,
  quickEveryMs: 12 * minute,
  longestMs: 360 * minute,
  format: { sets_to_win: mapsToWin },
  coverage: ["live"],
  without: ["var", "half_for_full", "dead_heat", "retired"],
  matchOf: (home, away) => ({ strength: home.attack + home.defence - away.attack - away.defence }),
  replay: (match, random) => playDota(match, random).map(ticks => ({ ticks })),
  play({ match, random, quick, speed }) {
    const { second, pause } = quick ? quickTimes : regularTimes;
    const times = { second: second / speed, pause: pause / speed };
    const rules = dotaRules(match, random, times);
    return {
      pace: 1000 / times.second,
      event: (plan, commands) =>
        new ScriptedEvent(plan, rules, (legs, facts) => jointOfDota(match, legs, facts), commands),
    };
  },
};
