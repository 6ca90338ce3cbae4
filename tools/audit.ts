import { invariants } from "#apps/server/invariants.ts";
import { createDb } from "#kit/db/create-db.ts";
import { StartFailure } from "#kit/db/embedded/start-failure.ts";
import { formatAmount } from "#kit/money/amount.ts";
import { chainInvariants } from "#modules/audit/server/index.ts";
import { trialBalance } from "#modules/ledger/server/index.ts";
import { statementInvariants } from "#modules/providers/server/index.ts";
import { checkInvariants, printedChecks } from "./audit/checks.ts";
import { runningAppEnvironment } from "./start/running-database.ts";

/**
 * `npm run audit`: prints the trial balance, every invariant with its result, that of the audit log's chain among them, and every difference of the installation on
 * DATA_DIR or DATABASE_URL. Exits with 1 when there is a difference. It only reads, from one snapshot.
 */
const {
  DATABASE_URL: url,
  AUDIT_SIGNING_KEY,
  AUDIT_CHECKPOINT_FILE,
} = await runningAppEnvironment(process.env).catch((error: Error) => {
  console.error(error instanceof StartFailure ? error.message : error.stack);
  process.exit(1);
});
const all = [
  ...invariants,
  ...statementInvariants,
  ...chainInvariants({ file: AUDIT_CHECKPOINT_FILE, signingKey: AUDIT_SIGNING_KEY }),
];
const db = createDb(url, { pool: 1, statementTimeoutMs: 0 });
try {
  const { balances, checks } = await db.tx(
    async tx => ({ balances: await trialBalance(tx), checks: await checkInvariants(tx, all) }),
    { isolation: "repeatable read", readOnly: true },
  );
  console.table(
    balances.map(({ currency, name, balance }) => ({ currency, account: name, balance: formatAmount(balance) })),
  );
  const { lines, differences } = printedChecks(checks);
  for (const line of lines) console.log(line);
  console.log(differences === 1 ? "1 difference" : `${differences} differences`);
  process.exitCode = differences === 0 ? 0 : 1;
} finally {
  await db.end();
}
