import type { ChannelEvent, ChannelSnapshot } from "#kit/contract/channel.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import { withOwnBet } from "#modules/engines/shared-rounds/web/own-bets.ts";
import type {
  RouletteOwnBet,
  RoulettePastRound,
  RouletteRow,
  RouletteState,
  rouletteChannel,
} from "../shared/contract.ts";
import type { Chip } from "../shared/rules.ts";

/** The commitment of a spin's number, published before the result can be known. */
export interface Promised {
  readonly round: number;
  readonly commitment: string;
  readonly salt: string;
  /** The rules under which it is drawn and paid. */
  readonly rules_version: string;
}

/** The page's state of the shared table: the channel's snapshot, updated by its events. Times are server milliseconds. */
export interface RouletteView {
  /** Number of snapshots applied; 0: nothing is known of the table yet. */
  readonly snapshots: number;
  readonly round: number | null;
  readonly state: RouletteState | null;
  readonly commitment: string | null;
  /** The commitment that this browser received before the wheel turned; null, or of another spin, when it came later. */
  readonly promised: Promised | null;
  readonly bettingEndsAtMs: number | null;
  readonly startedAtMs: number | null;
  readonly restsAtMs: number | null;
  /** Known when the ball begins to fall: shown when it rests. */
  readonly pocket: number | null;
  /** Public with the number. */
  readonly link: string | null;
  readonly bets: readonly RouletteRow[];
  readonly betCount: number;
  /** The player's own bets of this spin. */
  readonly mine: readonly RouletteOwnBet[];
  readonly history: readonly RoulettePastRound[];
  /** The numbers of many past spins, newest first. */
  readonly pockets: readonly number[];
  readonly winCaps: Readonly<Record<string, string>>;
}

export const historyLimit = 12;
export const pocketLimit = 200;
const rowLimit = 200;

const closed = { bettingEndsAtMs: null, startedAtMs: null, restsAtMs: null, pocket: null, link: null };
export const emptyRouletteView: RouletteView = {
  snapshots: 0,
  round: null,
  state: null,
  commitment: null,
  promised: null,
  ...closed,
  bets: [],
  betCount: 0,
  mine: [],
  history: [],
  pockets: [],
  winCaps: {},
};

export type RouletteSnapshot = ChannelSnapshot<typeof rouletteChannel>;
export type RouletteEvent = ChannelEvent<typeof rouletteChannel>;

const time = (text: string | null): number | null => (text === null ? null : Date.parse(text));

/** @param before the state so far: it can contain more than a snapshot may repeat */
export function viewOfSnapshot(snapshot: RouletteSnapshot, before: RouletteView = emptyRouletteView): RouletteView {
  return {
    snapshots: before.snapshots + 1,
    round: snapshot.round,
    state: snapshot.state,
    commitment: snapshot.commitment,
    pocket: snapshot.pocket,
    link: snapshot.link,
    promised: promisedIn(snapshot, before.promised),
    bettingEndsAtMs: time(snapshot.betting_ends_at),
    startedAtMs: time(snapshot.started_at),
    restsAtMs: time(snapshot.rests_at),
    bets: snapshot.bets,
    betCount: snapshot.bet_count,
    mine: snapshot.mine,
    winCaps: snapshot.win_caps,
    history: snapshot.history.slice(0, historyLimit),
    pockets: snapshot.pockets.slice(0, pocketLimit),
  };
}

/** The first commitment received for a spin counts: a different one later breaks it. */
function promisedFirst({ round, commitment, salt, rules_version }: Promised, before: Promised | null): Promised {
  return before?.round === round ? before : { round, commitment, salt, rules_version };
}

function promisedIn(snapshot: RouletteSnapshot, before: Promised | null): Promised | null {
  const { round, state, commitment, salt, rules_version } = snapshot;
  const isEarly = state === "betting" || state === "locked";
  if (!isEarly || round === null || commitment === null || salt === null || rules_version === null) return before;
  return promisedFirst({ round, commitment, salt, rules_version }, before);
}

/** A commitment, and the secret revealed for it. */
export interface Evidence {
  readonly promised: Promised;
  readonly link: string;
  readonly pocket: number;
}

/** Everything needed to verify the current spin; null for a visitor who arrived after the wheel had turned. */
export function evidenceOf({ round, promised, link, pocket }: RouletteView): Evidence | null {
  if (promised === null || promised.round !== round || link === null || pocket === null) return null;
  return { promised, link, pocket };
}

/** Applies one event of the channel. Events of a round other than the current one are ignored: the next snapshot corrects the state. */
export function applyRoulette(view: RouletteView, message: RouletteEvent): RouletteView {
  switch (message.event) {
    case "betting":
      return opened(view, message.data);
    case "mine":
      return withOwnBet(view, message.data.bet);
    case "settled":
      return finished(paidOut(view, message.data), message.data.round);
    case "voided":
      return finished(view, message.data.round);
    default:
      return message.data.round === view.round ? inRound(view, message) : view;
  }
}

function opened(view: RouletteView, data: Extract<RouletteEvent, { event: "betting" }>["data"]): RouletteView {
  const { round, commitment, win_caps: winCaps } = data;
  return {
    ...view,
    ...closed,
    round,
    commitment,
    winCaps,
    state: "betting",
    bets: [],
    betCount: 0,
    promised: promisedFirst(data, view.promised),
    bettingEndsAtMs: Date.parse(data.betting_ends_at),
    mine: view.mine.filter(bet => bet.round === round),
  };
}

type InRound = Extract<RouletteEvent, { event: "joins" | "locked" | "spin" | "landed" }>;

function inRound(view: RouletteView, message: InRound): RouletteView {
  switch (message.event) {
    case "joins": {
      const known = new Set(view.bets.map(row => row.id));
      const fresh = message.data.bets.filter(row => !known.has(row.id));
      const { bet_count: betCount, win_caps: winCaps } = message.data;
      return { ...view, betCount, winCaps, bets: [...view.bets, ...fresh].slice(0, rowLimit) };
    }
    case "locked":
      return { ...view, state: "locked", bettingEndsAtMs: null };
    case "spin":
      return {
        ...view,
        state: "spinning",
        bettingEndsAtMs: null,
        startedAtMs: Date.parse(message.data.started_at),
        restsAtMs: Date.parse(message.data.rests_at),
      };
    case "landed":
      return { ...view, state: "landed", pocket: message.data.pocket, link: message.data.link };
  }
}

function paidOut(view: RouletteView, data: Extract<RouletteEvent, { event: "settled" }>["data"]): RouletteView {
  if (data.round.round !== view.round) return view;
  const paid = new Map(data.paid.map(bet => [bet.id, bet.payout]));
  return { ...view, bets: view.bets.map(row => ({ ...row, payout: paid.get(row.id) ?? row.payout })) };
}

function finished(view: RouletteView, past: RoulettePastRound): RouletteView {
  const isNew = !view.history.some(each => each.round === past.round);
  const history = [past, ...view.history.filter(each => each.round !== past.round)].slice(0, historyLimit);
  const pockets = isNew ? [past.pocket, ...view.pockets].slice(0, pocketLimit) : view.pockets;
  const here = past.round === view.round ? { state: past.status, pocket: past.pocket, link: past.link } : {};
  return { ...view, history, pockets, ...here };
}

/** The player's chips of this spin on the cloth, in one currency. */
export function chipsInPlay(view: RouletteView, currency: string): readonly Chip[] {
  return view.mine
    .filter(bet => bet.round === view.round && bet.currency === currency)
    .flatMap(bet => bet.chips.map(({ spot, stake }) => ({ spot, stake: parseDecimal(stake) })));
}

export interface Counts {
  /** The most frequent numbers and the rarest, with their counts. */
  readonly hot: readonly { number: number; times: number }[];
  readonly cold: readonly { number: number; times: number }[];
  /** Percent, whole. */
  readonly red: number;
  readonly black: number;
  readonly zero: number;
}

/** Statistics of past numbers, which do not affect later ones. */
export function countPockets(pockets: readonly number[], isRed: (pocket: number) => boolean, shown = 4): Counts | null {
  if (pockets.length === 0) return null;
  const counts = Array.from({ length: 37 }, (_, number) => ({ number, times: 0 }));
  for (const pocket of pockets) {
    const count = counts[pocket];
    if (count) count.times += 1;
  }
  const byTimes = [...counts].sort((a, b) => b.times - a.times || a.number - b.number);
  const share = (of: number) => Math.round((100 * of) / pockets.length);
  const zero = pockets.filter(pocket => pocket === 0).length;
  const red = pockets.filter(isRed).length;
  return {
    hot: byTimes.slice(0, shown),
    cold: byTimes.slice(-shown).reverse(),
    red: share(red),
    black: share(pockets.length - zero - red),
    zero: share(zero),
  };
}
