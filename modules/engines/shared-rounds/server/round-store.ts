import type { Db, Queryable, Tx } from "#kit/db/db.ts";
import { invariant } from "#kit/std/invariant.ts";
import { ledSql } from "#modules/wallet/server/index.ts";

/** The states of a shared round and the only transitions between them. Every round begins with `betting` and ends `settled` or `voided`. */
export type Transitions<State extends string> = Readonly<Record<State, readonly State[]>>;
export type EndState = "settled" | "voided";

/** A round of a strict sequence as stored. */
export interface RoundRow<State extends string> {
  readonly number: bigint;
  readonly state: State;
  readonly epoch: bigint;
  readonly rulesVersion: string;
  readonly openedAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  /** The result, in whole numbers of the game's own unit; null until the link is revealed. */
  readonly result: number | null;
  readonly link: Uint8Array | null;
}

export type EndedRound<State extends string> = RoundRow<State> & {
  state: EndState;
  result: number;
  link: Uint8Array;
  endedAt: Date;
};

/** A round and the leadership it is written under. */
export interface RoundKey {
  readonly number: bigint;
  readonly epoch: bigint;
}

/** Reveals the round's link in the transaction that stores its result; returns it in hex. */
export type RevealLink = (tx: Tx) => Promise<string>;

/** Opens the betting window in the transaction that creates the round; false means fenced. */
export type OpenBettingWindow = (on: Queryable) => Promise<boolean>;

/** The stored rounds of a sequence. A returned `false` means fenced: the round or its betting window is under a newer epoch. */
export interface RoundStore<State extends string> {
  /** The one unfinished round, if any. */
  openRound(): Promise<RoundRow<State> | undefined>;
  round(number: bigint): Promise<RoundRow<State> | undefined>;
  /** Creates the round and opens its betting window in one transaction. */
  open(
    round: Pick<RoundRow<State>, "number" | "epoch" | "rulesVersion" | "openedAt">,
    bettingWindow: OpenBettingWindow,
  ): Promise<boolean>;
  /** Takes over an open round: older epochs can no longer write it. Returns the state they left. Undefined means fenced. */
  adopt(number: bigint, epoch: bigint): Promise<RoundRow<State> | undefined>;
  /** Advances the round. True again if repeated after an unknown commit. */
  advance(key: RoundKey, from: State, to: State, at: Date): Promise<boolean>;
  /** State, result and link become public in one commit. */
  reveal(key: RoundKey, from: State, to: State, result: number, at: Date, link: RevealLink): Promise<boolean>;
  /** Ended rounds below `before`, newest first. */
  ended(limit: number, before?: bigint, on?: Queryable): Promise<EndedRound<State>[]>;
}

/** Where a game stores its rounds. */
export interface RoundTable<State extends string> {
  /** Schema and table: number, state, epoch, rules_version, opened_at, started_at, ended_at, link and the result's column. */
  readonly table: string;
  /** The betting window whose newest epoch may write the rounds. */
  readonly bettingWindow: string;
  readonly resultColumn: string;
  readonly transitions: Transitions<State>;
  /** The state that sets `started_at`. */
  readonly started: State;
}

/** Fails if the transition is not allowed. */
export function checkTransition<State extends string>(transitions: Transitions<State>, from: State, to: State): void {
  invariant(transitions[from].includes(to), `no transition from ${from} to ${to}`);
}

class StaleEpoch extends Error {}

export function createRoundStore<State extends string>(
  db: Db,
  { table, bettingWindow, resultColumn, transitions, started }: RoundTable<State>,
): RoundStore<State> {
  const columns = `number, state, epoch, rules_version AS "rulesVersion", opened_at AS "openedAt",
    started_at AS "startedAt", ended_at AS "endedAt", ${resultColumn} AS result, link`;

  // A later leader may have its epoch, and not the round yet.
  const led = ledSql(`'${bettingWindow}'`, "$2");

  return {
    async openRound() {
      const { rows } = await db.query<RoundRow<State>>(
        `SELECT ${columns} FROM ${table} WHERE state NOT IN ('settled', 'voided')`,
      );
      return rows[0];
    },

    async round(number) {
      const { rows } = await db.query<RoundRow<State>>(`SELECT ${columns} FROM ${table} WHERE number = $1`, [number]);
      return rows[0];
    },

    async open({ number, epoch, rulesVersion, openedAt }, openWindow) {
      const work = db.tx(async tx => {
        await tx.query(
          `INSERT INTO ${table} (number, state, epoch, rules_version, opened_at) VALUES ($1, 'betting', $2, $3, $4)`,
          [number, epoch, rulesVersion, openedAt],
        );
        if (!(await openWindow(tx))) throw new StaleEpoch("a newer leader has the betting window");
        return true;
      });
      return work.catch((error: unknown) => {
        if (error instanceof StaleEpoch) return false;
        throw error;
      });
    },

    async adopt(number, epoch) {
      const { rows } = await db.query<RoundRow<State>>(
        `UPDATE ${table} SET epoch = $2 WHERE number = $1 AND epoch <= $2 AND state NOT IN ('settled', 'voided') AND ${led}
         RETURNING ${columns}`,
        [number, epoch],
      );
      return rows[0];
    },

    async advance({ number, epoch }, from, to, at) {
      checkTransition(transitions, from, to);
      const { rowCount } = await db.query(
        `UPDATE ${table} SET state = $4,
           started_at = CASE WHEN $4 = '${started}' THEN $5 ELSE started_at END,
           ended_at = CASE WHEN $4 = 'settled' THEN $5 ELSE ended_at END
         WHERE number = $1 AND epoch = $2 AND state IN ($3, $4) AND ${led}`,
        [number, epoch, from, to, at],
      );
      return rowCount === 1;
    },

    reveal({ number, epoch }, from, to, result, at, link) {
      checkTransition(transitions, from, to);
      return db.tx(async tx => {
        const { rows } = await tx.query<{ state: State }>(
          `SELECT state FROM ${table} WHERE number = $1 AND epoch = $2 AND ${led} FOR UPDATE`,
          [number, epoch],
        );
        if (!rows[0]) return false;
        if (rows[0].state === to) return true;
        await tx.query(
          `UPDATE ${table} SET state = $2, ${resultColumn} = $3, link = $4, ended_at = $5 WHERE number = $1`,
          [number, to, result, Buffer.from(await link(tx), "hex"), to === "voided" ? at : null],
        );
        return true;
      });
    },

    async ended(limit, before, on = db) {
      const { rows } = await on.query<EndedRound<State>>(
        `SELECT ${columns} FROM ${table} WHERE state IN ('settled', 'voided') AND ($2::bigint IS NULL OR number < $2)
         ORDER BY number DESC LIMIT $1`,
        [limit, before ?? null],
      );
      return rows;
    },
  };
}
