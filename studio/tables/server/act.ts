import type { Tx } from "#kit/db/db.ts";
import { isUniqueViolation } from "#kit/db/errors.ts";
import { formatAmount, parseDecimal } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import type { Json } from "#kit/std/json.ts";
import type { Casinos } from "#studio/rgs/server/casinos.ts";
import { RgsError } from "#studio/rgs/server/rgs-error.ts";
import type { Session } from "#studio/rgs/server/sessions.ts";
import type { StudioHost } from "#studio/rgs/server/studio-host.ts";
import { answerWithinMs, type Wallet } from "#studio/rgs/server/wallet.ts";
import { betAnswer } from "#studio/rgs/server/wire.ts";
import type { ActRequest, OwnRound } from "../shared/calls.ts";
import type { Placed } from "../shared/placed.ts";
import type { TableTiming } from "../shared/table-game.ts";
import type { Move, Play, Turns } from "../shared/turns.ts";
import { queueRollback } from "./bets.ts";
import { ownRound } from "./own-round.ts";
import { betBody, refusal } from "./place-bet.ts";
import {
  betById,
  endTx,
  insertTxs,
  type PlayerRow,
  placedOf,
  playerRoundOf,
  type TxRow,
  txsOf,
} from "./player-store.ts";
import { isMoveMade, type Plays, pendingMoves } from "./plays.ts";
import { seatOwner } from "./seats.ts";
import { roundFacts } from "./snapshot.ts";
import { standingOf } from "./standing.ts";
import { addEvent, changeRound, lockRound, type RoundRow, roundOf } from "./table-store.ts";

/**
 * A decision of the player whose turn it is. One that takes a stake is made once the casino has taken it; where the casino refuses, the hand is as it was
 * and the player decides again.
 * @param at when the request was read: a slow wallet makes no decision late
 */
export type Act = (session: Session, request: ActRequest, at: number) => Promise<OwnRound>;

/** Bets behind are asked for after the player's own: both fit before abandoned bets are given back. */
const behindMs = 1_000;

interface Stake {
  readonly tx: string;
  readonly body: string;
  readonly player: PlayerRow;
}

/** A move that waits for its stakes: the player's first, then those behind. */
interface Pending {
  readonly round: RoundRow;
  readonly move: Move;
  readonly own: Stake;
  readonly behind: readonly Stake[];
}

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
  const { db, clock, ids, failpoints } = host;
  const { game, turns, timing, plays, wallet, casinos, sendNow, changed } = needs;

  /** @returns undefined where the move is made */
  async function begin(tx: Tx, session: Session, request: ActRequest, at: number): Promise<Pending | undefined> {
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
    return askStakes(tx, { session, request, round, player, move, stake });
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

  async function askStakes(
    tx: Tx,
    asked: {
      readonly session: Session;
      readonly request: ActRequest;
      readonly round: RoundRow;
      readonly player: PlayerRow;
      readonly move: Move;
      readonly stake: Placed;
    },
  ): Promise<Pending> {
    const { session, request, round, player, move, stake } = asked;
    const { max_stake } = session.profile;
    if (max_stake !== null && stake.amount > parseDecimal(max_stake)) throw new RgsError("stake_out_of_limits");
    const own = await insertStake(tx, {
      player,
      move,
      stake,
      session: session.walletSession,
      request: request.request,
    });
    const behind: Stake[] = [];
    for (const other of await standingOf(tx, round)) {
      const follows = turns.stakeOf(move, other.layout, false);
      if (!follows) continue;
      const { session: theirs } = JSON.parse(other.bets[0]?.body ?? "{}") as { readonly session?: string };
      behind.push(
        await insertStake(tx, {
          player: other.player,
          move,
          stake: follows,
          session: theirs ?? null,
          request: ids.next(),
        }),
      );
    }
    return { round, move, own, behind };
  }

  async function insertStake(
    tx: Tx,
    given: {
      readonly player: PlayerRow;
      readonly move: Move;
      readonly stake: Placed;
      readonly session: string | null;
      readonly request: string;
    },
  ): Promise<Stake> {
    const { player, move, stake, session, request } = given;
    const id = ids.next();
    const body = betBody(id, session, player, stake.amount);
    const layout = [{ spot: stake.spot, amount: formatAmount(stake.amount) }];
    const at = new Date(clock.now());
    const common = { id, casino: player.casino, round: player.id, kind: "bet" as const, amount: stake.amount };
    await insertTxs(tx, [{ ...common, body, at, request, layout, move }]);
    return { tx: id, body, player };
  }

  const ask = async ({ body, player }: Stake, within: number) =>
    wallet.send(await casinos.byId(player.casino), "bet", body, betAnswer, within);
  type Outcome = Awaited<ReturnType<typeof ask>>;

  /** The hand is as it was, and the time that the casino took is the player's again. */
  async function undo(pending: Pending, outcome: Outcome, at: number): Promise<RgsError> {
    const { own, behind } = pending;
    const now = new Date(clock.now());
    await db.tx(async tx => {
      const round = await lockRound(tx, game, pending.round.number, "UPDATE");
      if (outcome.kind === "refused")
        await endTx(tx, own.tx, { state: "refused", status: outcome.status, balance: outcome.balance, at: now });
      else await queueRollback(tx, host, required(await betById(tx, own.tx), "the bet exists"), "timeout");
      for (const { tx: id } of behind)
        if (await isWaiting(tx, id)) await endTx(tx, id, { state: "refused", status: "not_sent", at: now });
      if (round.state !== "playing" || !round.turnEndsAt) return;
      const turnEndsAt = new Date(round.turnEndsAt.getTime() + (now.getTime() - at));
      const later = await changeRound(tx, round, { turnEndsAt });
      await addEvent(tx, game, { type: "round", round: roundFacts(later, timing) }, now);
    });
    await changed();
    if (outcome.kind === "refused") return refusal(outcome.status, undefined, outcome.balance);
    sendNow(own.player.id);
    return new RgsError("stake_unconfirmed");
  }

  /** @returns whether the move is made: a stake that waited too long has been given back before */
  async function commit(pending: Pending, request: ActRequest, outcomes: readonly Outcome[]): Promise<boolean> {
    const { own, behind, move } = pending;
    const at = new Date(clock.now());
    return db.tx(async tx => {
      const round = await lockRound(tx, game, pending.round.number, "UPDATE");
      const [first] = outcomes;
      const balance = first?.kind === "ok" ? first.value.balance : undefined;
      if (!(await isWaiting(tx, own.tx)) || round.state !== "playing") return false;
      await endTx(tx, own.tx, { state: "ok", status: "ok", balance, at });
      for (const [place, stake] of behind.entries()) await endBehind(tx, stake, outcomes[place + 1], at);
      await plays.make(tx, round, await plays.read(tx, round), { move, by: "player", request: request.request });
      return true;
    });
  }

  /** Without the stake a bet behind stays at its first one. */
  async function endBehind(tx: Tx, { tx: id }: Stake, outcome: Outcome | undefined, at: Date): Promise<void> {
    if (!(await isWaiting(tx, id))) return;
    if (outcome?.kind === "ok") await endTx(tx, id, { state: "ok", status: "ok", balance: outcome.value.balance, at });
    else if (outcome?.kind === "refused") await endTx(tx, id, { state: "refused", status: outcome.status, at });
    else await queueRollback(tx, host, required(await betById(tx, id), "the bet exists"), "timeout");
  }

  async function stakeAndMove(pending: Pending, request: ActRequest, at: number): Promise<void> {
    failpoints.hit("table.move.written");
    const first = await ask(pending.own, answerWithinMs);
    failpoints.hit("table.move.answered");
    if (first.kind !== "ok") throw await undo(pending, first, at);
    const others = await Promise.all(pending.behind.map(stake => ask(stake, behindMs)));
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

/** False where the bet has been given back before. */
const isWaiting = async (tx: Tx, id: string): Promise<boolean> => (await betById(tx, id))?.state === "sent";

class Repeated extends Error {}

const standing = (bets: readonly TxRow[]): readonly Placed[] =>
  bets.filter(({ state }) => state === "ok").flatMap(({ layout }) => placedOf(layout));
