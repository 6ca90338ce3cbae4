import type { Host } from "#kit/host/host.ts";
import { accountFacts } from "#modules/accounts/server/index.ts";
import type { Approvals } from "#modules/approvals/server/index.ts";
import { sourceFacts } from "#modules/attribution/server/index.ts";
import type { Audit } from "#modules/audit/server/index.ts";
import { type Bonuses, bonusFacts } from "#modules/bonuses/server/index.ts";
import { createConditions } from "#modules/conditions/server/index.ts";
import { duelsAgainst } from "#modules/games/duels/server/index.ts";
import type { Notifications } from "#modules/notifications/server/index.ts";
import { exclusionsOf } from "#modules/partners/server/index.ts";
import { paymentFacts } from "#modules/payments/server/index.ts";
import { projectionFacts, turnoverFacts } from "#modules/projections/server/index.ts";
import { createRisk, type Risk, riskFacts } from "#modules/risk/server/index.ts";

interface Needs {
  readonly notices: Pick<Notifications, "give">;
  readonly approvals: Pick<Approvals, "register" | "ask">;
  readonly audit: Pick<Audit, "record">;
  readonly bonuses: Pick<Bonuses, "connectReview" | "release">;
}

/** Risk, which reviews claims of bonuses. Segments cannot use risk facts, and risk rules cannot use facts of player protection. */
export function connectRisk(host: Host, { notices, approvals, audit, bonuses }: Needs): Risk {
  const risk = createRisk({
    host,
    notices,
    conditions: createConditions(accountFacts, [
      ...projectionFacts,
      turnoverFacts,
      paymentFacts,
      bonusFacts,
      sourceFacts,
      riskFacts,
    ]),
    approvals,
    audit,
    duelsAgainst,
    exclusionsOf,
    releaseBonus: bonuses.release,
  });
  bonuses.connectReview(risk.reviewClaims);
  return risk;
}
