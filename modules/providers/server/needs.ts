import type { Host } from "#kit/host/host.ts";
import type { Micros } from "#kit/money/amount.ts";
import type { Currency } from "#kit/money/currency.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import type { Approvals } from "#modules/approvals/server/index.ts";
import type { Audit } from "#modules/audit/server/index.ts";
import type { Geo } from "#modules/geo/server/index.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import type { Alarms } from "./alarms.ts";
import type { CasinoSeeds } from "./casino-seeds.ts";
import type { ProviderClient } from "./provider-client.ts";
import type { Registry } from "./registry.ts";
import type { Sessions } from "./sessions.ts";

/** Dependencies of this folder's use cases. */
export interface ProviderNeeds {
  readonly host: Host;
  readonly wallet: Wallet;
  readonly accounts: Pick<Accounts, "publicProfiles" | "people" | "isSessionOver">;
  readonly geo: Pick<Geo, "isOpen" | "countryOf">;
  readonly approvals: Pick<Approvals, "register" | "ask">;
  /** Where significant events are stored; without it they are not. */
  readonly audit?: Pick<Audit, "record"> | undefined;
  readonly registry: Registry;
  readonly sessions: Sessions;
  readonly seeds: CasinoSeeds;
  readonly alarms: Alarms;
  readonly client: ProviderClient;
  /** The most that one round may win, from the books of the day. */
  readonly winCap: (currency: Currency, maxStake: Micros) => Promise<Micros>;
}
