import type { Tx } from "#kit/db/db.ts";
import { isUniqueViolation } from "#kit/db/errors.ts";
import { formatAmount, parseDecimal } from "#kit/money/amount.ts";
import { toHex } from "#kit/std/bytes.ts";
import { required } from "#kit/std/invariant.ts";
import { type RgsCode, RgsError, rgsErrors } from "#studio/rgs/server/rgs-error.ts";
import type { Session } from "#studio/rgs/server/sessions.ts";
import type { StudioHost } from "#studio/rgs/server/studio-host.ts";
import { answerWithinMs, type Wallet } from "#studio/rgs/server/wallet.ts";
import { betAnswer } from "#studio/rgs/server/wire.ts";
import type { BetRequest, OwnRound } from "../shared/calls.ts";
import { checkLayout, sumOf } from "../shared/layout.ts";
import type { Placed } from "../shared/placed.ts";
import { graceMs, type TableGame } from "../shared/table-game.ts";
import { assertSeats } from "./assert-seats.ts";
import { endEmptyRound, queueRollback } from "./bets.ts";
import { ownRound } from "./own-round.ts";
import {
  betById,
  endTx,
  insertTxs,
  lockPlayerRound,
  type PlayerRow,
  placedOf,
  type TxRow,
  txsOf,
} from "./player-store.ts";
import { lockRound, type RoundRow, roundOf } from "./table-store.ts";

/**
 * Takes a layout as one bet of the player's round.
 * @param at when the request was read: a slow wallet makes no bet late
 */
export type PlaceBet = (session: Session, request: BetRequest, at: number) => Promise<OwnRound>;

const mostBets = 20;

interface Begun {
  readonly tx: string;
  readonly body: string;
  readonly player: PlayerRow;
  readonly closesAt: number;
}

export function createPlaceBet(
  host: StudioHost,
  needs: {
    readonly wallet: Wallet;
    readonly game: (slug: string) => TableGame;
    readonly sendNow: (round: string) => void;
  },
): PlaceBet {
  const { db, clock, ids, random, failpoints } = host;
  const { wallet, game: gameOf, sendNow } = needs;

  async function begin(tx: Tx, session: Session, request: BetRequest, at: number): Promise<Begun> {
    const number = BigInt(request.round);
    if (!(await roundOf(tx, session.game, number))) throw new RgsError("betting_closed");
    const round = await lockRound(tx, session.game, number, "SHARE");
    const player = await lockPlayerRound(tx, {
      id: ids.next(),
      casino: session.casino.id,
      player: required(session.player, "a session for money has a player"),
      nick: session.nick,
      game: session.game,
      number,
      currency: session.currency,
      publicId: toHex(random.bytes(16)),
      startedAt: new Date(clock.now()),
    });
    const bets = (await txsOf(tx, [player.id])).filter(({ kind }) => kind === "bet");
    const known = bets.find(bet => bet.request === request.request);
    if (known) throw new Repeated(known);
    assertOpen(round, player, bets, at);
    if (player.currency !== session.currency) throw new RgsError("wrong_currency");
    const amount = amountOf(session, request, bets);
    const { turns } = gameOf(session.game);
    if (turns) await assertSeats(tx, turns, player, { asked: request.bets, before: bets });
    const begun = { tx: ids.next(), player, closesAt: round.closesAt.getTime() };
    const body = betBody(begun.tx, session.walletSession, player, amount);
    const created = new Date(clock.now());
    const { casino, id } = player;
    await insertTxs(tx, [
      {
        id: begun.tx,
        casino,
        round: id,
        kind: "bet",
        request: request.request,
        layout: request.bets,
        amount,
        body,
        at: created,
      },
    ]);
    if (player.state === "refused")
      await tx.query("UPDATE tables.player_rounds SET state = 'open', ended_at = NULL WHERE id = $1", [id]);
    return { ...begun, body };
  }

  function amountOf(session: Session, request: BetRequest, bets: readonly TxRow[]): bigint {
    const game = gameOf(session.game);
    const before: readonly Placed[] = bets.filter(isOnTable).flatMap(({ layout }) => placedOf(layout));
    const checked = checkLayout(game, game.limits(session.currency), request.bets, before);
    if (typeof checked === "string") throw new RgsError(checked);
    const { max_stake } = session.profile;
    // The region limits the stake of a round, however many bets it has.
    if (max_stake !== null && sumOf(before) + checked.amount > parseDecimal(max_stake))
      throw new RgsError("stake_out_of_limits");
    return checked.amount;
  }

  /** The casino's answer counts until the bets of the round are fixed. */
  async function accept({ tx: id, player }: Begun, balance: string): Promise<boolean> {
    return db.tx(async tx => {
      const round = await lockRound(tx, player.game, player.number, "SHARE");
      const bet = required(await betById(tx, id), "the bet exists");
      if (bet.state !== "sent") return false;
      if (round.frozenAt !== null || round.state === "voided" || clock.now() > round.closesAt.getTime() + graceMs) {
        await queueRollback(tx, host, bet, "late");
        return false;
      }
      return endTx(tx, id, { state: "ok", status: "ok", balance, at: new Date(clock.now()) });
    });
  }

  async function abandon({ tx: id, player }: Begun, reason: string): Promise<never> {
    await db.tx(async tx => {
      await lockRound(tx, player.game, player.number, "SHARE");
      await queueRollback(tx, host, required(await betById(tx, id), "the bet exists"), reason);
    });
    sendNow(player.id);
    throw new RgsError("round_void", player.id);
  }

  async function refuse({ tx: id, player }: Begun, status: string, balance: string | undefined): Promise<never> {
    const at = new Date(clock.now());
    await db.tx(async tx => {
      await endTx(tx, id, { state: "refused", status, balance, at });
      await endEmptyRound(tx, player.id, at);
    });
    throw refusal(status, player.id, balance);
  }

  async function bet(session: Session, begun: Begun): Promise<OwnRound> {
    failpoints.hit("table.bet.written");
    const left = begun.closesAt + graceMs - clock.now();
    const within = Math.max(1, Math.min(answerWithinMs, left));
    const outcome = await wallet.send(session.casino, "bet", begun.body, betAnswer, within);
    failpoints.hit("table.bet.answered");
    if (outcome.kind === "refused") return refuse(begun, outcome.status, outcome.balance);
    if (outcome.kind === "unknown") return abandon(begun, "timeout");
    if (!(await accept(begun, outcome.value.balance))) return abandon(begun, "late");
    return required(await ownRound(db, begun.player, begun.player.number), "a player's round");
  }

  async function repeated(session: Session, { state, status, balance }: TxRow, request: BetRequest): Promise<OwnRound> {
    if (state === "sent") throw new RgsError("request_in_progress");
    if (state === "refused") throw refusal(status ?? "", undefined, balance ?? undefined);
    if (state !== "ok") throw new RgsError("round_void");
    const seat = { casino: session.casino.id, player: session.player ?? "", game: session.game };
    return required(await ownRound(db, seat, BigInt(request.round)), "a player's round");
  }

  return async (session, request, at) => {
    try {
      return await bet(session, await db.tx(tx => begin(tx, session, request, at)));
    } catch (error) {
      if (error instanceof Repeated) return repeated(session, error.bet, request);
      if (!isUniqueViolation(error, "txs_request")) throw error;
      throw new RgsError("request_in_progress");
    }
  };
}

class Repeated extends Error {
  readonly bet: TxRow;
  constructor(bet: TxRow) {
    super("the request came before");
    this.bet = bet;
  }
}

const isOnTable = ({ state }: TxRow) => state === "ok" || state === "sent";

function assertOpen(round: RoundRow, player: PlayerRow, bets: readonly TxRow[], at: number): void {
  if (round.state !== "betting" || at >= round.closesAt.getTime()) throw new RgsError("betting_closed");
  if (bets.length >= mostBets) throw new RgsError("too_many_requests");
  // A round whose bet is being returned takes no other.
  const isReturning = bets.some(({ state }) => state === "unknown") || player.state === "void";
  if (isReturning || (player.state !== "open" && player.state !== "refused"))
    throw new RgsError("round_void", player.id);
}

/** @param session of the wallet protocol */
export function betBody(id: string, session: string | null, player: PlayerRow, amount: bigint): string {
  return JSON.stringify({
    tx: id,
    round: player.id,
    game: player.game,
    player: player.player,
    session,
    amount: formatAmount(amount),
    currency: player.currency,
    base: formatAmount(amount),
    kind: "stake",
  });
}

/** The casino's word, where the frame knows it. */
export function refusal(status: string, round: string | undefined, balance: string | undefined): RgsError {
  const code = Object.hasOwn(rgsErrors, status) ? (status as RgsCode) : "bet_refused";
  return new RgsError(code, round, balance === undefined ? undefined : { balance });
}
