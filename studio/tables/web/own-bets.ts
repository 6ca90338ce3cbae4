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
  /** Accepted bets of a round. */
  sent(round: number): readonly Placed[];
  /** Accepted bets of the last round before this one that had any. */
  before(round: number): readonly Placed[];
  /**
   * Places bets. A bet whose response was lost is never placed twice: if the same bet is sent again, it is the same request; a different bet is sent
   * only if the studio does not have the first one.
   */
  send(round: number, bets: readonly SentBet[]): Promise<void>;
  /** The player's seats at a table that has them. */
  readonly seats: readonly number[];
  /** Takes a seat or leaves it. */
  seat(seat: number, isTaken: boolean): Promise<void>;
  /**
   * Sends a decision, and the stake that it takes, if any.
   * @param seen the play as the player sees it: if the response is lost and the same decision about the same cards is sent again, it is the same request
   */
  act(round: number, move: Move, seen: Json): Promise<void>;
  /**
   * Waits a few seconds for the payout of a round whose result is shown, and updates the balance.
   * @returns what the round paid; undefined if the player had no bet, or if it is void or not paid yet
   */
  settle(round: RoundFacts): Promise<bigint | undefined>;
  /** Reads the player's bets, seats and balance again, after a lost connection. @returns whether the studio has the bet whose response was lost */
  refresh(): Promise<boolean>;
}

/** The balance of a demo, in units of 100 steps of the table. */
const playChips = 1_000n;
const mostChecks = 20;
const checkMs = 400;

/** Real bets: the studio's responses say what is on the table and what was paid. */
export function casinoBets(
  calls: TableCalls,
  opened: { readonly own: OwnRound | null; readonly balance: string | null; readonly seats: readonly number[] },
): OwnBets {
  let { own, seats } = opened;
  let last: readonly Placed[] = [];
  let balance = parseDecimal(own?.balance ?? opened.balance ?? "0");
  /** The bet whose response was lost. */
  let unansweredBet: BetRequest | undefined;
  /** The decision whose response was lost. */
  let unansweredMove: { readonly decision: string; readonly request: string } | undefined;

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
    const lost = unansweredBet?.request;
    const isTaken = lost !== undefined && own?.bets.some(({ request, state }) => request === lost && state === "ok");
    if (isTaken) unansweredBet = undefined;
    return isTaken === true;
  }

  /** @returns the request id of the lost bet where this is the same, else a new one */
  function requestOf(round: number, bets: readonly SentBet[]): string {
    const isSame = unansweredBet?.round === round && JSON.stringify(unansweredBet.bets) === JSON.stringify(bets);
    return isSame && unansweredBet ? unansweredBet.request : crypto.randomUUID();
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
      if (unansweredBet?.round === round && (await refresh())) return;
      const bet: BetRequest = { request: requestOf(round, bets), round, bets: [...bets] };
      unansweredBet = undefined;
      try {
        take(await calls.bet(bet));
      } catch (error) {
        if (isUnknown(error)) unansweredBet = bet;
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
      const request = unansweredMove?.decision === decision ? unansweredMove.request : crypto.randomUUID();
      unansweredMove = undefined;
      try {
        take(await calls.act({ request, round, seat, hand, action: action as ActRequest["action"] }));
      } catch (error) {
        if (isUnknown(error)) unansweredMove = { decision, request };
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

/** Bets in play chips: same results and payout rules, in this browser only. */
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
    // With play chips, players take no seats: they bet behind others.
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
