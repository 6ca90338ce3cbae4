import type { Queryable, Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { Notifications } from "#modules/notifications/server/index.ts";

export interface RiskNeeds {
  readonly host: Host;
  readonly notices: Pick<Notifications, "give">;
  /** Why the partner who brought a player gets nothing for them; null if there is no reason, or no partner. */
  readonly exclusionOf: (on: Queryable, player: PlayerId) => Promise<string | null>;
  /** Starts a bonus that waited for a decision. */
  readonly releaseBonus: (tx: Tx, player: PlayerId, bonus: Uuid) => Promise<void>;
}
