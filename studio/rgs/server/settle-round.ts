import type * as z from "zod/mini";
import type { Tx } from "#kit/db/db.ts";
import { nobleHashes } from "#kit/fair/noble.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { required } from "#kit/std/invariant.ts";
import { playSeeds } from "#studio/engine/shared/spin.ts";
import type { Currency } from "#studio/engine/shared/types.ts";
import type { Casinos } from "./casinos.ts";
import type { Games } from "./games.ts";
import {
  endTx,
  insertTx,
  leaseTx,
  moveRound,
  type RoundChanges,
  type RoundOutcome,
  type RoundRow,
  type RoundState,
  retryTx,
  roundById,
  type TxRow,
} from "./round-store.ts";
import type { Seeds } from "./seeds.ts";
import type { StudioHost } from "./studio-host.ts";
import type { Wallet } from "./wallet.ts";
import { rollbackAnswer, winAnswer } from "./wire.ts";

/** Every way in which a round ends. */
export interface SettleRound {
  /** Draws a round whose bet was taken, and leaves its win in the outbox. Undefined when the round has gone another way. */
  draw(round: RoundRow, answer: string, balance: string): Promise<RoundRow | undefined>;
  /** The bet was refused: the nonce is free, unless the casino has seen it before. */
  refuse(round: RoundRow, status: string): Promise<void>;
  /** Whether the bet was taken is unknown: the nonce is burnt, and a rollback waits in the outbox. */
  void(round: RoundRow, reason: string): Promise<void>;
  /** Sends what the round's outbox holds, now. @returns the round afterwards */
  send(roundId: string): Promise<RoundRow>;
  /** Sends one tx that was leased from the outbox. */
  deliver(tx: TxRow): Promise<void>;
}

/** Pauses before the second, third ... attempt; then the last one again and again. */
export const retryAfterMs = [500, 1_000, 2_000, 5_000, 10_000, 30_000, 60_000] as const;
/** Longer than a call takes. */
export const leaseMs = 4_000;

export function createSettleRound(
  host: StudioHost,
  needs: { readonly casinos: Casinos; readonly wallet: Wallet; readonly seeds: Seeds; readonly games: Games },
): SettleRound {
  const { db, clock, ids, log, failpoints } = host;
  const { casinos, wallet, seeds, games } = needs;
  const now = () => new Date(clock.now());

  async function outcomeOf(
    tx: Tx,
    round: RoundRow,
    answer: string,
  ): Promise<{ outcome: RoundOutcome; payout: bigint }> {
    const { draws, events, multiple, capped, potHit, payout } = playSeeds(
      nobleHashes,
      {
        game: games.get(round.game).game,
        mode: round.mode,
        currency: round.currency as Currency,
        stake: round.base,
      },
      {
        seed: await seeds.ofPair(tx, round.pair),
        clientSeed: round.clientSeed,
        nonce: Number(round.nonce),
        answer,
      },
    );
    return { outcome: { draws, events, multiple, capped, potHit }, payout };
  }

  async function takeNonce(tx: Tx, round: RoundRow): Promise<void> {
    await tx.query("UPDATE rgs.seed_pairs SET next_nonce = $2 WHERE id = $1 AND next_nonce = $3", [
      round.pair,
      round.nonce + 1n,
      round.nonce,
    ]);
  }

  async function addWin(tx: Tx, round: RoundRow, outcome: RoundOutcome, payout: bigint): Promise<void> {
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
    await insertTx(tx, {
      id,
      round: round.id,
      casino: round.casino,
      kind: "win",
      amount: payout,
      body,
      at: now(),
      due: now(),
    });
  }

  async function finish(
    tx: TxRow,
    to: RoundState,
    status: string,
    facts: { balance?: string | undefined; jackpot?: string | undefined },
  ) {
    const from = tx.kind === "win" ? (["drawn", "disputed"] as const) : (["voiding", "disputed"] as const);
    const at = now();
    await db.tx(async write => {
      await endTx(write, tx.round, tx.kind, { state: to === "disputed" ? "refused" : "ok", status, at });
      if (tx.kind === "rollback" && to === "void")
        await endTx(write, tx.round, "bet", { state: "rolled_back", status: "rolled_back", at });
      for (const state of from) {
        const changes: RoundChanges = {
          endedAt: at,
          ...(facts.balance && { balance: facts.balance }),
          ...(facts.jackpot && { jackpot: facts.jackpot }),
        };
        if (await moveRound(write, tx.round, state, to, changes)) break;
      }
    });
  }

  async function call(tx: TxRow) {
    const casino = await casinos.byId(tx.casino);
    const schema: z.ZodMiniType<{ balance?: string | undefined; jackpot?: string | null | undefined }> =
      tx.kind === "win" ? winAnswer : rollbackAnswer;
    return wallet.send(casino, tx.kind === "win" ? "win" : "rollback", tx.body, schema);
  }

  async function deliver(tx: TxRow): Promise<void> {
    const outcome = await call(tx);
    failpoints.hit("studio.win.answered");
    if (outcome.kind === "ok") {
      const { balance, jackpot } = outcome.value;
      return finish(tx, tx.kind === "win" ? "settled" : "void", "ok", { balance, jackpot: jackpot ?? undefined });
    }
    if (outcome.kind === "refused") {
      log.error({ round: tx.round, call: tx.kind, status: outcome.status }, "a casino refuses what a round owes");
      return finish(tx, "disputed", outcome.status, {});
    }
    const pause = retryAfterMs[Math.min(tx.attempts, retryAfterMs.length - 1)] ?? 60_000;
    await retryTx(db, tx.id, new Date(clock.now() + pause));
  }

  return {
    async draw(round, answer, balance) {
      return db.tx(async tx => {
        const { outcome, payout } = await outcomeOf(tx, round, answer);
        const changes: RoundChanges = { answer, outcome, payout, balance, drawnAt: now() };
        const drawn = await moveRound(tx, round.id, "betting", "drawn", changes);
        if (!drawn) return undefined;
        await takeNonce(tx, round);
        await endTx(tx, round.id, "bet", { state: "ok", status: "ok", at: now() });
        await addWin(tx, round, outcome, payout);
        return drawn;
      });
    },

    async refuse(round, status) {
      await db.tx(async tx => {
        if (!(await moveRound(tx, round.id, "betting", "refused", { refusal: status, endedAt: now() }))) return;
        await endTx(tx, round.id, "bet", { state: "refused", status, at: now() });
        if (status === "nonce_used") await takeNonce(tx, round);
      });
    },

    async void(round, reason) {
      await db.tx(async tx => {
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
      if (tx) await deliver(tx);
      return required(await roundById(db, roundId), "rounds stay");
    },
    deliver,
  };
}
