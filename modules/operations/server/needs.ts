import type { Host } from "#kit/host/host.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import type { Approvals } from "#modules/approvals/server/index.ts";
import type { Audit } from "#modules/audit/server/index.ts";
import type { Bets } from "#modules/bets/server/index.ts";
import type { RoundsTable } from "#modules/bets/shared/rounds-table.ts";
import type { TradingOffice } from "#modules/betting/server/index.ts";
import type { CatalogueModule } from "#modules/catalogue/server/index.ts";
import type { Corrections } from "#modules/corrections/server/index.ts";
import type { CoinOffice } from "#modules/crypto/server/index.ts";
import type { FreeSpins } from "#modules/free-spins/server/index.ts";
import type { Harm } from "#modules/harm/server/index.ts";
import type { Invariant } from "#modules/ledger/server/index.ts";
import type { Limits } from "#modules/limits/server/index.ts";
import type { Approvers, Operators, Reveals } from "#modules/operators/server/index.ts";
import type { Partners } from "#modules/partners/server/index.ts";
import type { Payments } from "#modules/payments/server/index.ts";
import type { Profiles } from "#modules/profiles/server/index.ts";
import type { ProvidersOffice } from "#modules/providers/server/index.ts";
import type { Rates } from "#modules/rates/server/index.ts";
import type { Risk } from "#modules/risk/server/index.ts";
import type { Support } from "#modules/support/server/index.ts";
import type { Verification } from "#modules/verification/server/index.ts";
import type { Vip } from "#modules/vip/server/index.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import type { WheelModule } from "#modules/wheel/server/index.ts";

import type { TimelineSources } from "./timeline.ts";

/** The modules that the pages of the back office read. */
export interface OfficeNeeds {
  readonly host: Host;
  readonly audit: Pick<Audit, "actorsOf" | "check" | "record">;
  readonly people: Accounts["people"];
  readonly wallet: Pick<Wallet, "balances" | "bet">;
  readonly bets: Pick<Bets, "ids" | "playing" | "registered" | "returnAlerts">;
  /** Shared rounds of our own games, by game. */
  readonly gameRounds: ReadonlyMap<string, RoundsTable>;
  /** Trading of the sportsbook. */
  readonly betting: TradingOffice;
  readonly limits: Pick<Limits, "limitsOf">;
  readonly payments: Pick<Payments, "office" | "payOnlyWhile">;
  readonly coins: CoinOffice;
  readonly corrections: Corrections;
  readonly approvals: Pick<Approvals, "approve" | "ask" | "decline" | "list" | "one" | "waiting">;
  readonly approvers: Pick<Approvers, "check" | "alerts">;
  readonly reveals: Reveals;
  readonly operators: Pick<Operators, "active">;
  readonly emergencies: Pick<Operators, "unreviewed">;
  readonly harm: Pick<Harm, "waiting" | "oldest">;
  readonly risk: Pick<Risk, "waiting" | "oldest">;
  readonly review: Verification["review"];
  readonly support: Pick<Support, "inbox" | "triage" | "waiting" | "oldest" | "attachments">;
  readonly partners: Pick<Partners, "waiting">;
  readonly vip: Pick<Vip, "requests" | "waiting" | "answer" | "terms" | "hosts">;
  /** Names and pictures that players chose. */
  readonly moderation: Profiles["moderation"];
  readonly wheel: WheelModule["prizes"];
  readonly providers: ProvidersOffice;
  readonly catalogue: Pick<CatalogueModule, "provider" | "providers">;
  readonly freeSpins: Pick<FreeSpins, "needs">;
  readonly rates: Pick<Rates, "rate">;
  readonly timeline: TimelineSources;
  /** The invariants of the books. */
  readonly invariants: readonly Invariant[];
}
