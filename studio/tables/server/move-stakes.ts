import type * as z from "zod/mini";
import type { Tx } from "#kit/db/db.ts";
import { formatAmount, parseDecimal } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import type { Casinos } from "#studio/rgs/server/casinos.ts";
import { RgsError } from "#studio/rgs/server/rgs-error.ts";
import type { Session } from "#studio/rgs/server/sessions.ts";
import type { StudioHost } from "#studio/rgs/server/studio-host.ts";
import type { Outcome, Wallet } from "#studio/rgs/server/wallet.ts";
import { betAnswer } from "#studio/rgs/server/wire.ts";
import type { ActRequest } from "../shared/calls.ts";
import type { Placed } from "../shared/placed.ts";
import type { Move, Turns } from "../shared/turns.ts";
import { queueRollback } from "./bets.ts";
import { betBody } from "./place-bet.ts";
import { betById, endTx, insertTxs, type PlayerRow } from "./player-store.ts";
import { standingOf } from "./standing.ts";
import type { RoundRow } from "./table-store.ts";

export interface Stake {
  readonly tx: string;
  readonly body: string;
  readonly player: PlayerRow;
}

/** A move of a player, and the stake that it takes of them. */
interface AskedStake {
  readonly session: Session;
  readonly request: ActRequest;
  readonly round: RoundRow;
  readonly player: PlayerRow;
  readonly move: Move;
  readonly stake: Placed;
}

/** A move that waits for its stakes: the player's first, then those behind. */
export interface PendingMove {
  readonly round: RoundRow;
  readonly move: Move;
  readonly own: Stake;
  readonly behind: readonly Stake[];
}

export type StakeOutcome = Outcome<z.output<typeof betAnswer>>;

/** The stakes that a move takes, of the player and of bets behind: written, asked of the casino, then accepted or given up. */
export interface MoveStakes {
  write(tx: Tx, asked: AskedStake): Promise<PendingMove>;
  ask(stake: Stake, withinMs: number): Promise<StakeOutcome>;
  /** @param outcomes the player's own first, then those behind, in their order */
  accept(tx: Tx, pending: PendingMove, outcomes: readonly StakeOutcome[], at: Date): Promise<void>;
  /** The casino has not taken the player's own stake, so none behind is asked for. */
  giveUp(tx: Tx, pending: PendingMove, outcome: StakeOutcome, now: Date): Promise<void>;
}

export function createMoveStakes(
  host: StudioHost,
  needs: { readonly turns: Turns; readonly wallet: Wallet; readonly casinos: Casinos },
): MoveStakes {
  const { clock, ids } = host;
  const { turns, wallet, casinos } = needs;

  async function write(tx: Tx, asked: AskedStake): Promise<PendingMove> {
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

  /** Without the stake a bet behind stays at its first one. */
  async function endBehind(tx: Tx, stake: Stake, outcome: StakeOutcome | undefined, at: Date): Promise<void> {
    if (!(await isWaiting(tx, stake))) return;
    const { tx: id } = stake;
    if (outcome?.kind === "ok") await endTx(tx, id, { state: "ok", status: "ok", balance: outcome.value.balance, at });
    else if (outcome?.kind === "refused") await endTx(tx, id, { state: "refused", status: outcome.status, at });
    else await queueRollback(tx, host, required(await betById(tx, id), "the bet exists"), "timeout");
  }

  return {
    write,
    ask: async ({ body, player }, withinMs) =>
      wallet.send(await casinos.byId(player.casino), "bet", body, betAnswer, withinMs),

    async accept(tx, { own, behind }, outcomes, at) {
      const [first] = outcomes;
      const balance = first?.kind === "ok" ? first.value.balance : undefined;
      await endTx(tx, own.tx, { state: "ok", status: "ok", balance, at });
      for (const [place, stake] of behind.entries()) await endBehind(tx, stake, outcomes[place + 1], at);
    },

    async giveUp(tx, { own, behind }, outcome, now) {
      if (outcome.kind === "refused")
        await endTx(tx, own.tx, { state: "refused", status: outcome.status, balance: outcome.balance, at: now });
      else await queueRollback(tx, host, required(await betById(tx, own.tx), "the bet exists"), "timeout");
      for (const stake of behind)
        if (await isWaiting(tx, stake)) await endTx(tx, stake.tx, { state: "refused", status: "not_sent", at: now });
    },
  };
}

/** False where the bet has been given back before. */
export const isWaiting = async (tx: Tx, { tx: id }: Stake): Promise<boolean> =>
  (await betById(tx, id))?.state === "sent";
