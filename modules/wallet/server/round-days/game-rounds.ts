import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import type { Queryable, SqlValue } from "#kit/db/db.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { gameNumber } from "#modules/ledger/shared/chart.ts";
import type { ProviderRound } from "../provider-rounds/port.ts";
import { type RoundRow, roundColumns, roundOf } from "../provider-rounds/store.ts";
import type { ProviderGameName } from "./read-round-days.ts";

/** Which rounds of one provider's game, of all players. */
export interface RoundsOfGameFilter extends ProviderGameName {
  /** `ended`: closed or void. */
  readonly state: "ended" | "closed" | "void" | "open";
  /** From this instant, and before that one: when they ended; open ones, when they began. */
  readonly from: Date;
  readonly to: Date;
  readonly player?: PlayerId;
  /** Left out, unless `player` is given. */
  readonly except: readonly PlayerId[];
  /** The last round of the former page. */
  readonly after?: { readonly player: PlayerId; readonly round: Uuid };
  readonly limit: number;
}

/**
 * A page of rounds, newest first. Ended ones are found in `wallet.ended_provider_rounds`, up to the last count; open ones in the index of
 * open rounds. Fails with `validation_failed` if `after` names no round.
 */
export async function readRoundsOfGame(on: Queryable, filter: RoundsOfGameFilter): Promise<readonly ProviderRound[]> {
  const isOpen = filter.state === "open";
  const values: SqlValue[] = [];
  const value = (of: SqlValue): string => `$${values.push(of)}`;
  const at = isOpen ? "opened_at" : "closed_at";
  const conditions = [
    `e.game = ${value(gameNumber(filter.game))}`,
    `e.slug = ${value(filter.slug)}`,
    `e.${at} >= ${value(filter.from)}`,
    `e.${at} < ${value(filter.to)}`,
    ...(filter.state === "ended" ? [] : [`e.status = ${{ open: 0, closed: 1, void: 2 }[filter.state]}`]),
    ...(filter.player === undefined
      ? [`NOT e.player_id = ANY(${value(filter.except)}::uuid[])`]
      : [`e.player_id = ${value(filter.player)}`]),
    ...(await positionOf(on, filter, at)).map(
      ({ at: instant, player, round }) =>
        `(e.${at}, e.player_id, e.round) < (${value(instant)}::timestamptz, ${value(player)}::uuid, ${value(round)}::uuid)`,
    ),
  ];
  const { rows } = await on.query<RoundRow>(
    `SELECT ${roundColumns} FROM (
       SELECT e.player_id, e.round, e.${at} AS at FROM ${isOpen ? "wallet.provider_rounds" : "wallet.ended_provider_rounds"} e
       WHERE ${conditions.join(" AND ")}
       ORDER BY e.${at} DESC, e.player_id DESC, e.round DESC LIMIT ${value(filter.limit)}
     ) i
     JOIN wallet.provider_rounds r ON r.player_id = i.player_id AND r.round = i.round
     ORDER BY i.at DESC, i.player_id DESC, i.round DESC`,
    values,
  );
  return rows.map(roundOf);
}

/** Text, because a JavaScript date has no microseconds. */
async function positionOf(on: Queryable, { after }: RoundsOfGameFilter, at: string) {
  if (!after) return [];
  const { rows } = await on.query<{ at: string | null }>(
    `SELECT ${at}::text AS at FROM wallet.provider_rounds WHERE player_id = $1 AND round = $2`,
    [after.player, after.round],
  );
  const instant = rows[0]?.at ?? fail(validationFailed, { errors: { cursor: ["cursor_invalid"] } });
  return [{ at: instant, player: after.player, round: after.round }];
}
