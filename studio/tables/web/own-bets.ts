import { formatAmount, parseDecimal } from "#kit/money/amount.ts";
import type { Json } from "#kit/std/json.ts";
import { CallError, isUnknown } from "#studio/frame/web/rgs.ts";
import type { ActRequest, BetRequest, OwnRound, RoundFacts } from "../shared/calls.ts";
import type { SentBet } from "../shared/layout.ts";
import { sumOf } from "../shared/layout.ts";
import type { Placed } from "../shared/placed.ts";
import type { TableGame } from "../shared/table-game.ts";
import type { Move } from "../shared/turns.ts";
import { fromSent, merged } from "./draft.ts";
import type { TableCalls } from "./table-calls.ts";

/** A player's accepted bets and their balance: at the casino, or in play chips in this browser. */
export interface OwnBets {
  readonly balance: bigint;
  /** Round id of the wallet protocol; null in play chips. */
  readonly roundId: string | null;
  readonly entryId: string | null;
  /** On the table in a round. */
  sent(round: number): readonly Placed[];
  /** The last round that had bets, before this one. */
  before(round: number): readonly Placed[];
  /** A bet whose response was lost is never placed twice: the same bet sent again is the same request, another one is sent only if the studio does not have the first. */
  send(round: number, bets: readonly SentBet[]): Promise<void>;
  /** The player's seats at a table that has them. */
  readonly seats: readonly number[];
  seat(seat: number, isTaken: boolean): Promise<void>;
  /** A decision, with the stake that it may take. */
  /** @param seen the play as the player sees it: the same decision about the same cards, after its response was lost, is the same request */
  act(round: number, move: Move, seen: Json): Promise<void>;
  /** Once the result is shown. @returns what the round returned; undefined where the player had no bet or it is not paid yet */
  settle(round: RoundFacts): Promise<bigint | undefined>;
  /** After a loss of connection: what the studio has of the player. @returns whether it has the bet whose response was lost */
  refresh(): Promise<boolean>;
}

const playChips = 1_000n;
const mostChecks = 20;
const checkMs = 400;

/** At the casino: the studio says what is on the table, and what was paid. */
export function casinoBets(
  calls: TableCalls,
  opened: { readonly own: OwnRound | null; readonly balance: string | null; readonly seats: readonly number[] },
): OwnBets {
  let { own, seats } = opened;
  let last: readonly Placed[] = [];
  let balance = parseDecimal(own?.balance ?? opened.balance ?? "0");
  /** The bet whose response was lost. */
  let unanswered: BetRequest | undefined;
  /** The decision whose response was lost. */
  let undecided: { readonly decision: string; readonly request: string } | undefined;

  const standing = (round: OwnRound | null) =>
    merged((round?.bets ?? []).filter(({ state }) => state === "ok").map(({ bets }) => fromSent(bets)));

  function take(next: OwnRound | null): void {
    if (own && next && own.number !== next.number && standing(own).length > 0) last = standing(own);
    own = next ?? own;
    if (next?.balance) balance = parseDecimal(next.balance);
  }

  async function refresh(): Promise<boolean> {
    const [next, now] = await Promise.all([calls.own(), calls.balance()]);
    take(next.own);
    seats = next.seats;
    if (now !== null) balance = parseDecimal(now);
    const lost = unanswered?.request;
    const isTaken = lost !== undefined && own?.bets.some(({ request, state }) => request === lost && state === "ok");
    if (isTaken) unanswered = undefined;
    return isTaken === true;
  }

  /** @returns the request id of the lost bet where this is the same, else a new one */
  function requestOf(round: number, bets: readonly SentBet[]): string {
    const isSame = unanswered?.round === round && JSON.stringify(unanswered.bets) === JSON.stringify(bets);
    return isSame && unanswered ? unanswered.request : crypto.randomUUID();
  }

  return {
    get balance() {
      return balance;
    },
    get roundId() {
      return own?.state === "settled" || own?.state === "void" ? own.round : null;
    },
    get entryId() {
      return own?.entry_id ?? null;
    },
    sent: round => (own?.number === round ? standing(own) : []),
    before: round => (own && own.number !== round ? standing(own) : last),
    async send(round, bets) {
      if (unanswered?.round === round && (await refresh())) return;
      const bet: BetRequest = { request: requestOf(round, bets), round, bets: [...bets] };
      unanswered = undefined;
      try {
        take(await calls.bet(bet));
      } catch (error) {
        if (isUnknown(error)) unanswered = bet;
        throw error;
      }
    },
    get seats() {
      return seats;
    },
    async seat(seat, isTaken) {
      seats = await calls.seat(seat, isTaken);
    },
    async act(round, { seat, hand, action }, seen) {
      const decision = JSON.stringify([round, seat, hand, action, seen]);
      const request = undecided?.decision === decision ? undecided.request : crypto.randomUUID();
      undecided = undefined;
      try {
        take(await calls.act({ request, round, seat, hand, action: action as ActRequest["action"] }));
      } catch (error) {
        if (isUnknown(error)) undecided = { decision, request };
        throw error;
      }
    },
    async settle({ number }) {
      if (own?.number !== number || standing(own).length + own.bets.length === 0) return undefined;
      for (let check = 0; check < mostChecks; check++) {
        const next = (await calls.own().catch(() => null))?.own;
        if (next?.number === number) take(next);
        if (own.state === "settled") return parseDecimal(own.payout ?? "0");
        if (own.state === "void" || own.state === "refused") break;
        await new Promise(resolve => setTimeout(resolve, checkMs));
      }
      balance = parseDecimal((await calls.balance().catch(() => null)) ?? formatAmount(balance));
      return undefined;
    },
    refresh,
  };
}

/** In play chips: the same result, paid by the same rules, in this browser only. */
export function chipBets(game: Pick<TableGame, "payout">, step: bigint): OwnBets {
  let balance = playChips * 100n * step;
  let placed: { round: number; layout: readonly Placed[] } = { round: 0, layout: [] };
  let last: readonly Placed[] = [];
  let paid = 0;
  return {
    get balance() {
      return balance;
    },
    roundId: null,
    entryId: null,
    sent: round => (placed.round === round ? placed.layout : []),
    before: round => (placed.round === round ? last : placed.layout),
    async send(round, bets) {
      const layout = fromSent(bets);
      if (placed.round !== round) {
        if (placed.layout.length > 0) last = placed.layout;
        placed = { round, layout: [] };
      }
      placed = { round, layout: merged([placed.layout, layout]) };
      balance -= sumOf(layout);
    },
    // With play chips one bets behind those who sit there.
    seats: [],
    seat: () => Promise.reject(new CallError({ code: "wrong_mode" })),
    act: () => Promise.reject(new CallError({ code: "wrong_mode" })),
    async settle({ number, outcome, phase }) {
      if (placed.round !== number || placed.layout.length === 0 || paid === number) return undefined;
      paid = number;
      const returned = phase === "voided" ? sumOf(placed.layout) : game.payout(outcome as Json, placed.layout);
      balance += returned;
      return phase === "voided" ? undefined : returned;
    },
    refresh: async () => false,
  };
}
