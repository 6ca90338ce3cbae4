import type { Tx } from "#kit/db/db.ts";
import { isUniqueViolation } from "#kit/db/errors.ts";
import { required } from "#kit/std/invariant.ts";
import type { Json } from "#kit/std/json.ts";
import type { Casinos } from "#studio/rgs/server/casinos.ts";
import { RgsError } from "#studio/rgs/server/rgs-error.ts";
import type { Session } from "#studio/rgs/server/sessions.ts";
import type { StudioHost } from "#studio/rgs/server/studio-host.ts";
import { answerWithinMs, type Wallet } from "#studio/rgs/server/wallet.ts";
import type { ActRequest, OwnRound } from "../shared/calls.ts";
import type { Placed } from "../shared/placed.ts";
import type { TableTiming } from "../shared/table-game.ts";
import type { Move, Play, Turns } from "../shared/turns.ts";
import { createMoveStakes, isWaiting, type PendingMove, type StakeOutcome } from "./move-stakes.ts";
import { ownRound } from "./own-round.ts";
import { refusal } from "./place-bet.ts";
import { placedOf, playerRoundOf, type TxRow, txsOf } from "./player-store.ts";
import { isMoveMade, type Plays, pendingMoves } from "./plays.ts";
import { seatOwner } from "./seats.ts";
import { roundFacts } from "./snapshot.ts";
import { addEvent, changeRound, lockRound, type RoundRow, roundOf } from "./table-store.ts";

/** Bets behind are asked for after the player's own: both fit before abandoned bets are given back. */
const behindMs = 1_000;

/**
 * A decision of the player whose turn it is. One that takes a stake is made once the casino has taken it; where the casino refuses, the hand is as it was
 * and the player decides again.
 * @param at when the request was read: a slow wallet makes no decision late
 */
export type Act = (session: Session, request: ActRequest, at: number) => Promise<OwnRound>;

export function createAct(
  host: StudioHost,
  needs: {
    readonly game: string;
    readonly turns: Turns;
    readonly timing: TableTiming;
    readonly plays: Plays;
    readonly wallet: Wallet;
    readonly casinos: Casinos;
    readonly sendNow: (round: string) => void;
    /** After each change that everybody sees. */
    readonly changed: () => Promise<void>;
  },
): Act {
  const { db, clock, failpoints } = host;
  const { game, turns, timing, plays, sendNow, changed } = needs;
  const stakes = createMoveStakes(host, needs);

  /** @returns undefined where the move is made */
  async function begin(tx: Tx, session: Session, request: ActRequest, at: number): Promise<PendingMove | undefined> {
    const number = BigInt(request.round);
    const round = await lockRound(tx, game, number, "UPDATE");
    const player = await playerRoundOf(tx, seatOwner(session), number);
    if (!player) throw new RgsError("seat_required");
    const bets = (await txsOf(tx, [player.id])).filter(({ kind }) => kind === "bet");
    await assertNew(tx, round, bets, request);
    const { seat, hand, action } = request;
    const move: Move = { seat, hand, action };
    const layout = standing(bets);
    if (!layout.some(({ spot }) => turns.isMain(spot) && turns.seatOf(spot) === seat))
      throw new RgsError("seat_required");
    const play = await decidable(tx, round, move, at);
    const stake = turns.stakeOf(move, layout, true);
    if (!stake) {
      await plays.make(tx, round, play, { move, by: "player", request: request.request });
      return undefined;
    }
    return stakes.write(tx, { session, request, round, player, move, stake });
  }

  async function assertNew(tx: Tx, round: RoundRow, bets: readonly TxRow[], { request }: ActRequest): Promise<void> {
    const known = bets.find(bet => bet.request === request);
    if (known?.state === "sent") throw new RgsError("request_in_progress");
    if (known?.state === "refused") throw refusal(known.status ?? "", undefined, known.balance ?? undefined);
    if (known && known.state !== "ok") throw new RgsError("stake_unconfirmed");
    if (known || (await isMoveMade(tx, round, request))) throw new Repeated();
  }

  async function decidable(tx: Tx, round: RoundRow, move: Move, at: number): Promise<Play<Json>> {
    if (round.state !== "playing" || !round.turnEndsAt || at >= round.turnEndsAt.getTime())
      throw new RgsError("out_of_turn");
    const play = await plays.read(tx, round);
    const { next } = play;
    const isTurn =
      next.kind === "turn"
        ? next.seat === move.seat && next.hand === move.hand
        : next.kind === "all" && next.seats.includes(move.seat);
    if (!isTurn) throw new RgsError("out_of_turn");
    const waiting = await pendingMoves(tx, round);
    if (waiting.some(({ seat }) => next.kind === "turn" || seat === move.seat))
      throw new RgsError("request_in_progress");
    if (!play.allowed(move)) throw new RgsError("move_not_allowed");
    return play;
  }

  /** The hand is as it was, and the time that the casino took is the player's again. */
  async function undo(pending: PendingMove, outcome: StakeOutcome, at: number): Promise<RgsError> {
    const now = new Date(clock.now());
    await db.tx(async tx => {
      const round = await lockRound(tx, game, pending.round.number, "UPDATE");
      await stakes.giveUp(tx, pending, outcome, now);
      if (round.state !== "playing" || !round.turnEndsAt) return;
      const turnEndsAt = new Date(round.turnEndsAt.getTime() + (now.getTime() - at));
      const later = await changeRound(tx, round, { turnEndsAt });
      await addEvent(tx, game, { type: "round", round: roundFacts(later, timing) }, now);
    });
    await changed();
    if (outcome.kind === "refused") return refusal(outcome.status, undefined, outcome.balance);
    sendNow(pending.own.player.id);
    return new RgsError("stake_unconfirmed");
  }

  /** @returns whether the move is made: a stake that waited too long has been given back before */
  async function commit(
    pending: PendingMove,
    request: ActRequest,
    outcomes: readonly StakeOutcome[],
  ): Promise<boolean> {
    const { move } = pending;
    const at = new Date(clock.now());
    return db.tx(async tx => {
      const round = await lockRound(tx, game, pending.round.number, "UPDATE");
      if (!(await isWaiting(tx, pending.own)) || round.state !== "playing") return false;
      await stakes.accept(tx, pending, outcomes, at);
      await plays.make(tx, round, await plays.read(tx, round), { move, by: "player", request: request.request });
      return true;
    });
  }

  async function stakeAndMove(pending: PendingMove, request: ActRequest, at: number): Promise<void> {
    failpoints.hit("table.move.written");
    const first = await stakes.ask(pending.own, answerWithinMs);
    failpoints.hit("table.move.answered");
    if (first.kind !== "ok") throw await undo(pending, first, at);
    const others = await Promise.all(pending.behind.map(stake => stakes.ask(stake, behindMs)));
    if (!(await commit(pending, request, [first, ...others]))) {
      sendNow(pending.own.player.id);
      throw new RgsError("stake_unconfirmed");
    }
  }

  return async (session, request, at) => {
    const asked = await roundOf(db, game, BigInt(request.round));
    if (!asked) throw new RgsError("out_of_turn");
    await plays.prepare(asked);
    try {
      const pending = await db.tx(tx => begin(tx, session, request, at));
      if (pending) await stakeAndMove(pending, request, at);
      failpoints.hit("table.move.made");
      await changed();
    } catch (error) {
      if (isUniqueViolation(error, "txs_request") || isUniqueViolation(error, "moves_request"))
        throw new RgsError("request_in_progress");
      if (!(error instanceof Repeated)) throw error;
    }
    return required(await ownRound(db, seatOwner(session), BigInt(request.round)), "a player's round");
  };
}

class Repeated extends Error {}

const standing = (bets: readonly TxRow[]): readonly Placed[] =>
  bets.filter(({ state }) => state === "ok").flatMap(({ layout }) => placedOf(layout));
