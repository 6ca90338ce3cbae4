import { expect, test } from "vitest";
import type { RoundFacts, SocketMessage, TableSnapshot } from "../shared/calls.ts";
import { emptyState, nextState, type TableState } from "./table-state.ts";

const facts = (number: number, phase: RoundFacts["phase"], outcome: RoundFacts["outcome"] = null): RoundFacts => ({
  number,
  phase,
  opened_at: 0,
  closes_at: 20_000,
  beacon_round: 7,
  beacon_due_at: 22_000,
  link_hash: "a".repeat(64),
  entries: null,
  entries_hash: null,
  link: null,
  beacon_value: null,
  outcome,
  dealt_at: null,
  settles_at: null,
  next_at: null,
  void_reason: null,
});
const snapshot: TableSnapshot = {
  type: "snapshot",
  seq: 10,
  now: 0,
  round: facts(5, "betting"),
  history: [{ number: 4, outcome: { number: 17 } }],
  crowd: { red: 2 },
  players: 2,
  winners: [],
  chain_head: null,
};
const event = (seq: number, round: RoundFacts): SocketMessage => ({
  type: "event",
  seq,
  now: 0,
  event: { type: "round", round },
});
const after = (state: TableState, message: SocketMessage) => nextState(state, message) as TableState;

test("events follow the snapshot in their order; one that is known already changes nothing", () => {
  const start = after(emptyState, snapshot);
  const closed = after(start, event(11, facts(5, "closed")));
  expect([closed.seq, closed.round?.phase, closed.crowd]).toEqual([11, "closed", { red: 2 }]);
  expect(after(closed, event(11, facts(5, "betting")))).toBe(closed);
});

test("a missing event is a gap, and the next snapshot closes it", () => {
  const start = after(emptyState, snapshot);
  expect(nextState(start, event(12, facts(5, "dealing")))).toBe("gap");
  expect(after(start, { ...snapshot, seq: 20, round: facts(6, "betting") }).round?.number).toBe(6);
});

test("a settled round enters the history once, and a new one begins without bets", () => {
  const settled = after(after(emptyState, snapshot), event(11, facts(5, "settled", { number: 0 })));
  expect(settled.history.map(({ number }) => number)).toEqual([5, 4]);
  const next = after(settled, event(12, facts(6, "betting")));
  expect([next.crowd, next.players, next.history.length]).toEqual([{}, 0, 2]);
});
