import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { RouteInput, RouteOutput } from "#kit/contract/route.ts";
import type { Queryable } from "#kit/db/db.ts";
import { isUniqueViolation } from "#kit/db/errors.ts";
import type { Host } from "#kit/host/host.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import { strategyNameTaken, strategyNotFound, tooManyStrategies } from "../shared/errors.ts";
import {
  type createStrategy,
  type listStrategies,
  mostStrategies,
  type SavedStrategyRow,
  type WireStrategy,
} from "../shared/strategy-contract.ts";

type Given = RouteInput<typeof createStrategy>["body"];

interface Row {
  readonly id: string;
  readonly game: string;
  readonly currency: string;
  readonly name: string;
  readonly rules: WireStrategy;
  readonly changedAt: Date;
}

const columns = `id, game, currency, name, rules, changed_at AS "changedAt"`;

function viewOf({ id, game, currency, name, rules, changedAt }: Row): SavedStrategyRow {
  return { id, game, currency, name, strategy: rules, changed_at: changedAt.toISOString() };
}

/**
 * Autobet strategies saved by players. The tables' constraints enforce unique names and their number.
 * @param isGame whether a game has this name
 */
export function createStrategies(
  { db, clock, ids }: Pick<Host, "db" | "clock" | "ids">,
  isGame: (name: string) => boolean,
) {
  const now = () => new Date(clock.now());

  function requireGame({ game }: Given): void {
    if (!isGame(game)) fail(validationFailed, { errors: { game: ["game_unknown"] } });
  }

  /** Inserts into the lowest free slot; undefined if another request took it first, the name is taken, or none is free. */
  async function insert(player: PlayerId, given: Given): Promise<Row | undefined> {
    const { rows } = await db.query<Row>(
      `INSERT INTO desk.strategies (id, player_id, slot, game, currency, name, rules, changed_at)
       SELECT $1, $2, free.slot, $3, $4, $5, $6::jsonb, $7
       FROM (SELECT min(slot)::smallint AS slot FROM generate_series(1, $8) AS slot
             WHERE slot NOT IN (SELECT slot FROM desk.strategies WHERE player_id = $2)) AS free
       WHERE free.slot IS NOT NULL
       ON CONFLICT DO NOTHING RETURNING ${columns}`,
      [ids.next(), player, given.game, given.currency, given.name, rulesOf(given), now(), mostStrategies],
    );
    return rows[0];
  }

  /** Whether the name is taken, and the number of strategies. */
  async function stateFor(player: PlayerId, { game, currency, name }: Given) {
    const { rows } = await db.query<{ taken: boolean; count: number }>(
      `SELECT coalesce(bool_or(game = $2 AND currency = $3 AND name = $4), false) AS taken, count(*)::int AS count
       FROM desk.strategies WHERE player_id = $1`,
      [player, game, currency, name],
    );
    return rows[0] ?? { taken: false, count: 0 };
  }

  return {
    async list(player: PlayerId): Promise<RouteOutput<typeof listStrategies>> {
      const { rows } = await db.query<Row>(
        `SELECT ${columns} FROM desk.strategies WHERE player_id = $1 ORDER BY changed_at DESC, id DESC`,
        [player],
      );
      return { data: rows.map(viewOf) };
    },

    async create(player: PlayerId, given: Given): Promise<RouteOutput<typeof createStrategy>> {
      requireGame(given);
      // Each attempt that loses its slot lost it to another strategy, so there are at most as many attempts as slots.
      for (let attempt = 0; attempt <= mostStrategies; attempt++) {
        const row = await insert(player, given);
        if (row) return { data: viewOf(row) };
        const { taken, count } = await stateFor(player, given);
        if (taken) fail(strategyNameTaken);
        if (count >= mostStrategies) fail(tooManyStrategies);
      }
      return fail(tooManyStrategies);
    },

    async replace(player: PlayerId, id: string, given: Given): Promise<RouteOutput<typeof createStrategy>> {
      requireGame(given);
      try {
        const { rows } = await db.query<Row>(
          `UPDATE desk.strategies SET game = $3, currency = $4, name = $5, rules = $6::jsonb, changed_at = $7
           WHERE player_id = $1 AND id = $2 RETURNING ${columns}`,
          [player, id, given.game, given.currency, given.name, rulesOf(given), now()],
        );
        return rows[0] ? { data: viewOf(rows[0]) } : fail(strategyNotFound);
      } catch (error) {
        if (isUniqueViolation(error)) return fail(strategyNameTaken);
        throw error;
      }
    },

    async remove(player: PlayerId, id: string): Promise<undefined> {
      const { rowCount } = await db.query("DELETE FROM desk.strategies WHERE player_id = $1 AND id = $2", [player, id]);
      if (rowCount === 0) fail(strategyNotFound);
    },
  };
}

const rulesOf = ({ strategy }: Given): string => JSON.stringify(strategy);

/** Deletes the strategies of a player whose account is closed. */
export async function forgetStrategies(tx: Queryable, player: PlayerId): Promise<void> {
  await tx.query("DELETE FROM desk.strategies WHERE player_id = $1", [player]);
}
