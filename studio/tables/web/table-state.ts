import type { Json } from "#kit/std/json.ts";
import type { Crowd, RoundFacts, SeatFacts, SocketMessage, TableSnapshot, Winner } from "../shared/calls.ts";

/** What a browser knows of the table. */
export interface TableState {
  readonly seq: number;
  readonly round: RoundFacts | null;
  readonly history: readonly { readonly number: number; readonly outcome: Json }[];
  readonly crowd: Crowd;
  readonly players: number;
  readonly winners: readonly Winner[];
  readonly seats: readonly SeatFacts[];
  readonly watching: number;
  readonly chainHead: string | null;
}

export const emptyState: TableState = {
  seq: 0,
  round: null,
  history: [],
  crowd: {},
  players: 0,
  winners: [],
  seats: [],
  watching: 0,
  chainHead: null,
};

const historyLength = 500;

function fromSnapshot(state: TableState, snapshot: TableSnapshot): TableState {
  const { seq, round, history, crowd, players, winners, seats, chain_head: chainHead } = snapshot;
  return { seq, round, history, crowd, players, winners, seats, watching: state.watching, chainHead };
}

/** The state after a message. `"gap"`: an event is missing, a snapshot has to be asked for. */
export function nextState(state: TableState, message: SocketMessage): TableState | "gap" {
  if (message.type === "snapshot") return fromSnapshot(state, message);
  if (message.type === "watching") return { ...state, watching: message.count };
  if (message.type !== "event" || message.seq <= state.seq) return state;
  if (message.seq !== state.seq + 1) return "gap";
  const { seq, event } = message;
  switch (event.type) {
    case "round":
      return withRound({ ...state, seq }, event.round);
    case "crowd": {
      const isHere = event.round === state.round?.number;
      return isHere ? { ...state, seq, crowd: event.crowd, players: event.players } : { ...state, seq };
    }
    case "seats":
      return { ...state, seq, seats: event.seats };
    case "paid":
      return { ...state, seq, winners: event.winners };
  }
}

function withRound(state: TableState, round: RoundFacts): TableState {
  const isNew = round.number !== state.round?.number;
  const fresh = isNew ? { crowd: {}, players: 0 } : {};
  const isResult = round.phase === "settled" && state.history[0]?.number !== round.number;
  const result = { number: round.number, outcome: round.outcome };
  const history = isResult ? [result, ...state.history].slice(0, historyLength) : state.history;
  return { ...state, ...fresh, round, history };
}
