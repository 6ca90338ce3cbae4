import type { Db } from "#kit/db/db.ts";
import { type BoardEntry, RankedEntries } from "./ranked-entries.ts";

/** Boards that a process keeps: those that were read last. */
const mostBoards = 16;

interface Held {
  readonly entries: RankedEntries;
  /** Transactions from this one on may not have been visible when it was read. */
  xmin: string;
}

interface Reading {
  readonly running: Promise<RankedEntries>;
  /** A read that was asked for while one was running: it begins when that has ended. */
  next: Promise<RankedEntries> | undefined;
}

interface ChangedRow extends BoardEntry {
  readonly xmin: string;
}

const columns = `player_id AS "playerId", score, reached_at AS "reachedAt", disqualified_at IS NOT NULL AS "isDisqualified"`;

/**
 * The live boards of tournaments, kept by each process. Every read asks for the entries that changed since the last one, which an index
 * answers, so what was committed before the read is in it, whichever process wrote it. Reads at the same time share one question.
 */
export class BoardsInMemory {
  readonly #db: Pick<Db, "query">;
  readonly #held = new Map<string, Held>();
  readonly #reading = new Map<string, Reading>();

  constructor(db: Pick<Db, "query">) {
    this.#db = db;
  }

  /** The board with everything that was committed before this call. */
  read(id: string): Promise<RankedEntries> {
    const reading = this.#reading.get(id);
    if (!reading) return this.#begin(id);
    // The one that is running may have begun before the commit that this caller knows of.
    reading.next ??= reading.running.catch(() => undefined).then(() => this.#begin(id));
    return reading.next;
  }

  #begin(id: string): Promise<RankedEntries> {
    const reading: Reading = { running: this.#refresh(id), next: undefined };
    this.#reading.set(id, reading);
    const done = () => {
      // With another one waiting it stays, so that none begins beside it.
      if (this.#reading.get(id) === reading && !reading.next) this.#reading.delete(id);
    };
    reading.running.then(done, done);
    return reading.running;
  }

  async #refresh(id: string): Promise<RankedEntries> {
    const known = this.#held.get(id);
    const { rows } = await this.#db.query<ChangedRow | { readonly xmin: string; readonly playerId: null }>(
      `SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xmin, e.* FROM (SELECT) one LEFT JOIN (
         SELECT ${columns} FROM tournaments.entries WHERE tournament_id = $1 ${known ? "AND changed_in >= $2::text::xid8" : ""}) e ON true`,
      known ? [id, known.xmin] : [id],
      known ? "tournaments.board-changes" : "tournaments.board",
    );
    const changed = rows.filter((row): row is ChangedRow => row.playerId !== null);
    const held = known ?? { entries: new RankedEntries(changed), xmin: "0" };
    if (known) for (const entry of changed) known.entries.set(entry);
    held.xmin = rows[0]?.xmin ?? held.xmin;
    this.#keep(id, held);
    return held.entries;
  }

  #keep(id: string, held: Held): void {
    this.#held.delete(id);
    this.#held.set(id, held);
    if (this.#held.size <= mostBoards) return;
    const [oldest] = this.#held.keys();
    if (oldest !== undefined) this.#held.delete(oldest);
  }
}
