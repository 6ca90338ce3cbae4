import type { Queryable, Tx } from "#kit/db/db.ts";
import type { SeatFacts } from "../shared/calls.ts";
import type { Seat } from "./player-store.ts";
import { addEvent, lockEvents } from "./table-store.ts";

/** Who sits where at a table. */

export interface SeatRow extends Seat {
  readonly seat: number;
  readonly nick: string | null;
}

/** How long a seat is kept after its player was last connected. */
export const keepSeatMs = 30_000;

export async function seatRows(from: Queryable, game: string): Promise<readonly SeatRow[]> {
  const { rows } = await from.query<SeatRow>(
    "SELECT game, seat, casino, player, nick FROM tables.seats WHERE game = $1 ORDER BY seat",
    [game],
  );
  return rows;
}

/** Seats as everybody may see them. */
export async function seatsOf(from: Queryable, game: string): Promise<readonly SeatFacts[]> {
  return (await seatRows(from, game)).map(({ seat, nick }) => ({ seat, nick: nick ?? "" }));
}

export async function seatsOfPlayer(from: Queryable, { game, casino, player }: Seat): Promise<readonly number[]> {
  const rows = await seatRows(from, game);
  return rows.filter(row => row.casino === casino && row.player === player).map(({ seat }) => seat);
}

/** All changes of a table's seats, one after the other; the seats are published with them. */
export async function changeSeats(tx: Tx, game: string, at: Date, change: () => Promise<boolean>): Promise<void> {
  await lockEvents(tx, game);
  if (await change()) await addEvent(tx, game, { type: "seats", seats: await seatsOf(tx, game) }, at);
}

export async function insertSeat(tx: Tx, { game, seat, casino, player, nick }: SeatRow, at: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO tables.seats (game, seat, casino, player, nick, taken_at, seen_at) VALUES ($1, $2, $3, $4, $5, $6, $6)
     ON CONFLICT (game, seat) DO NOTHING`,
    [game, seat, casino, player, nick, at],
  );
  return rowCount > 0;
}

export async function removeSeat(tx: Tx, { game, casino, player }: Seat, seat: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    "DELETE FROM tables.seats WHERE game = $1 AND seat = $2 AND casino = $3 AND player = $4",
    [game, seat, casino, player],
  );
  return rowCount > 0;
}

/** Frees the seats of players who have been gone too long and have no bet in the open round. */
export async function removeLeft(tx: Tx, game: string, before: Date): Promise<boolean> {
  const { rowCount } = await tx.query(
    `DELETE FROM tables.seats s WHERE s.game = $1 AND s.seen_at < $2 AND NOT EXISTS (
       SELECT FROM tables.rounds r
       JOIN tables.player_rounds p ON p.game = r.game AND p.number = r.number AND p.casino = s.casino AND p.player = s.player
       JOIN tables.txs t ON t.round = p.id AND t.kind = 'bet' AND t.state IN ('ok', 'sent')
       WHERE r.game = $1 AND r.state IN ('betting', 'closed', 'playing', 'dealing'))`,
    [game, before],
  );
  return rowCount > 0;
}

export async function hasLeft(from: Queryable, game: string, before: Date): Promise<boolean> {
  const { rowCount } = await from.query("SELECT FROM tables.seats WHERE game = $1 AND seen_at < $2 LIMIT 1", [
    game,
    before,
  ]);
  return rowCount > 0;
}

/** @param present players whose browsers are connected now */
export async function seenNow(from: Queryable, present: readonly Seat[], at: Date): Promise<void> {
  if (present.length === 0) return;
  await from.query(
    `UPDATE tables.seats s SET seen_at = $4 FROM unnest($1::text[], $2::int[], $3::text[]) AS p(game, casino, player)
     WHERE s.game = p.game AND s.casino = p.casino AND s.player = p.player`,
    [present.map(({ game }) => game), present.map(({ casino }) => casino), present.map(({ player }) => player), at],
  );
}
