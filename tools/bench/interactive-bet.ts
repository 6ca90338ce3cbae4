import type { Db, Tx } from "#kit/db/db.ts";
import { gameNumber } from "#modules/ledger/shared/chart.ts";
import type { PlaceBet } from "#modules/wallet/server/index.ts";
import { testPair } from "#modules/wallet/server/test-pairs.ts";

interface Locked {
  real: bigint;
  seq: bigint;
  lease_day: number | null;
  wager_most: bigint | null;
  loss_most: bigint | null;
}

/**
 * The baseline: the same bet with the same effects (idempotency, nonce, limits, ledger) as an ordinary interactive transaction,
 * BEGIN ... SELECT FOR UPDATE ... COMMIT, all statements prepared.
 */
export function placeInteractively(db: Db, bet: PlaceBet): Promise<void> {
  return db.tx(async tx => {
    const of = [bet.player, bet.currency];
    const [wallet] = (
      await tx.query<Locked>(
        "SELECT real, seq, lease_day, wager_most, loss_most, day, wagered, lost FROM wallet.wallets WHERE player_id = $1 AND currency = $2 FOR UPDATE",
        of,
        "bench.wallet",
      )
    ).rows;
    const known = await tx.query(
      "SELECT 1 FROM wallet.bets WHERE player_id = $1 AND key = $2",
      [bet.player, bet.key],
      "bench.known",
    );
    const [pair] = (
      await tx.query<{ seed_number: number; client_seed: string; nonce: number }>(
        "SELECT seed_number, client_seed, nonce FROM fairness.pairs WHERE player_id = $1 FOR UPDATE",
        [bet.player],
        "bench.pair",
      )
    ).rows;
    if (!wallet || !pair || known.rowCount > 0 || wallet.real < bet.stake) throw new Error("refused");
    const draw = bet.draw?.(testPair(pair.seed_number, pair.client_seed, pair.nonce));
    const payout = draw?.payout ?? 0n;
    const balance = wallet.real - bet.stake + payout;
    const now = new Date();
    await tx.query(
      `INSERT INTO wallet.bets (player_id, key, request_hash, game, currency, stake, choice, rules_version, win_cap, placed_at,
         status, payout, outcome, settled_at, balance_after, settled_balance, seq, seed_number, client_seed, nonce)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, 1, $11, $12, $10, $13, $13, $14, $15, $16, $17)`,
      [
        bet.player,
        bet.key,
        Buffer.from(bet.requestHash),
        gameNumber(bet.game),
        bet.currency,
        bet.stake,
        JSON.stringify(bet.choice),
        bet.rulesVersion,
        bet.winCap,
        now,
        payout,
        JSON.stringify(draw?.outcome ?? null),
        balance,
        wallet.seq + 1n,
        pair.seed_number,
        pair.client_seed,
        pair.nonce,
      ],
      "bench.bet",
    );
    await enter(
      tx,
      bet,
      { seq: wallet.seq + 1n, amount: bet.stake, debit: 1, credit: 2002, kind: 1, after: balance - payout },
      now,
    );
    if (payout > 0n)
      await enter(
        tx,
        bet,
        { seq: wallet.seq + 2n, amount: payout, debit: 2002, credit: 1, kind: 3, after: balance },
        now,
      );
    await tx.query(
      `UPDATE wallet.wallets SET real = $3, seq = $4, wagered = wagered + $5, lost = lost + $6
       WHERE player_id = $1 AND currency = $2`,
      [...of, balance, wallet.seq + (payout > 0n ? 2n : 1n), bet.stake, bet.stake - payout],
      "bench.charge",
    );
    await tx.query("UPDATE fairness.pairs SET nonce = nonce + 1 WHERE player_id = $1", [bet.player], "bench.nonce");
  });
}

interface Entry {
  readonly seq: bigint;
  readonly amount: bigint;
  readonly debit: number;
  readonly credit: number;
  readonly kind: number;
  readonly after: bigint;
}

async function enter(tx: Tx, bet: PlaceBet, entry: Entry, at: Date): Promise<void> {
  await tx.query(
    `INSERT INTO ledger.transfers (player_id, currency, seq, reference, at, amount, debit, credit, kind, balance_after)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      bet.player,
      bet.currency,
      entry.seq,
      bet.key,
      at,
      entry.amount,
      entry.debit,
      entry.credit,
      entry.kind,
      entry.after,
    ],
    "bench.enter",
  );
}
