import type { Host } from "#kit/host/host.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import type { Approvals } from "#modules/approvals/server/index.ts";
import type { Audit } from "#modules/audit/server/index.ts";
import type { Providers } from "#modules/providers/server/index.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";

/** What the use cases of this folder work with. */
export interface FreeSpinsNeeds {
  readonly host: Host;
  readonly wallet: Pick<Wallet, "providerRounds" | "open">;
  readonly people: Pick<Accounts["people"], "of">;
  readonly approvals: Pick<Approvals, "register" | "ask">;
  readonly audit: Pick<Audit, "record">;
  readonly providers: Pick<Providers, "registry" | "needs">;
}
