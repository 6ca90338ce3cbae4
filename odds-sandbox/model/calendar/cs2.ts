import { ScriptedEvent } from "../events/scripted-event.ts";
import type { Cs2Match, MapChances } from "../maps/cs2.ts";
import { playCs2 } from "../maps/cs2-facts.ts";
import { cs2Rules, roundSeconds } from "../maps/cs2-rules.ts";
import { jointOfCs2 } from "../maps/joint.ts";
import { mapsToWin } from "../maps/series.ts";
import type { Club, LeagueSport } from "./league-calendar.ts";

const minute = 60_000;

/** A map of about two minutes; the regular one takes forty. */
const quickTimes = { round: 5000, pause: 8000 };
const regularTimes = { round: 110_000, pause: 10 * minute };

/** Round chances are logistic in the difference of strengths; defenders win a little more of them on average. */
const defending = 0.12;
/** What the three maps favour, for the defenders. */
const maps = [0.1, -0.06, 0.02] as const;

const chance = (strength: number) => 1 / (1 + Math.exp(-strength));

/** Teams are better on some maps than on others: `defence` is what a team is stronger by on the second one than on the first. */
function mapChances(home: Club, away: Club, map: number): MapChances {
  const taste = map === 1 ? home.defence - away.defence : 0;
  const strength = home.attack - away.attack + taste;
  const edge = defending + (maps[map] ?? 0);
  return { defending: chance(strength + edge), attacking: chance(strength - edge) };
}

/** Counter-Strike 2: a circuit of twelve teams and a quick one of eight, best of three. */
export const cs2: LeagueSport<Cs2Match> = {
  sport: "cs2",
  leagues: [
    { id: "strike1", name: "Open Strike Circuit", count: 12, quick: false },
    { id: "quickstrike1", name: "Quick Strike Circuit", count: 8, quick: true },
  ],
  esports: true,
  attack: 0.13,
  defence: 0.1,
  startsAt: 13,
  quickEveryMs: 7 * minute,
  longestMs: 480 * minute,
  format: { sets_to_win: mapsToWin },
  coverage: ["live"],
  without: ["var", "half_for_full", "dead_heat", "retired"],
  matchOf: (home, away) => ({
    maps: [mapChances(home, away, 0), mapChances(home, away, 1), mapChances(home, away, 2)],
  }),
  replay: (match, random) => playCs2(match, random).map(rounds => ({ rounds })),
  play({ match, random, quick, speed }) {
    const { round, pause } = quick ? quickTimes : regularTimes;
    const times = { round: round / speed, pause: pause / speed };
    const rules = cs2Rules(match, random, times);
    return {
      pace: (roundSeconds * 1000) / times.round,
      event: (plan, commands) =>
        new ScriptedEvent(plan, rules, (legs, facts) => jointOfCs2(match, legs, facts), commands),
    };
  },
};
