import { messagesOf } from "#modules/odds/testing/messages.ts";
import type { TestFeed } from "#modules/odds/testing/test-feed.ts";

export type Side = "home" | "away";

/** What happens in a match, and when the feed says so. Milliseconds since 1970. */
export interface Happening {
  readonly kind: "start" | "goal" | "end";
  readonly at: number;
  readonly published: number;
  readonly side?: Side;
}

export interface MatchScript {
  readonly id: string;
  readonly plannedStart: number;
  /** In order of time. */
  readonly happenings: readonly Happening[];
}

/** The prices that a message stated. */
export interface StatedPrices {
  readonly n: number;
  readonly market: string;
  readonly prices: Readonly<Record<string, string>>;
}

const chance = (win: number) => ({ win, half_win: 0, refund: 0, half_lose: 0 });
const outcome = (id: string, price: string, win: number) => ({ id, price, p: chance(win) });
const level = [outcome("home", "2.03", 0.475), outcome("draw", "3.5", 0.265), outcome("away", "3.6", 0.258)];
const leads = (side: Side) => {
  const others = side === "home" ? ["draw", "away"] : ["draw", "home"];
  return [outcome(side, "1.5", 0.63), outcome(others[0] ?? "", "4", 0.23), outcome(others[1] ?? "", "7", 0.13)];
};
const nextGoal = [outcome("home", "1.95", 0.48), outcome("none", "5.5", 0.17), outcome("away", "2.9", 0.33)];

/** What the feed says of a match: prices before the start, then a frame's worth of messages for each happening. */
export function earlyMatch(feed: TestFeed, script: MatchScript) {
  const messages = messagesOf(feed, script.id);
  const stated: StatedPrices[] = [];
  const incidents: object[] = [];
  const score = { home: 0, away: 0 };
  const periods = () => [[score.home, score.away] as const, [0, 0] as const];

  function odds(markets: readonly { readonly id: string; readonly spec: string; readonly outcomes: typeof level }[]) {
    const message = messages.odds(markets.map(market => Object.assign({ status: "active" }, market)));
    for (const { id, spec, outcomes } of markets) {
      const prices = Object.fromEntries(outcomes.map(each => [each.id, each.price]));
      stated.push({ n: message.n, market: `${id} ${spec}`, prices });
    }
    return message;
  }

  const oneXTwo = () => {
    const { home, away } = score;
    const outcomes = home === away ? level : leads(home > away ? "home" : "away");
    return { id: "1x2", spec: "", outcomes };
  };
  const goalMarket = () => ({ id: "next_goal", spec: `goal=${score.home + score.away + 1}`, outcomes: nextGoal });

  function settled(id: string, spec: string, ids: readonly string[], winner: string, at: number) {
    const outcomes = ids.map(each => ({ id: each, result: each === winner ? 1 : 0, void_factor: 0, dead_heat: 1 }));
    return { id, spec, decided_at: at, outcomes };
  }
  const goalSettled = (winner: string, at: number) =>
    settled(
      "next_goal",
      `goal=${score.home + score.away + (winner === "none" ? 1 : 0)}`,
      ["home", "none", "away"],
      winner,
      at,
    );

  function goal({ at, side = "home" }: Happening): readonly object[] {
    score[side] += 1;
    const number = score.home + score.away;
    incidents.push({ id: `g${number}`, kind: "goal", side, period: 1, clock: number * 60, at });
    return [
      messages.stop(),
      messages.state("live", periods().slice(0, 1), [...incidents]),
      messages.settlement("", { markets: [goalSettled(side, at)] }),
      odds([oneXTwo(), goalMarket()]),
    ];
  }

  function start({ at }: Happening): readonly object[] {
    incidents.push({ id: "k", kind: "period_start", period: 1, clock: 0, at });
    return [messages.state("live", [[0, 0]], [...incidents]), odds([oneXTwo(), goalMarket()])];
  }

  function end({ at }: Happening): readonly object[] {
    const winner = score.home === score.away ? "draw" : score.home > score.away ? "home" : "away";
    const markets = [settled("1x2", "", ["home", "draw", "away"], winner, at), goalSettled("none", at)];
    return [messages.stop(), messages.state("ended", periods(), [...incidents]), messages.settlement("", { markets })];
  }

  const messagesOfKind = { start, goal, end };
  return {
    script,
    /** In the order in which they were stated. */
    stated,
    before: (): readonly object[] => [messages.fixture({ start: script.plannedStart }), odds([oneXTwo()])],
    messagesAt: (happening: Happening): readonly object[] => messagesOfKind[happening.kind](happening),
    /** What is offered now, as far as the feed has said. */
    offered: () => (incidents.length === 0 ? [oneXTwo()] : [oneXTwo(), goalMarket()]),
  };
}

export type EarlyMatch = ReturnType<typeof earlyMatch>;
