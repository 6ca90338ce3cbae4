import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Approvals } from "#modules/approvals/server/index.ts";
import type { Audit } from "#modules/audit/server/index.ts";
import type { Conditions } from "#modules/conditions/server/index.ts";
import type { Notifications } from "#modules/notifications/server/index.ts";

export interface RiskNeeds {
  readonly host: Host;
  readonly notices: Pick<Notifications, "give">;
  /** The facts that risk rules may compare; segments have their own. */
  readonly conditions: Conditions;
  readonly approvals: Pick<Approvals, "register" | "ask">;
  readonly audit: Pick<Audit, "record">;
  /** Why a partner earns nothing for a player they referred; null if there is no reason, or no partner. */
  readonly exclusionOf: (on: Queryable, player: PlayerId) => Promise<string | null>;
  /** A player's decided duels by opponent, the most frequent opponents first, at most `most` of them. */
  readonly duelsAgainst: (
    on: Queryable,
    player: PlayerId,
    since: Date,
    most: number,
  ) => Promise<readonly { readonly opponent: PlayerId; readonly duels: number; readonly lost: number }[]>;
  /** Starts a bonus that waited for a decision. */
  readonly releaseBonus: (tx: Tx, player: PlayerId, bonus: Uuid) => Promise<void>;
}
