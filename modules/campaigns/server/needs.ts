import type { Host } from "#kit/host/host.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import type { Approvals } from "#modules/approvals/server/index.ts";
import type { Audit } from "#modules/audit/server/index.ts";
import type { Bonuses } from "#modules/bonuses/server/index.ts";
import type { Conditions } from "#modules/conditions/server/index.ts";
import type { FreeSpins } from "#modules/free-spins/server/index.ts";
import type { MissionsForCampaigns } from "#modules/missions/server/index.ts";
import type { Offers } from "#modules/notifications/server/index.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";

/** What the use cases of this folder work with. */
export interface CampaignNeeds {
  readonly host: Pick<Host, "db" | "bus" | "clock" | "config" | "ids" | "log" | "failpoints">;
  readonly conditions: Conditions;
  readonly bonuses: Pick<Bonuses, "give" | "giveToMany">;
  readonly freeSpins: Pick<FreeSpins, "forCampaigns">;
  readonly missions: MissionsForCampaigns;
  readonly wallet: Pick<Wallet, "freeBets" | "balancesIn" | "lockBalance">;
  readonly offers: Pick<Offers, "queue" | "count">;
  readonly people: Pick<Accounts["people"], "of">;
  readonly approvals: Pick<Approvals, "register" | "ask">;
  readonly audit: Pick<Audit, "record">;
  /** Gifts in one transaction; 50 without. */
  readonly atOnce?: number;
}
