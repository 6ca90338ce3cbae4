import type { Tx } from "#kit/db/db.ts";
import type { Host } from "#kit/host/host.ts";
import type { PlayerId } from "#kit/std/brand.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import type { Factors } from "#modules/factors/server/index.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import type { Levels } from "../levels.ts";
import type { Rails } from "../rails.ts";
import type { PayoutCheck } from "./payout-checks.ts";
import type { PayoutReview } from "./payout-review.ts";

export interface PayoutNeeds {
  readonly host: Host;
  readonly rails: Rails;
  readonly levels?: Levels | undefined;
  /** Requires a fresh proof of identity before each payout. */
  readonly proofs?: Pick<Factors, "proofToSpend" | "restoreProof"> | undefined;
  readonly checks?: readonly PayoutCheck[];
  readonly review: PayoutReview;
  readonly wallet: Pick<Wallet, "holds" | "move" | "balancesIn" | "lockBalance" | "publishPayment">;
  /** Whose accounts operators have locked; nobody's without it. */
  readonly people?: Pick<Accounts["people"], "of">;
  /** How many times the daily limit a player may withdraw; once, unless another module says more. */
  readonly payoutFactor?: (tx: Tx, player: PlayerId) => Promise<number>;
  /** Whether payouts may leave now; always, unless another module objects. */
  readonly mayPay?: () => boolean;
}
