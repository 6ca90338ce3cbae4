import type * as z from "zod/mini";
import type { Tx } from "#kit/db/db.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import { playSeeds } from "#studio/engine/shared/spin.ts";
import type { Currency } from "#studio/engine/shared/types.ts";
import type { Casinos } from "./casinos.ts";
import type { Ended } from "./end-rounds.ts";
import type { Games } from "./games.ts";
import type { RoundLanes } from "./round-lanes.ts";
import { moveRound, type NewBet, type RoundOutcome, type RoundRow, roundById } from "./round-store.ts";
import type { StudioHost } from "./studio-host.ts";
import { endTx, insertTx, leaseTx, retryTx, type TxRow } from "./tx-store.ts";
import type { Outcome, Wallet } from "./wallet.ts";
import { rollbackAnswer, winAnswer } from "./wire.ts";

/** Every way in which a round ends. */
export interface SettleRound {
  /**
   * Draws a round whose bet was taken, and leaves its win in the outbox, leased to the caller.
   * @param seed of the round's pair
   * @returns the win, or undefined when the round has gone another way
   */
  draw(round: RoundRow, seed: Uint8Array, bet: { answer: string; balance: string }): Promise<TxRow | undefined>;
  /** The bet was refused: the nonce is free, unless the casino has seen it before. */
  refuse(round: RoundRow, status: string): Promise<void>;
  /** Whether the bet was taken is unknown: the nonce is burnt, and a rollback waits in the outbox. */
  void(round: RoundRow, reason: string): Promise<void>;
  /** Sends what the round's outbox holds, now. @returns the round afterwards */
  send(roundId: string): Promise<RoundRow>;
  /** Sends one tx that was leased from the outbox. @returns the round afterwards */
  deliver(tx: TxRow): Promise<RoundRow>;
}

type CallAnswer = { balance?: string | undefined; jackpot?: string | null | undefined };

/** Pauses before the second, third ... attempt; then the last one again and again. */
export const retryAfterMs = [500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000] as const;
/** Longer than a call takes. */
export const leaseMs = 4_000;

export function createSettleRound(
  host: StudioHost,
  needs: { readonly casinos: Casinos; readonly wallet: Wallet; readonly games: Games; readonly lanes: RoundLanes },
): SettleRound {
  const { db, clock, ids, log, failpoints } = host;
  const { casinos, wallet, games, lanes } = needs;
  const now = () => new Date(clock.now());

  function outcomeOf(round: RoundRow, seed: Uint8Array, answer: string): { outcome: RoundOutcome; payout: bigint } {
    const { draws, events, multiple, capped, potHit, payout } = playSeeds(
      nobleHashes,
      {
        game: games.get(round.game).game,
        mode: round.mode,
        currency: round.currency as Currency,
        stake: round.base,
      },
      { seed, clientSeed: round.clientSeed, nonce: Number(round.nonce), answer },
    );
    return { outcome: { draws, events, multiple, capped, potHit }, payout };
  }

  function winOf(round: RoundRow, outcome: RoundOutcome, payout: bigint): NewBet {
    const id = ids.next();
    const body = JSON.stringify({
      tx: id,
      round: round.id,
      game: round.game,
      player: round.player,
      currency: round.currency,
      amount: formatAmount(payout),
      close: true,
      ...(outcome.potHit && { jackpot: required(games.get(round.game).game.pot, "a pot").pool }),
    });
    return { id, body };
  }

  /** Before the round, as draws and beginnings lock them. */
  async function lockSeeds(tx: Tx, round: RoundRow): Promise<void> {
    await tx.query("SELECT FROM rgs.seed_pairs WHERE id = $1 FOR UPDATE", [round.pair]);
  }

  async function takeNonce(tx: Tx, round: RoundRow): Promise<void> {
    await tx.query("UPDATE rgs.seed_pairs SET next_nonce = $2 WHERE id = $1 AND next_nonce = $3", [
      round.pair,
      round.nonce + 1n,
      round.nonce,
    ]);
  }

  async function call(tx: TxRow) {
    const casino = await casinos.byId(tx.casino);
    const schema: z.ZodMiniType<CallAnswer> = tx.kind === "win" ? winAnswer : rollbackAnswer;
    return wallet.send(casino, tx.kind === "win" ? "win" : "rollback", tx.body, schema);
  }

  async function deliver(tx: TxRow): Promise<RoundRow> {
    const outcome = await call(tx);
    failpoints.hit("studio.win.answered");
    const ended = endOf(tx, outcome);
    if (ended) {
      if (ended.to === "disputed")
        log.error({ round: tx.round, call: tx.kind, status: ended.status }, "a casino refuses what a round owes");
      const round = await lanes.end.run({ tx, ended });
      if (round) return round;
    } else {
      const pause = retryAfterMs[Math.min(tx.attempts, retryAfterMs.length - 1)] ?? 60_000;
      await retryTx(db, tx.id, new Date(clock.now() + pause));
    }
    return required(await roundById(db, tx.round), "rounds stay");
  }

  /** Undefined while the casino's decision is unknown. */
  function endOf(tx: TxRow, outcome: Outcome<CallAnswer>): Ended | undefined {
    if (outcome.kind === "unknown") return undefined;
    if (outcome.kind === "refused")
      return { to: "disputed", status: outcome.status, balance: undefined, jackpot: undefined, at: now() };
    const { balance, jackpot } = outcome.value;
    return {
      to: tx.kind === "win" ? "settled" : "void",
      status: "ok",
      balance,
      jackpot: jackpot ?? undefined,
      at: now(),
    };
  }

  return {
    async draw(round, seed, { answer, balance }) {
      const { outcome, payout } = outcomeOf(round, seed, answer);
      const win = winOf(round, outcome, payout);
      const leasedUntil = new Date(clock.now() + leaseMs);
      return lanes.draw.run({ round, answer, outcome, payout, balance, at: now(), win, leasedUntil });
    },

    async refuse(round, status) {
      await db.tx(async tx => {
        await lockSeeds(tx, round);
        if (!(await moveRound(tx, round.id, "betting", "refused", { refusal: status, endedAt: now() }))) return;
        await endTx(tx, round.id, "bet", { state: "refused", status, at: now() });
        if (status === "nonce_used") await takeNonce(tx, round);
      });
    },

    async void(round, reason) {
      await db.tx(async tx => {
        await lockSeeds(tx, round);
        if (!(await moveRound(tx, round.id, "betting", "voiding", {}))) return;
        await takeNonce(tx, round);
        const { rows } = await tx.query<{ id: string }>(
          "UPDATE rgs.txs SET state = 'unknown', status = $2 WHERE round = $1 AND kind = 'bet' RETURNING id",
          [round.id, reason],
        );
        const ref = required(rows[0], "every round has a bet").id;
        const id = ids.next();
        const { game, player, currency } = round;
        const body = JSON.stringify({ tx: id, round: round.id, game, player, currency, ref, reason });
        const { casino, amount } = round;
        await insertTx(tx, { id, round: round.id, casino, kind: "rollback", amount, ref, body, at: now(), due: now() });
      });
    },

    async send(roundId) {
      const tx = await leaseTx(db, roundId, new Date(clock.now() + leaseMs));
      return tx ? deliver(tx) : required(await roundById(db, roundId), "rounds stay");
    },
    deliver,
  };
}
