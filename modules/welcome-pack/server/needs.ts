import type { Host } from "#kit/host/host.ts";
import type { Approvals } from "#modules/approvals/server/index.ts";
import type { Audit } from "#modules/audit/server/index.ts";
import type { Bonuses } from "#modules/bonuses/server/index.ts";

/** What players' packs work with. */
export interface PackNeeds {
  readonly host: Host;
  readonly bonuses: Pick<Bonuses, "steps">;
}

/** What the back office works with. */
export interface OfficePackNeeds {
  readonly host: Host;
  readonly approvals: Pick<Approvals, "register" | "ask">;
  readonly audit: Pick<Audit, "record">;
}
