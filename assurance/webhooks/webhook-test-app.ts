import { randomUUID } from "node:crypto";
import type { Db } from "#kit/db/db.ts";
import { systemClock } from "#kit/host/system.ts";
import type { Micros } from "#kit/money/amount.ts";
import { armedFailpoints } from "#kit/testing/armed-failpoints.ts";
import type { TestApi } from "#kit/testing/test-api.ts";
import { auditPayments } from "#modules/payments/server/index.ts";
import { auditBooks } from "#modules/wallet/server/index.ts";
import { register } from "../crash-recovery/people.ts";
import { type RunningProvider, startProvider } from "../crash-recovery/provider.ts";
import { runRecoveryApp } from "../crash-recovery/recovery-app.ts";
import { appSettings, secret } from "../crash-recovery/settings.ts";

export interface Payer {
  readonly id: string;
  readonly token: string;
}

/** The whole server in this process, over an existing database, with its own payment provider. */
export interface WebhookTestApp {
  readonly api: TestApi;
  readonly db: Db;
  readonly payers: readonly Payer[];
  /** The current and the previous secret of the provider. */
  readonly secret: { readonly current: string; readonly former?: string };
  now(): number;
  newPayer(): Promise<Payer>;
  /** The server fails at the next message that reaches this failpoint. */
  dieAt(point: string): void;
  /** Rotates the secret; the server still accepts the previous one for messages in flight. */
  rotateSecret(): void;
  realOf(payer: Payer): Promise<Micros>;
  audit(): Promise<readonly object[]>;
  close(): Promise<void>;
}

export async function openWebhookTestApp(databaseUrl: string, payers: number): Promise<WebhookTestApp> {
  const provider: RunningProvider = await startProvider({}, systemClock.now);
  const failpoints = armedFailpoints();
  const running = await runRecoveryApp(appSettings(databaseUrl, provider.url), failpoints, { clock: systemClock });
  const { api, modules, host } = running;
  const config = host.config as { PAYMENTS_SECRET: string; PAYMENTS_SECRET_OLD?: string };
  let current: { current: string; former?: string } = { current: secret };
  const newPayer = async () => {
    const made = await register((name, call) => api.call(name, call), host.db);
    if (!made) throw new Error("registration failed");
    return made;
  };
  const people: Payer[] = [];
  for (let i = 0; i < payers; i++) people.push(await newPayer());
  return {
    api,
    newPayer,
    payers: people,
    db: host.db,
    now: systemClock.now,
    get secret() {
      return current;
    },
    dieAt: point =>
      failpoints.arm(point, () => {
        throw new Error("simulated power failure");
      }),
    rotateSecret() {
      const next = `a newer secret that both agreed on ${randomUUID()}`;
      Object.assign(config, { PAYMENTS_SECRET: next, PAYMENTS_SECRET_OLD: current.current });
      current = { current: next, former: current.current };
    },
    async realOf({ id }) {
      const balances = await modules.wallet.balances(id as never);
      return balances.find(({ currency }) => currency === "USD")?.real ?? (0n as Micros);
    },
    audit: async () => [...(await auditBooks(host.db)), ...(await auditPayments(host.db))],
    async close() {
      await running.close();
      provider.close();
    },
  };
}
