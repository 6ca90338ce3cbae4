import { fail } from "#kit/contract/error-code.ts";
import { validationFailed } from "#kit/contract/errors.ts";
import { type PlayerId, parseUuid } from "#kit/std/brand.ts";
import type { namesOf } from "#modules/accounts/server/index.ts";
import type { Link } from "#modules/risk/shared/links.ts";
import type { Signal } from "#modules/risk/shared/signals.ts";
import type * as contract from "./contract.ts";

export type Named = Awaited<ReturnType<typeof namesOf>>;

export const signalViews = (signals: readonly Signal[], named: Named): contract.RiskSignals =>
  signals.map(({ name, points, players, count }) => ({
    name,
    points,
    players: players.map(id => named(id as PlayerId)),
    count,
  }));

export const linkView = ({ from, to, kinds, since, weight }: Link, named: Named): contract.RiskLink => ({
  from: named(from as PlayerId),
  to: named(to as PlayerId),
  kinds: [...kinds],
  since: since.toISOString(),
  weight,
});

export function refuseCursor(): never {
  return fail(validationFailed, { errors: { cursor: ["cursor_invalid"] } });
}

/** `72.{player}`. */
export function positionOf(cursor: string): { readonly score: number; readonly player: PlayerId } {
  const [score = "", id = ""] = cursor.split(".");
  const player = parseUuid(id);
  if (!/^(100|[0-9]{1,2})$/.test(score) || !player) return refuseCursor();
  return { score: Number(score), player: player as unknown as PlayerId };
}
