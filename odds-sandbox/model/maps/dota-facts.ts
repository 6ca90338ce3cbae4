import type { Side } from "../events/rules.ts";
import type { RandomStream } from "../random.ts";
import { type DotaMatch, endingChance, killRates, tickSeconds, winningChance } from "./dota.ts";
import { afterMap, mapsToWin, type Pair } from "./series.ts";

/** Facts so far. */
export interface DotaFacts {
  /** Kills of each map, the running one included. */
  readonly maps: readonly Pair[];
  /** Length of each map, in seconds. */
  readonly lengths: readonly number[];
  readonly winners: readonly Side[];
  readonly won: Pair;
  readonly onBreak: boolean;
  readonly phase: "open" | "over" | "abandoned";
}

export const beforeDraft: DotaFacts = {
  maps: [],
  lengths: [],
  winners: [],
  won: [0, 0],
  onBreak: false,
  phase: "open",
};

export const startOfMap = (facts: DotaFacts): DotaFacts =>
  Object.assign({}, facts, {
    maps: [...facts.maps, [0, 0] as Pair],
    lengths: [...facts.lengths, 0],
    onBreak: false,
  });

/** What a tick of a map has brought; `ended` says after how many of its seconds the map ended, and who won it. */
export interface Tick {
  readonly kills: Pair;
  readonly ended?: { readonly after: number; readonly winner: Side };
}

export function afterTick(facts: DotaFacts, { kills, ended }: Tick): DotaFacts {
  const [home, away] = facts.maps.at(-1) ?? [0, 0];
  const maps = [...facts.maps.slice(0, -1), [home + kills[0], away + kills[1]] as Pair];
  const lengths = [...facts.lengths.slice(0, -1), (facts.lengths.at(-1) ?? 0) + (ended?.after ?? tickSeconds)];
  if (!ended) return Object.assign({}, facts, { maps, lengths });
  const won = afterMap(facts.won, ended.winner === "home");
  const isOver = Math.max(...won) === mapsToWin;
  return {
    maps,
    lengths,
    winners: [...facts.winners, ended.winner],
    won,
    onBreak: !isOver,
    phase: isOver ? "over" : "open",
  };
}

/** A match, map by map and tick by tick, from one stream of numbers. */
export function playDota(match: DotaMatch, random: RandomStream): readonly (readonly Tick[])[] {
  const played: Tick[][] = [];
  for (let facts = beforeDraft; facts.phase === "open"; ) {
    facts = startOfMap(facts);
    const ticks: Tick[] = [];
    while (facts.phase === "open" && !facts.onBreak) {
      const tick = playTick(match, facts, ticks.length + 1, random);
      ticks.push(tick);
      facts = afterTick(facts, tick);
    }
    played.push(ticks);
  }
  return played;
}

function playTick(match: DotaMatch, facts: DotaFacts, number: number, random: RandomStream): Tick {
  const [home, away] = killRates(match, facts.maps.length, number);
  const kills: Pair = [killsIn(home, random), killsIn(away, random)];
  if (random.next() >= endingChance(number)) return { kills };
  const before = facts.maps.at(-1) ?? [0, 0];
  const lead = before[0] + kills[0] - before[1] - kills[1];
  const winner = random.next() < winningChance(lead) ? "home" : "away";
  return { kills, ended: { after: 1 + random.below(tickSeconds), winner } };
}

/** A Poisson number by the inverse of its distribution. */
function killsIn(mean: number, random: RandomStream): number {
  const u = random.next();
  let chance = Math.exp(-mean);
  let below = chance;
  let kills = 0;
  while (u >= below && chance > 1e-12) {
    kills++;
    chance *= mean / kills;
    below += chance;
  }
  return kills;
}
