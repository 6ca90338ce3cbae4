import type { ChannelEvent, ChannelSnapshot } from "#kit/contract/channel.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import { withOwnBet } from "#modules/engines/shared-rounds/web/own-bets.ts";
import type { CrashOwnBet, CrashPastRound, CrashState, crashChannel } from "../shared/contract.ts";
import { type CrashRow, rowOf } from "../shared/feed-row.ts";

/** The page's state of the shared round: the channel's snapshot, updated by its events. Times are server milliseconds. */
export interface CrashView {
  /** Number of snapshots applied; 0: nothing is known of the round yet. */
  readonly snapshots: number;
  readonly round: number | null;
  readonly state: CrashState | null;
  readonly commitment: string | null;
  readonly salt: string | null;
  readonly bettingEndsAtMs: number | null;
  readonly startedAtMs: number | null;
  /** Hundredths; null before the crash. */
  readonly point: number | null;
  readonly bets: readonly CrashRow[];
  readonly betCount: number;
  readonly stillIn: number;
  /** The player's own bets of this round. */
  readonly mine: readonly CrashOwnBet[];
  readonly history: readonly CrashPastRound[];
  readonly winCaps: Readonly<Record<string, { amount: string; max_multiplier: string }>>;
}

export const historyLimit = 24;
export const rowLimit = 200;

export const emptyCrashView: CrashView = {
  snapshots: 0,
  round: null,
  state: null,
  commitment: null,
  salt: null,
  bettingEndsAtMs: null,
  startedAtMs: null,
  point: null,
  bets: [],
  betCount: 0,
  stillIn: 0,
  mine: [],
  history: [],
  winCaps: {},
};

export type CrashSnapshot = ChannelSnapshot<typeof crashChannel>;
export type CrashEvent = ChannelEvent<typeof crashChannel>;

const time = (text: string | null): number | null => (text === null ? null : Date.parse(text));
/** "2.99" or "2.9900" as hundredths. */
export const hundredths = (text: string): number => Number(parseDecimal(text) / 10_000n);

export function viewOfSnapshot(snapshot: CrashSnapshot, before: CrashView = emptyCrashView): CrashView {
  return {
    snapshots: before.snapshots + 1,
    round: snapshot.round,
    state: snapshot.state,
    commitment: snapshot.commitment,
    salt: snapshot.salt,
    bettingEndsAtMs: time(snapshot.betting_ends_at),
    startedAtMs: time(snapshot.started_at),
    point: snapshot.point === null ? null : hundredths(snapshot.point),
    bets: snapshot.bets.map(rowOf),
    betCount: snapshot.bet_count,
    stillIn: snapshot.still_in,
    mine: snapshot.mine,
    history: snapshot.history.slice(0, historyLimit),
    winCaps: snapshot.win_caps,
  };
}

/** Applies one event of the channel. Events of a round other than the current one are ignored: the next snapshot corrects the state. */
export function applyCrash(view: CrashView, message: CrashEvent): CrashView {
  switch (message.event) {
    case "betting":
      return opened(view, message.data);
    case "mine":
      return withOwnBet(view, message.data.bet);
    case "settled":
    case "voided":
      return finished(view, message.data.round, message.event);
    default:
      return message.data.round === view.round ? inRound(view, message) : view;
  }
}

function opened(view: CrashView, data: Extract<CrashEvent, { event: "betting" }>["data"]): CrashView {
  return {
    ...view,
    round: data.round,
    state: "betting",
    commitment: data.commitment,
    salt: data.salt,
    bettingEndsAtMs: Date.parse(data.betting_ends_at),
    startedAtMs: null,
    point: null,
    bets: [],
    betCount: 0,
    stillIn: 0,
    mine: view.mine.filter(bet => bet.round === data.round),
    winCaps: data.win_caps,
  };
}

type InRound = Extract<CrashEvent, { event: "joins" | "locked" | "fly" | "cash_outs" | "crash" }>;

function inRound(view: CrashView, message: InRound): CrashView {
  switch (message.event) {
    case "joins":
      return joined(view, message.data);
    case "locked":
      return { ...view, state: "locked", bettingEndsAtMs: null };
    case "fly":
      return { ...view, state: "flying", bettingEndsAtMs: null, startedAtMs: Date.parse(message.data.started_at) };
    case "cash_outs":
      return cashedOut(view, message.data);
    case "crash":
      return { ...view, state: "crashed", point: hundredths(message.data.point), stillIn: 0 };
  }
}

function joined(view: CrashView, data: Extract<CrashEvent, { event: "joins" }>["data"]): CrashView {
  const known = new Set(view.bets.map(row => row.id));
  const fresh = data.bets.map(rowOf).filter(row => !known.has(row.id));
  return {
    ...view,
    bets: [...view.bets, ...fresh].slice(0, rowLimit),
    betCount: data.bet_count,
    stillIn: data.bet_count,
    winCaps: { ...view.winCaps, ...data.win_caps },
  };
}

function cashedOut(view: CrashView, data: Extract<CrashEvent, { event: "cash_outs" }>["data"]): CrashView {
  const out = new Map(data.bets.map(([id, at, payout]) => [id, { at, payout }]));
  return {
    ...view,
    bets: view.bets.map(row => {
      const bet = out.get(row.id);
      return bet ? { ...row, cashed_out_at: bet.at, payout: bet.payout } : row;
    }),
    stillIn: data.still_in,
  };
}

function finished(view: CrashView, past: CrashPastRound, state: "settled" | "voided"): CrashView {
  const history = [past, ...view.history.filter(each => each.round !== past.round)].slice(0, historyLimit);
  if (past.round !== view.round) return { ...view, history };
  return { ...view, history, state, point: hundredths(past.point), stillIn: 0 };
}

/** Rows in display order: running bets first, then the latest cash-outs, larger before smaller. */
export function tableRows(view: CrashView): readonly CrashRow[] {
  const height = (row: CrashRow): number =>
    row.cashed_out_at === null ? Number.MAX_SAFE_INTEGER : hundredths(row.cashed_out_at);
  return [...view.bets].sort((a, b) => height(b) - height(a));
}

/** This round's stakes in one currency, of the known rows. */
export function stakesIn(view: CrashView, currency: Currency): bigint {
  return view.bets.reduce((sum, row) => (row.currency === currency ? sum + parseDecimal(row.stake) : sum), 0n);
}

/** The cash-outs pinned on the curve: at most four, spaced out, own ones first. */
export function pinsOf(view: CrashView, ownIds: ReadonlySet<string>, topHundredths: number): readonly CrashRow[] {
  const out = view.bets.filter(row => row.cashed_out_at !== null && hundredths(row.cashed_out_at) <= topHundredths);
  const byPayout = [...out].sort(
    (a, b) =>
      Number(ownIds.has(b.id)) - Number(ownIds.has(a.id)) ||
      Number(parseDecimal(b.payout ?? "0") - parseDecimal(a.payout ?? "0")),
  );
  const chosen: CrashRow[] = [];
  for (const row of byPayout) {
    const at = hundredths(row.cashed_out_at ?? "1");
    const apart = chosen.every(
      each => Math.abs(hundredths(each.cashed_out_at ?? "1") - at) >= (topHundredths - 100) * 0.12,
    );
    if (apart) chosen.push(row);
    if (chosen.length === 4) break;
  }
  return chosen;
}
