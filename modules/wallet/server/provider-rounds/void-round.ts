import { uuidArray } from "#kit/db/array-parameters.ts";
import type { Queryable, Tx } from "#kit/db/db.ts";
import { type Micros, micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { invariant, required } from "#kit/std/invariant.ts";
import { addDebt } from "#modules/debts/server/index.ts";
import { account, gameOf, gameResult } from "#modules/ledger/shared/chart.ts";
import { kindNumbers } from "#modules/ledger/shared/kinds.ts";
import { counterSql } from "#modules/limits/server/index.ts";
import { lockWallet, readReserved } from "../store.ts";
import type { RoundVoid, VoidedRound } from "./port.ts";
import type { Move } from "./pot.ts";

const dayMs = 86_400_000;
const real = account("player:real");

interface RoundRow {
  readonly game: number;
  readonly currency: Currency;
  readonly status: number;
  readonly bets: readonly Uuid[];
  readonly staked: Micros;
  readonly won: Micros;
  readonly potWon: Micros;
  readonly voidedAt: Date | null;
  readonly closedAt: Date | null;
}

interface BetRow {
  readonly key: Uuid;
  readonly stake: Micros;
  readonly payout: Micros;
  readonly hasBonus: boolean;
  readonly placedAt: Date;
}

/** A win of the round as it was paid: with its last bet, or before the end under the name of its own transaction. */
interface PaidWin {
  readonly reference: Uuid;
  readonly amount: Micros;
}

/** Why the round is not voided; undefined if it can be. Its bets and what they paid, with it. */
async function standing(on: Queryable, player: PlayerId, key: Uuid, lock: "" | "FOR UPDATE") {
  const { rows } = await on.query<RoundRow>(
    `SELECT game, currency, status, bets, staked, won, pot_won AS "potWon", voided_at AS "voidedAt", closed_at AS "closedAt"
     FROM wallet.provider_rounds WHERE player_id = $1 AND round = $2 ${lock}`,
    [player, key],
  );
  const [round] = rows;
  if (!round) return undefined;
  const bets = await on.query<BetRow>(
    `SELECT key, stake, payout, from_bonus + paid_bonus > 0 OR choice::json ->> 'grant' IS NOT NULL AS "hasBonus",
       placed_at AS "placedAt"
     FROM wallet.bets WHERE player_id = $1 AND key = ANY ($2::uuid[]) AND status = 1 ORDER BY placed_at, seq, key`,
    [player, uuidArray(round.bets)],
  );
  return { round, bets: bets.rows, why: refusalOf(round, bets.rows) };
}

function refusalOf(round: RoundRow, bets: readonly BetRow[]): VoidedRound["why"] {
  if (round.status === 0) return "open";
  if (round.status === 2 || round.voidedAt !== null) return "void";
  if (round.potWon > 0n) return "jackpot";
  if (bets.some(({ hasBonus }) => hasBonus)) return "bonus";
  return bets.length < round.bets.length ? "archived" : undefined;
}

/** Undefined: there is no such round. */
export async function readVoidable(on: Queryable, player: PlayerId, key: Uuid): Promise<VoidedRound | undefined> {
  const found = await standing(on, player, key, "");
  if (!found) return undefined;
  const { currency, staked: returned, won: taken } = found.round;
  return { currency, why: found.why, returned, taken, owed: micros(0n) };
}

/**
 * Returns each stake of a settled round and takes each win back, in `tx`. Money that comes is booked before money that goes; what the
 * balance lacks then is a debt of the player, named by the round.
 */
export async function voidRound(
  tx: Tx,
  move: Move,
  { player, round: key, request, now }: RoundVoid & { readonly now: number },
): Promise<VoidedRound | undefined> {
  const known = await standing(tx, player, key, "");
  if (!known) return undefined;
  const { currency } = known.round;
  // The order of wins and rollbacks: the wallet, then the round.
  await lockWallet(tx, player, currency);
  const { round, bets, why } = required(await standing(tx, player, key, "FOR UPDATE"), "a round that was read");
  if (why !== undefined) return { currency, why, returned: micros(0n), taken: micros(0n), owed: micros(0n) };
  const at = new Date(now);
  const result = gameResult(gameOf(round.game));
  const movement = { owner: player, currency };
  const returned = bets.reduce((sum, { stake }) => sum + stake, 0n);
  for (const { key: reference, stake: amount } of bets)
    if (amount > 0n) await move(tx, { ...movement, amount, kind: "round_stake_returned", reference }, result, real);
  const wins = [...(await creditsOf(tx, player, key)), ...settledWins(bets)];
  let owed = 0n;
  for (const { reference, amount } of wins) {
    const balance = await freeBalance(tx, player, currency, at);
    const taken = micros(balance < amount ? balance : amount);
    if (taken > 0n) {
      const answer = await move(tx, { ...movement, amount: taken, kind: "round_win_taken", reference }, real, result);
      invariant(answer.kind === "moved", "a balance that was locked changed");
    }
    const lack = micros(amount - taken);
    if (lack === 0n) continue;
    await move(tx, { ...movement, amount: lack, kind: "round_debt", reference }, account("receivable"), result);
    owed += lack;
  }
  const taken = wins.reduce((sum, { amount }) => sum + amount, 0n);
  invariant(returned === round.staked && taken === round.won, "a round whose bets and wins are others than it says");
  if (owed > 0n)
    await addDebt(tx, player, { cause: "settlement", reference: key, currency, owed: micros(owed), since: at });
  await countBack(tx, { player, currency, now, round, bets, returned, taken, collected: taken - owed });
  await note(tx, { player, key, request, round, returned, taken, owed, at });
  return { currency, why: undefined, returned: micros(returned), taken: micros(taken), owed: micros(owed) };
}

async function freeBalance(tx: Tx, player: PlayerId, currency: Currency, now: Date): Promise<bigint> {
  const balance = (await lockWallet(tx, player, currency))?.real ?? 0n;
  const free = balance - (await readReserved(tx, player, currency, now));
  return free > 0n ? free : 0n;
}

const settledWins = (bets: readonly BetRow[]): readonly PaidWin[] =>
  bets.filter(({ payout }) => payout > 0n).map(({ key, payout }) => ({ reference: key, amount: payout }));

/** Wins that were paid before the round ended. */
async function creditsOf(tx: Tx, player: PlayerId, round: Uuid): Promise<readonly PaidWin[]> {
  const { rows } = await tx.query<PaidWin>(
    `SELECT m.reference, m.amount FROM wallet.provider_txs t
     JOIN wallet.movements m ON m.player_id = t.player_id AND m.reference = t.key AND m.kind = ${kindNumbers.round_credit}
     WHERE t.player_id = $1 AND t.round = $2 AND t.kind = 2 ORDER BY m.seq`,
    [player, round],
  );
  return rows;
}

interface Counted {
  readonly player: PlayerId;
  readonly currency: Currency;
  readonly now: number;
  readonly round: RoundRow;
  readonly bets: readonly BetRow[];
  readonly returned: bigint;
  readonly taken: bigint;
  /** The part of `taken` that was there. */
  readonly collected: bigint;
}

/** Today's limits count bets of today; wagering of the present bonus counts none of it, while anything of that is left. */
async function countBack(
  tx: Tx,
  { player, currency, now, round, bets, returned, taken, collected }: Counted,
): Promise<void> {
  const today = Math.floor(now / dayMs);
  const isToday = (at: Date | null) => at !== null && Math.floor(at.getTime() / dayMs) === today;
  const stakesToday = bets.filter(({ placedAt }) => isToday(placedAt)).reduce((sum, { stake }) => sum + stake, 0n);
  const lost = (isToday(round.closedAt) ? taken : 0n) - stakesToday;
  const { rows } = await tx.query<{ counted: bigint }>(
    `WITH uncounted AS (
       UPDATE wallet.bets b SET counted = 0 FROM wallet.wallets w
       WHERE b.player_id = $1 AND b.key = ANY ($2::uuid[]) AND b.counted > 0 AND w.player_id = b.player_id AND w.currency = b.currency
         AND w.grant_no = b.grant_no AND w.wager_left > 0
       RETURNING (SELECT o.counted FROM wallet.bets o WHERE o.player_id = b.player_id AND o.key = b.key) AS counted)
     SELECT coalesce(sum(counted), 0)::bigint AS counted FROM uncounted`,
    [player, uuidArray(bets.map(({ key }) => key))],
  );
  await tx.query(
    `UPDATE wallet.wallets w SET wager_left = w.wager_left + $8::bigint,
       ${counterSql.counted(
         {
           wagered: "-$4::bigint",
           lost: counterSql.countedAgain("loss", "$5::bigint", "$3::int"),
           staked: "$6::bigint",
           returned: "$7::bigint",
         },
         "$3::int",
       )}
     WHERE w.player_id = $1 AND w.currency = $2`,
    [player, currency, today, stakesToday, lost, collected, returned, rows[0]?.counted ?? 0n],
  );
}

interface Noted {
  readonly player: PlayerId;
  readonly key: Uuid;
  readonly request: Uuid;
  readonly round: RoundRow;
  readonly returned: bigint;
  readonly taken: bigint;
  readonly owed: bigint;
  readonly at: Date;
}

async function note(tx: Tx, { player, key, request, round, returned, taken, owed, at }: Noted): Promise<void> {
  await tx.query(
    `INSERT INTO wallet.round_voids (player_id, round, request_id, game, currency, returned, taken, owed, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [player, key, request, round.game, round.currency, returned, taken, owed, at],
  );
  await tx.query("UPDATE wallet.provider_rounds SET voided_at = $3 WHERE player_id = $1 AND round = $2", [
    player,
    key,
    at,
  ]);
  await tx.query(
    `UPDATE wallet.bets SET outcome = (outcome::jsonb || '{"voided": true}')::text WHERE player_id = $1 AND key = ANY ($2::uuid[])`,
    [player, uuidArray(round.bets)],
  );
}
