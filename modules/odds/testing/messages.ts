import type { TestFeed } from "./test-feed.ts";

/** Messages of one football match, as the sandbox sends them. */
export const match = "m:fb:1";

const p = (win: number) => ({ win, half_win: 0, refund: 0, half_lose: 0 });

export const three = (home = "2.03", draw = "3.5", away = "3.6") => [
  { id: "home", price: home, p: p(0.475865) },
  { id: "draw", price: draw, p: p(0.265299) },
  { id: "away", price: away, p: p(0.258836) },
];

export const oneXTwo = (outcomes: readonly object[] = three(), status = "active") => ({
  id: "1x2",
  spec: "",
  status,
  outcomes,
});

export const total = (line: string, over: string, under: string, status = "active") => ({
  id: "total",
  spec: `total=${line}`,
  status,
  outcomes: [
    { id: "over", price: over, p: p(0.4) },
    { id: "under", price: under, p: p(0.4) },
  ],
});

const settled = (id: string, result: 0 | 1) => ({ id, result, void_factor: 0, dead_heat: 1 });

/** `nextNumber`: of the next message about this event. */
export function messagesOf(feed: TestFeed, event = match, nextNumber = () => feed.n(event)) {
  const base = (type: string, n = nextNumber()) => ({ type, event, n, at: feed.now });
  return {
    fixture: (changes: object = {}) =>
      Object.assign(
        base("fixture"),
        {
          sport: "football",
          kind: "match",
          category: { id: "c:arden", name: "Arden" },
          tournament: { id: "t:arden1", name: "Arden First League" },
          start: feed.now + 3_600_000,
          status: "not_started",
          competitors: [{ id: "k:ravenmoor" }, { id: "k:saltby" }],
        },
        changes,
      ),
    odds: (markets: readonly object[] = [oneXTwo()], changes: object = {}) =>
      Object.assign(base("odds_change"), { reason: "time", markets }, changes),
    stop: (groups: "all" | readonly string[] = "all", changes: object = {}) =>
      Object.assign(base("bet_stop"), { groups }, changes),
    state: (status: string, score: readonly (readonly [number, number])[], incidents: readonly object[] = []) =>
      Object.assign(base("event_state"), {
        status,
        clock: { seconds: 0, period: Math.max(1, score.length), stopped: false },
        score: { total: [sumOf(score, 0), sumOf(score, 1)], periods: score },
        incidents,
      }),
    settlement: (winner: string, changes: object = {}) =>
      Object.assign(
        base("bet_settlement"),
        {
          certainty: 2,
          markets: [
            {
              id: "1x2",
              spec: "",
              decided_at: feed.now,
              outcomes: ["home", "draw", "away"].map(id => settled(id, id === winner ? 1 : 0)),
            },
          ],
        },
        changes,
      ),
    rollback: () => Object.assign(base("rollback_bet_settlement"), { markets: [{ id: "1x2", spec: "" }] }),
    cancel: (changes: object = {}) =>
      Object.assign(base("bet_cancel"), { markets: [{ id: "1x2", spec: "" }], reason: "wrong price" }, changes),
    rollbackCancel: (changes: object = {}) =>
      Object.assign(base("rollback_bet_cancel"), { markets: [{ id: "1x2", spec: "" }] }, changes),
  };
}

const sumOf = (score: readonly (readonly [number, number])[], side: 0 | 1) =>
  score.reduce((all, pair) => all + pair[side], 0);
