import { createDb } from "#kit/db/create-db.ts";
import { createBus } from "#kit/host/bus.ts";
import type { Host } from "#kit/host/host.ts";
import { noFailpoints, systemClock, systemRandom, uuidIds } from "#kit/host/system.ts";
import { parseDecimal } from "#kit/money/amount.ts";
import type { PlayerId, Uuid } from "#kit/std/brand.ts";
import { quietLog, quietMetrics } from "#kit/testing/quiet.ts";
import { testConfig } from "#kit/testing/test-host.ts";
import { accountFacts, createAccounts } from "#modules/accounts/server/index.ts";
import { createConditions } from "#modules/conditions/server/index.ts";
import { createFactors } from "#modules/factors/server/index.ts";
import { limitFacts } from "#modules/limits/server/index.ts";
import { createMessages } from "#modules/messages/server/index.ts";
import { payoutChanged } from "#modules/payments/shared/events.ts";
import { payoutStatus } from "#modules/payments/shared/payouts.ts";
import { createNotifications } from "../server/index.ts";
import "#kit/testing/keep-compiled.ts";

/**
 * `node killed-after-commit.ts <database> <player> <payout>`: exits abruptly, as in a power failure, right after the commit of a paid
 * payout.
 */
const [url = "", player, payout] = process.argv.slice(2) as [string, PlayerId, Uuid];
const db = createDb(url, { pool: 2 });
const host: Host = {
  config: testConfig({ DATABASE_URL: url }),
  clock: systemClock,
  random: systemRandom,
  db,
  ids: uuidIds(systemClock, systemRandom),
  bus: createBus(quietLog),
  log: quietLog,
  metrics: quietMetrics,
  signals: { send: async () => undefined, on: () => () => undefined },
  failpoints: noFailpoints,
};
const messages = createMessages(host);
const accounts = createAccounts(host, { messages });
await createNotifications(host, {
  accounts,
  conditions: createConditions(accountFacts, [limitFacts]),
  messages,
  factors: createFactors(host, { accounts }),
}).start?.();
await db.tx(async tx => {
  tx.afterCommit(() => process.kill(process.pid, "SIGKILL"));
  const sum = { currency: "USD", amount: parseDecimal("40"), label: "•••• 4242" } as const;
  await host.bus.publish(tx, payoutChanged, { player, payout, status: payoutStatus.paid, ...sum });
});
