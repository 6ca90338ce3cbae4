import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Approvals } from "#modules/approvals/server/index.ts";
import type { Audit } from "#modules/audit/server/index.ts";
import type { Conditions } from "#modules/conditions/server/index.ts";
import type { Notifications } from "#modules/notifications/server/index.ts";
import type { Findings } from "../shared/signals.ts";

export interface RiskNeeds {
  readonly host: Host;
  readonly notices: Pick<Notifications, "give">;
  /** The facts that risk rules may compare; segments have their own. */
  readonly conditions: Conditions;
  readonly approvals: Pick<Approvals, "register" | "ask">;
  readonly audit: Pick<Audit, "record">;
  /** Why partners earn nothing for players they referred; players without a reason, or without a partner, are missing. */
  readonly exclusionsOf: (on: Queryable, players: readonly PlayerId[]) => Promise<ReadonlyMap<PlayerId, string>>;
  /** Players' decided duels by opponent, the most frequent opponents first, at most `most` of them for each player. */
  readonly duelsAgainst: (
    on: Queryable,
    players: readonly PlayerId[],
    since: Date,
    most: number,
  ) => Promise<ReadonlyMap<PlayerId, Findings["duels"]>>;
  /** Starts a bonus that waited for a decision. */
  readonly releaseBonus: (tx: Tx, player: PlayerId, bonus: Uuid) => Promise<void>;
}
