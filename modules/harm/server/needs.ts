import type { Queryable } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import type { Notifications } from "#modules/notifications/server/index.ts";

export interface HarmNeeds {
  readonly host: Host;
  /** Test accounts get no cases. */
  readonly people: Pick<Accounts["people"], "testPlayers">;
  readonly notices: Pick<Notifications, "give">;
  /** The stated date of birth, `2001-01-31`; null before it is stated. */
  readonly bornOn: (db: Queryable, player: PlayerId) => Promise<string | null>;
}
