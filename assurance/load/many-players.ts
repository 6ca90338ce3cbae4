import type { Db } from "#kit/db/db.ts";
import type { PlayerId } from "#kit/std/brand.ts";

export const playerSql = (n: string) => `('00000000-0000-4000-8000-' || lpad(${n}::text, 12, '0'))::uuid`;
export const playerAt = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}` as PlayerId;

/** Accounts without money. */
export async function insertPlayers(db: Db, count: number): Promise<void> {
  await db.query(
    `INSERT INTO accounts.players (id, public_id, name, name_key, register_method, currency, locale, agreed_at, registered_at)
     SELECT ${playerSql("n")}, decode(md5(n::text), 'hex'), 'player' || n, 'p1ayer' || n, 'email', (ARRAY['USD', 'KZT', 'RUB'])[n % 3 + 1],
       (ARRAY['ru', 'en', 'kz'])[n % 3 + 1], now(), now() - n % 400 * interval '1 day' FROM generate_series(1, ${count}) n`,
  );
}

/** Every second one has played within the month, in up to three games on two days; every third one has deposited. No bets and transfers are behind it. */
export async function fillPlayers(db: Db, count: number): Promise<void> {
  await insertPlayers(db, count);
  await db.query(
    `INSERT INTO projections.player_game_days (generation, player_id, currency, game, day, bets, real_staked, bonus_staked, real_paid, bonus_paid, theoretical_loss)
     SELECT 1, ${playerSql("n")}, 'USD', 2 + n % 3, current_date - n % 25 - d, 10, 20000000, 0, 19000000, 0, 200000000000
     FROM generate_series(1, ${count}, 2) n, generate_series(0, 1) d`,
  );
  await db.query(
    `INSERT INTO projections.player_days (generation, day, player_id, currency, is_test, transfers, deposits, deposit_count, payouts, payout_count, staked_in)
     SELECT 1, current_date - n % 25, ${playerSql("n")}, 'USD', false, 20, 50000000, 1, 0, 0, 1 FROM generate_series(1, ${count}, 3) n`,
  );
}
