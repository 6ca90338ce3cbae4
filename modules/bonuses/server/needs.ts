import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import type { RoundsForBonuses } from "#modules/free-spins/server/index.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";

/** Asked when the conditions of bonuses are met, one of each player: until when each waits for the decision of a person at most; who does not is missing. */
export type ClaimReview = (
  tx: Tx,
  claims: readonly { readonly player: PlayerId; readonly bonus: Uuid }[],
) => Promise<ReadonlyMap<Uuid, Date>>;

/** What the use cases of this folder work with. */
export interface BonusNeeds {
  readonly host: Pick<Host, "db" | "clock" | "config" | "ids" | "log" | "bus">;
  readonly wallet: Pick<Wallet, "grants" | "lockBalance">;
  readonly review: ClaimReview;
  readonly freeRounds: RoundsForBonuses;
}
