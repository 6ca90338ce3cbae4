import type { Queryable } from "#kit/db/db.ts";
import { required } from "#kit/std/invariant.ts";
import { RgsError } from "#studio/rgs/server/rgs-error.ts";
import type { Session } from "#studio/rgs/server/sessions.ts";
import type { StudioHost } from "#studio/rgs/server/studio-host.ts";
import type { TableGame } from "../shared/table-game.ts";
import { placedOf, playerRoundOf, type Seat, txsOf } from "./player-store.ts";
import {
  changeSeats,
  hasLeft,
  insertSeat,
  keepSeatMs,
  removeLeft,
  removeSeat,
  seatRows,
  seatsOfPlayer,
} from "./seat-store.ts";
import { newestRound } from "./table-store.ts";

/** Seats of a table at which players decide: taken and left by players, kept while they are connected. */
export interface Seats {
  /** @returns the player's seats */
  take(session: Session, seat: number): Promise<readonly number[]>;
  leave(session: Session, seat: number): Promise<readonly number[]>;
  /** Frees the seats of those who are gone. @returns whether there were any */
  free(game: string): Promise<boolean>;
}

export const seatOwner = ({ casino, player, game }: Session): Seat => ({
  casino: casino.id,
  player: required(player, "a session for money has a player"),
  game,
});

/** Whether a player has a bet on one of these spots in a round that has not ended. */
async function isInPlay(from: Queryable, owner: Seat, concerns: (spot: string) => boolean): Promise<boolean> {
  const round = await newestRound(from, owner.game);
  if (!round || round.state === "settled" || round.state === "voided") return false;
  const part = await playerRoundOf(from, owner, round.number);
  const bets = part ? await txsOf(from, [part.id]) : [];
  return bets
    .filter(({ kind, state }) => kind === "bet" && (state === "ok" || state === "sent"))
    .flatMap(({ layout }) => placedOf(layout))
    .some(({ spot }) => concerns(spot));
}

export function createSeats(host: StudioHost, gameOf: (slug: string) => TableGame): Seats {
  const { db, clock } = host;
  const now = () => new Date(clock.now());

  function turnsOf(session: Session, seat: number) {
    const { turns } = gameOf(session.game);
    if (!turns) throw new RgsError("move_not_allowed");
    if (seat > turns.seats) throw new RgsError("malformed");
    return turns;
  }

  return {
    async take(session, seat) {
      const { mostSeats } = turnsOf(session, seat);
      const owner = seatOwner(session);
      await db.tx(tx =>
        changeSeats(tx, session.game, now(), async () => {
          const own = await seatsOfPlayer(tx, owner);
          if (own.includes(seat)) return false;
          const isTaken = (await seatRows(tx, session.game)).some(row => row.seat === seat);
          if (isTaken) throw new RgsError("seat_taken");
          if (own.length >= mostSeats) throw new RgsError("too_many_seats");
          const { game, casino, player } = owner;
          return insertSeat(tx, { game, casino, player, seat, nick: session.nick }, now());
        }),
      );
      return seatsOfPlayer(db, owner);
    },

    async leave(session, seat) {
      const turns = turnsOf(session, seat);
      const owner = seatOwner(session);
      await db.tx(tx =>
        changeSeats(tx, session.game, now(), async () => {
          if (await isInPlay(tx, owner, spot => turns.ownerOf(spot) === seat)) throw new RgsError("seat_in_play");
          if (!(await removeSeat(tx, owner, seat))) throw new RgsError("seat_required");
          return true;
        }),
      );
      return seatsOfPlayer(db, owner);
    },

    async free(game) {
      const before = new Date(clock.now() - keepSeatMs);
      if (!(await hasLeft(db, game, before))) return false;
      let freed = false;
      await db.tx(tx =>
        changeSeats(tx, game, now(), async () => {
          freed = await removeLeft(tx, game, before);
          return freed;
        }),
      );
      return freed;
    },
  };
}
