import type { Host } from "#kit/host/host.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";

/** What the use cases of this folder work with. */
export interface BonusNeeds {
  readonly host: Pick<Host, "db" | "clock" | "ids" | "log" | "bus">;
  readonly wallet: Pick<Wallet, "grants" | "lockBalance">;
}
