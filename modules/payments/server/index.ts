import { fileURLToPath } from "node:url";
import type { Host } from "#kit/host/host.ts";
import type { ServerModule } from "#kit/host/server-module.ts";
import type { Accounts } from "#modules/accounts/server/index.ts";
import type { Limits } from "#modules/limits/server/index.ts";
import type { Wallet } from "#modules/wallet/server/index.ts";
import manifest from "../module.ts";
import {
  amountOutOfLimits,
  depositLimitReached,
  depositsBlocked,
  invoiceClosed,
  signatureInvalid,
} from "../shared/errors.ts";
import { askProvider } from "./ask-provider.ts";
import { paymentHandlers } from "./handlers.ts";
import { closingObstacles, personalData } from "./person.ts";
import { httpProvider, type PaymentProvider } from "./provider.ts";
import { depositSums, expireInvoices } from "./store.ts";

export { auditPayments } from "./audit-payments.ts";
export type { PaymentProvider } from "./provider.ts";

export type Payments = ServerModule;

export interface PaymentNeeds {
  readonly accounts: Pick<Accounts, "switchOn" | "regionOf">;
  readonly wallet: Pick<Wallet, "open" | "credit" | "move" | "tellPayment">;
  readonly limits: Pick<Limits, "countDeposits">;
  /** The payment company; by default the one of PAYMENTS_URL. */
  readonly provider?: PaymentProvider;
}

/** Money from outside: deposits through payment providers. */
export function createPayments(
  host: Host,
  { accounts, wallet, limits, provider = httpProvider(host) }: PaymentNeeds,
): Payments {
  const needs = { host, wallet };
  accounts.switchOn("deposits");
  limits.countDeposits(async (player, currency, now) => {
    const { credited, reserved } = await depositSums(host.db, { player, currency, now, except: null });
    return { credited, open: reserved };
  });
  return {
    manifest,
    migrations: fileURLToPath(new URL("./migrations", import.meta.url)),
    errors: [depositsBlocked, amountOutOfLimits, depositLimitReached, invoiceClosed, signatureInvalid],
    handlers: paymentHandlers(needs, provider, accounts.regionOf),
    personalData: player => personalData(host.db, player),
    closingObstacles: (tx, player) => closingObstacles(tx, player, new Date(host.clock.now())),
    jobs: [
      {
        name: "payments-expire",
        cron: "* * * * *",
        run: () => expireInvoices(host.db, new Date(host.clock.now()), null),
      },
      { name: "payments-ask-provider", cron: "* * * * *", run: () => askProvider(needs, "sandbox", provider) },
    ],
  };
}
