import type { Host } from "#kit/host/host.ts";
import type { Approvals } from "#modules/approvals/server/index.ts";
import type { Audit } from "#modules/audit/server/index.ts";
import type { Verification } from "#modules/verification/server/index.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";

/** What the use cases of this folder work with. */
export interface MissionNeeds {
  readonly host: Pick<Host, "db" | "clock" | "config" | "ids" | "failpoints">;
  readonly wallet: Pick<Wallet, "move" | "lockBalance" | "open">;
  readonly verification: Pick<Verification, "isVerified">;
  readonly approvals: Pick<Approvals, "register" | "ask">;
  readonly audit: Pick<Audit, "record">;
}
