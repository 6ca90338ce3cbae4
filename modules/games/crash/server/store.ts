import type { Db, Queryable, Tx } from "#kit/db/db.ts";
import type { CrashState } from "../shared/contract.ts";
import { checkTransition, type EndState } from "../shared/round.ts";

/** A round as the table has it. */
export interface RoundRow {
  readonly number: bigint;
  readonly state: CrashState;
  readonly epoch: bigint;
  readonly rulesVersion: string;
  readonly openedAt: Date;
  readonly startedAt: Date | null;
  readonly endedAt: Date | null;
  /** Hundredths; null while the round is open. */
  readonly point: number | null;
  readonly link: Uint8Array | null;
}

export type EndedRound = RoundRow & { state: EndState; point: number; link: Uint8Array; endedAt: Date };

/** Which round, under which leadership. */
export interface RoundKey {
  readonly number: bigint;
  readonly epoch: bigint;
}

/** Reveals the round's link on the transaction that ends the flight; returns it in hex. */
export type RevealLink = (tx: Tx) => Promise<string>;

/** Every statement of crash. Where a boolean comes back, `false` means fenced: the round is under a newer epoch. */
export interface RoundStore {
  /** The one round that has not ended, if there is one. */
  openRound(): Promise<RoundRow | undefined>;
  round(number: bigint): Promise<RoundRow | undefined>;
  /** Makes the round and opens its gate in one transaction. */
  open(round: Pick<RoundRow, "number" | "epoch" | "rulesVersion" | "openedAt">, gate: OpenGate): Promise<boolean>;
  /** Takes an open round over: older epochs cannot write it any more, and this is how they left it. Undefined is fenced. */
  adopt(number: bigint, epoch: bigint): Promise<RoundRow | undefined>;
  /** Moves the round on. Repeated after an unknown commit it is still true, as the next one is. */
  advance(key: RoundKey, from: CrashState, to: CrashState, at: Date): Promise<boolean>;
  /** Ends the flight, or a round that never flew: state, point and link become known in one commit. */
  reveal(
    key: RoundKey,
    from: CrashState,
    to: "crashed" | "voided",
    point: number,
    at: Date,
    link: RevealLink,
  ): Promise<boolean>;
  /** Ended rounds below `before`, newest first. */
  ended(limit: number, before?: bigint): Promise<EndedRound[]>;
}

/** Opens the gate on the transaction that makes the round; false is fenced. */
export type OpenGate = (on: Queryable) => Promise<boolean>;

const columns = `number, state, epoch, rules_version AS "rulesVersion", opened_at AS "openedAt",
  started_at AS "startedAt", ended_at AS "endedAt", point, link`;

class GateFenced extends Error {}

export function createRoundStore(db: Db): RoundStore {
  return {
    async openRound() {
      const { rows } = await db.query<RoundRow>(
        `SELECT ${columns} FROM crash.rounds WHERE state NOT IN ('settled', 'voided')`,
      );
      return rows[0];
    },

    async round(number) {
      const { rows } = await db.query<RoundRow>(`SELECT ${columns} FROM crash.rounds WHERE number = $1`, [number]);
      return rows[0];
    },

    async open({ number, epoch, rulesVersion, openedAt }, gate) {
      const work = db.tx(async tx => {
        await tx.query(
          "INSERT INTO crash.rounds (number, state, epoch, rules_version, opened_at) VALUES ($1, 'betting', $2, $3, $4)",
          [number, epoch, rulesVersion, openedAt],
        );
        if (!(await gate(tx))) throw new GateFenced("a newer leader has the gate");
        return true;
      });
      return work.catch((error: unknown) => {
        if (error instanceof GateFenced) return false;
        throw error;
      });
    },

    async adopt(number, epoch) {
      const { rows } = await db.query<RoundRow>(
        `UPDATE crash.rounds SET epoch = $2 WHERE number = $1 AND epoch <= $2 AND state NOT IN ('settled', 'voided')
         RETURNING ${columns}`,
        [number, epoch],
      );
      return rows[0];
    },

    async advance({ number, epoch }, from, to, at) {
      checkTransition(from, to);
      const { rowCount } = await db.query(
        `UPDATE crash.rounds SET state = $4,
           started_at = CASE WHEN $4 = 'flying' THEN $5 ELSE started_at END,
           ended_at = CASE WHEN $4 = 'settled' THEN $5 ELSE ended_at END
         WHERE number = $1 AND epoch = $2 AND state IN ($3, $4)`,
        [number, epoch, from, to, at],
      );
      return rowCount === 1;
    },

    reveal({ number, epoch }, from, to, point, at, link) {
      checkTransition(from, to);
      return db.tx(async tx => {
        const { rows } = await tx.query<{ epoch: bigint; state: CrashState }>(
          "SELECT epoch, state FROM crash.rounds WHERE number = $1 FOR UPDATE",
          [number],
        );
        if (rows[0]?.epoch !== epoch) return false;
        if (rows[0].state === to) return true;
        await tx.query("UPDATE crash.rounds SET state = $2, point = $3, link = $4, ended_at = $5 WHERE number = $1", [
          number,
          to,
          point,
          Buffer.from(await link(tx), "hex"),
          to === "voided" ? at : null,
        ]);
        return true;
      });
    },

    async ended(limit, before) {
      const { rows } = await db.query<EndedRound>(
        `SELECT ${columns} FROM crash.rounds WHERE state IN ('settled', 'voided') AND ($2::bigint IS NULL OR number < $2)
         ORDER BY number DESC LIMIT $1`,
        [limit, before ?? null],
      );
      return rows;
    },
  };
}
